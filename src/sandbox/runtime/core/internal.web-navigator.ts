/** Where a program runs, and the network that it does not have. */
import { fetch, Navigator, navigator } from '../web/navigator';

export default { fetch, Navigator, navigator };
