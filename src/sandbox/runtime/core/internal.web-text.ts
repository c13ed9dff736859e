/** Texts as bytes. */
import { atob, btoa, TextDecoder, TextEncoder } from '../web/text';

export default { atob, btoa, TextDecoder, TextEncoder };
