/** node:net: tells addresses apart, without a network. */
import { absentModule } from '../node/absent';
import { parseHost } from '../node/url-host';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function isIPv4(text: unknown): boolean {
  return IPV4.test(String(text));
}

function isIPv6(text: unknown): boolean {
  const address = String(text).replace(/%[\w.-]+$/, '');
  return address.includes(':') && !/[[\]]/.test(address) && parseHost(`[${address}]`, true) !== undefined;
}

export default absentModule(
  'net',
  'BlockList Server Socket SocketAddress Stream connect createConnection createServer',
  {
    isIP: (text: unknown): number => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0),
    isIPv4,
    isIPv6,
  },
);
