/** node:net: tells addresses apart, without a network. */
import { basicURLParse } from 'whatwg-url/lib/url-state-machine';
import { absentModule } from '../node/absent';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function isIPv4(text: unknown): boolean {
  return IPV4.test(String(text));
}

function isIPv6(text: unknown): boolean {
  const address = String(text).replace(/%[\w.-]+$/, '');
  return address.includes(':') && !/[[\]]/.test(address) && basicURLParse(`http://[${address}]`) !== null;
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
