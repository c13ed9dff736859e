/** node:url. */
import { invalidArgType } from '../node/errors';
import { fileURLToPath, formatUrl, pathToFileURL, URL, urlToHttpOptions } from '../node/url';
import { domainToAscii, domainToUnicode } from '../node/url-host';
import { Url } from '../node/url-legacy';
import { URLSearchParams } from '../node/url-params';

function parse(url: unknown, parseQuery?: boolean, slashesDenoteHost?: boolean): Url {
  return url instanceof Url ? url : new Url().parse(url, parseQuery, slashesDenoteHost);
}

function format(input: unknown, options?: Record<string, unknown>): string {
  if (input instanceof URL) return formatUrl(input, options);
  if (typeof input === 'string') return parse(input).format();
  if (typeof input !== 'object' || input === null)
    throw invalidArgType('urlObject', ['Object', 'string'], input);
  return Url.prototype.format.call(input as Url);
}

export default {
  Url,
  parse,
  resolve: (source: unknown, relative: unknown): string => parse(source, false, true).resolve(relative),
  resolveObject: (source: string, relative: string): unknown =>
    source ? parse(source, false, true).resolveObject(relative) : relative,
  format,
  URL,
  URLSearchParams,
  domainToASCII: (domain: unknown): string => domainToAscii(String(domain)) ?? '',
  domainToUnicode: (domain: unknown): string => domainToUnicode(domainToAscii(String(domain)) ?? ''),
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
};
