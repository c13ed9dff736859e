/** node:dns: there is no network. */
import { absentModule } from '../node/absent';
import { DNS_CODES, DNS_NAMES } from '../node/dns-data';
import promises from './dns.promises';

export default absentModule('dns', DNS_NAMES, {
  ...DNS_CODES,
  ADDRCONFIG: 32,
  ALL: 16,
  V4MAPPED: 8,
  promises,
});
