/** node:http2: there is no network. */
import { absentModule } from '../node/absent';

const NAMES =
  'Http2ServerRequest Http2ServerResponse connect createSecureServer createServer getDefaultSettings';

export default absentModule('http2', NAMES, { constants: {} });
