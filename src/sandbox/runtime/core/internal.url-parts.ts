/** Addresses, as Node's modules know them within. */
import { fileURLToPath, formatUrl, pathToFileURL, URL, urlToHttpOptions } from '../node/url';
import { domainToAscii, domainToUnicode } from '../node/url-host';
import { URLSearchParams } from '../node/url-params';

const SLASHED = ['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'];
const withColon = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => [name, `${name}:`]));

export default {
  URL,
  URLSearchParams,
  domainToASCII: (domain: unknown): string => domainToAscii(String(domain)) ?? '',
  domainToUnicode: (domain: unknown): string => domainToUnicode(domainToAscii(String(domain)) ?? ''),
  fileURLToPath,
  format: formatUrl,
  hostlessProtocol: withColon(['javascript']),
  isURL: (value: unknown): boolean => value instanceof URL,
  pathToFileURL,
  slashedProtocol: withColon(SLASHED),
  unsafeProtocol: withColon(['javascript']),
  urlToHttpOptions,
};
