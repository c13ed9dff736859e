/** Signals that end work early. */
import { AbortController, AbortSignal } from '../web/abort';

export default { AbortController, AbortSignal };
