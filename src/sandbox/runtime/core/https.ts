/** node:https: there is no network. */
import { absentModule } from '../node/absent';

export default absentModule('https', 'Agent Server createServer get request', { globalAgent: {} });
