/** node:dns/promises: there is no network. */
import { absentModule } from '../node/absent';
import { DNS_CODES, DNS_NAMES } from '../node/dns-data';

export default absentModule('dns.promises', DNS_NAMES, DNS_CODES);
