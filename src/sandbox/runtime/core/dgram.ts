/** node:dgram: there is no network. */
import { absentModule } from '../node/absent';

export default absentModule('dgram', 'Socket createSocket');
