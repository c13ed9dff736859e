/** Copies of values. */
import { structuredClone } from '../web/clone';

export default { structuredClone };
