/** node:tls: there is no network. */
import { absentModule } from '../node/absent';

const NAMES =
  'SecureContext Server TLSSocket checkServerIdentity connect createSecureContext createServer getCiphers';

export default absentModule('tls', NAMES, {
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  rootCertificates: [],
});
