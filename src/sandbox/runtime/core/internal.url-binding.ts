/** Stand-in for the C++ side of Node's URL: a parser of addresses, which tells where in the text each part begins. */
import { percentEncode, SETS } from '../node/url-encode';
import { domainToAscii, domainToUnicode } from '../node/url-host';
import { parseInto, parseUrl } from '../node/url-parser';
import { isSpecial, pathOf, serializeUrl } from '../node/url-record';
import type { UrlRecord } from '../node/url-record';

/** Place of a part that a URL does not have. */
const OMITTED = 2 ** 32 - 1;
const SCHEMES = ['http:', '', 'https:', 'ws:', 'ftp:', 'wss:', 'file:'];
const NOT_SPECIAL = 1;

/** Parts of the URL that was last parsed, in the order of Node's C++ side. */
const urlComponents = new Uint32Array(9);

/** The text of a URL; its parts are in `urlComponents`. */
function tell(url: UrlRecord): string {
  const protocolEnd = url.scheme.length + 1;
  const hasHost = url.host !== null;
  const user = protocolEnd + (hasHost ? 2 : 0);
  const usernameEnd = user + url.username.length;
  const hostStart = usernameEnd + (url.password === '' ? 0 : url.password.length + 1);
  const at = hasHost && (url.username !== '' || url.password !== '') ? 1 : 0;
  const hostEnd = hostStart + at + (url.host ?? '').length;
  const href = serializeUrl(url);
  const whole = serializeUrl(url, false).length;
  const search = url.query === null ? whole : whole - url.query.length - 1;
  const scheme = isSpecial(url) ? SCHEMES.indexOf(`${url.scheme}:`) : NOT_SPECIAL;
  urlComponents.set([
    ...[protocolEnd, usernameEnd, hostStart, hostEnd, url.port ?? OMITTED, search - pathOf(url).length],
    ...[url.query === null ? OMITTED : search, url.fragment === null ? OMITTED : whole, scheme],
  ]);
  return href;
}

function parseWithBase(input: string, base: string | undefined): UrlRecord | undefined {
  if (base === undefined) return parseUrl(input);
  const from = parseUrl(base);
  return from && parseUrl(input, from);
}

function parse(input: string, base: string | undefined, mustBeOne: boolean): string | undefined {
  const url = parseWithBase(input, base);
  if (url) return tell(url);
  if (!mustBeOne) return undefined;
  const details = { code: 'ERR_INVALID_URL', input, ...(base === undefined ? {} : { base }) };
  throw Object.assign(new TypeError('Invalid URL'), details);
}

/** Hosts of opaque URLs can't be changed, and files have neither user nor port. */
function hasAuthority({ host, scheme }: UrlRecord): boolean {
  return host !== null && host !== '' && scheme !== 'file';
}

const isOpaque = (url: UrlRecord): boolean => typeof url.path === 'string';
const without = (text: string, sign: string): string => (text.startsWith(sign) ? text.slice(1) : text);

/** Setters in the order of Node's numbers; what does not fit changes nothing. */
const SETTERS: readonly ((url: UrlRecord, text: string) => unknown)[] = [
  (url, text) => parseInto(url, `${text}:`, 'scheme start'),
  (url, text) => isOpaque(url) || parseInto(url, text, 'host'),
  (url, text) => isOpaque(url) || parseInto(url, text, 'hostname'),
  (url, text) => {
    if (!hasAuthority(url)) return;
    if (text === '') url.port = null;
    else parseInto(url, text, 'port');
  },
  (url, text) => hasAuthority(url) && (url.username = percentEncode(text, SETS.userinfo)),
  (url, text) => hasAuthority(url) && (url.password = percentEncode(text, SETS.userinfo)),
  (url, text) => {
    if (isOpaque(url)) return;
    url.path = [];
    parseInto(url, text, 'path start');
  },
  (url, text) => {
    url.query = text === '' ? null : '';
    if (text !== '') parseInto(url, without(text, '?'), 'query');
  },
  (url, text) => {
    url.fragment = text === '' ? null : '';
    if (text !== '') parseInto(url, without(text, '#'), 'fragment');
  },
  (url, text) => Object.assign(url, parseUrl(text)),
];
const HREF = SETTERS.length - 1;

function update(href: string, action: number, text: string): string | false {
  if (action === HREF && !parseUrl(text)) return false;
  const url = parseUrl(href) as UrlRecord;
  SETTERS[action]?.(url, text);
  return tell(url);
}

/** The URL as text, perhaps without some of its parts. */
function format(href: string, fragment: boolean, unicode: boolean, search: boolean, auth: boolean): string {
  const url = parseUrl(href) as UrlRecord;
  if (!auth) url.username = url.password = '';
  if (!search) url.query = null;
  if (unicode && url.host) url.host = domainToUnicode(url.host);
  return serializeUrl(url, fragment);
}

function pathToFileURL(path: string, windows: boolean, host = ''): string | undefined {
  const escaped = path.replace(/[%\\\n\r\t?#]/g, (one) =>
    windows && one === '\\' ? '/' : percentEncode(one, '%\\?#'),
  );
  return parse(`file://${host}${windows && !host ? '/' : ''}${escaped}`, undefined, true);
}

export default {
  canParse: (input: string, base?: string): boolean => parseWithBase(input, base) !== undefined,
  domainToASCII: (domain: string): string => domainToAscii(domain) ?? '',
  domainToUnicode: (domain: string): string => domainToUnicode(domainToAscii(domain) ?? ''),
  format,
  parse,
  pathToFileURL,
  update,
  urlComponents,
};
