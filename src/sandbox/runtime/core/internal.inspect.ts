/** How values are shown in messages. */
import { inspect } from '../node/user-inspect';

export default inspect;
