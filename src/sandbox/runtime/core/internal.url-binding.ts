/** Stand-in for the C++ side of Node's URL: a parser of addresses, which tells where in the text each part begins. */
import { utf8PercentEncodeString } from 'whatwg-url/lib/percent-encoding';
import {
  basicURLParse,
  cannotHaveAUsernamePasswordPort,
  hasAnOpaquePath,
  serializeHost,
  serializePath,
  serializeURL,
  setThePassword,
  setTheUsername,
} from 'whatwg-url/lib/url-state-machine';
import type { UrlRecord } from 'whatwg-url/lib/url-state-machine';
import { domainToUnicode } from '../shims/tr46';

/** Place of a part that a URL does not have. */
const OMITTED = 2 ** 32 - 1;
const SCHEMES = ['http:', '', 'https:', 'ws:', 'ftp:', 'wss:', 'file:'];
const NOT_SPECIAL = 1;

/** Parts of the URL that was last parsed, in the order of Node's C++ side. */
const urlComponents = new Uint32Array(9);

/** The text of a URL; its parts are in `urlComponents`. */
function tell(url: UrlRecord): string {
  const protocolEnd = url.scheme.length + 1;
  const user = protocolEnd + (url.host === null ? 0 : 2);
  const usernameEnd = user + url.username.length;
  const hostStart = usernameEnd + (url.password === '' ? 0 : url.password.length + 1);
  const at = url.username !== '' || url.password !== '' ? 1 : 0;
  const hostEnd = hostStart + at + (url.host === null ? 0 : serializeHost(url.host).length);
  const href = serializeURL(url);
  const whole = serializeURL(url, true).length;
  const search = url.query === null ? whole : whole - url.query.length - 1;
  const scheme = SCHEMES.indexOf(`${url.scheme}:`);
  urlComponents.set([
    ...[protocolEnd, usernameEnd, hostStart, hostEnd, url.port ?? OMITTED],
    ...[search - serializePath(url).length, url.query === null ? OMITTED : search],
    ...[url.fragment === null ? OMITTED : whole, scheme < 0 ? NOT_SPECIAL : scheme],
  ]);
  return href;
}

function parseWithBase(input: string, base: string | undefined): UrlRecord | null {
  if (base === undefined) return basicURLParse(input);
  const baseURL = basicURLParse(base);
  return baseURL && basicURLParse(input, { baseURL });
}

function parse(input: string, base: string | undefined, mustBeOne: boolean): string | undefined {
  const url = parseWithBase(input, base);
  if (url) return tell(url);
  if (!mustBeOne) return undefined;
  const details = { code: 'ERR_INVALID_URL', input, ...(base === undefined ? {} : { base }) };
  throw Object.assign(new TypeError('Invalid URL'), details);
}

const into = (url: UrlRecord, text: string, stateOverride: string): unknown =>
  basicURLParse(text, { url, stateOverride });
const without = (text: string, sign: string): string => (text.startsWith(sign) ? text.slice(1) : text);

/** Setters in the order of Node's numbers; what does not fit changes nothing. */
const SETTERS: readonly ((url: UrlRecord, text: string) => unknown)[] = [
  (url, text) => into(url, `${text}:`, 'scheme start'),
  (url, text) => hasAnOpaquePath(url) || into(url, text, 'host'),
  (url, text) => hasAnOpaquePath(url) || into(url, text, 'hostname'),
  (url, text) => {
    if (cannotHaveAUsernamePasswordPort(url)) return;
    if (text === '') url.port = null;
    else into(url, text, 'port');
  },
  (url, text) => cannotHaveAUsernamePasswordPort(url) || setTheUsername(url, text),
  (url, text) => cannotHaveAUsernamePasswordPort(url) || setThePassword(url, text),
  (url, text) => {
    if (hasAnOpaquePath(url)) return;
    url.path = [];
    into(url, text, 'path start');
  },
  (url, text) => {
    url.query = text === '' ? null : '';
    if (text !== '') into(url, without(text, '?'), 'query');
  },
  (url, text) => {
    url.fragment = text === '' ? null : '';
    if (text !== '') into(url, without(text, '#'), 'fragment');
  },
  (url, text) => Object.assign(url, basicURLParse(text)),
];
const HREF = SETTERS.length - 1;

function update(href: string, action: number, text: string): string | false {
  if (action === HREF && !basicURLParse(text)) return false;
  const url = basicURLParse(href) as UrlRecord;
  const before = { ...url, path: typeof url.path === 'string' ? url.path : [...url.path] };
  return tell(SETTERS[action]?.(url, text.toWellFormed()) === null ? before : url);
}

/** The URL as text, perhaps without some of its parts. */
function format(href: string, fragment: boolean, unicode: boolean, search: boolean, auth: boolean): string {
  const url = basicURLParse(href) as UrlRecord;
  if (!auth) url.username = url.password = '';
  if (!search) url.query = null;
  if (unicode && typeof url.host === 'string') url.host = domainToUnicode(url.host);
  return serializeURL(url, !fragment);
}

function pathToFileURL(path: string, windows: boolean, host = ''): string | undefined {
  const escaped = path.replace(/[%\\\n\r\t?#]/g, (one) =>
    windows && one === '\\' ? '/' : utf8PercentEncodeString(one, () => true),
  );
  const slash = windows && !host && !escaped.startsWith('/') ? '/' : '';
  return parse(`file://${host}${slash}${escaped}`, undefined, true);
}

/** The host that a text begins with; empty for none. */
function hostOf(text: string): string {
  const url = basicURLParse('ws://x') as UrlRecord;
  return into(url, text, 'hostname') === null || url.host === null ? '' : serializeHost(url.host);
}

export default {
  canParse: (input: string, base?: string): boolean => parseWithBase(input, base) !== null,
  domainToASCII: hostOf,
  domainToUnicode: (domain: string): string => domainToUnicode(hostOf(domain)),
  format,
  parse,
  pathToFileURL,
  update,
  urlComponents,
};
