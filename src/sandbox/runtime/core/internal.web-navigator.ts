/** Globals of the web about the machine, and for the network that a program does not have. */
import { fetch, Navigator, navigator } from '../web/navigator';

export default { fetch, Navigator, navigator };
