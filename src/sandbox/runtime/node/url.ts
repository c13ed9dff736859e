/** URL, and how paths of files become URLs and back. */
import { brandClasses, CUSTOM } from './brand';
import { invalidArgType, missingArgs, nodeError } from './errors';
import { fromUtf8, percentDecode, percentEncode, SETS } from './url-encode';
import { domainToUnicode } from './url-host';
import { linkedParams, replaceParams } from './url-params';
import type { URLSearchParams } from './url-params';
import { parseInto, parseUrl } from './url-parser';
import { isSpecial, pathOf, serializeUrl } from './url-record';
import type { State } from './url-cursor';
import type { UrlRecord } from './url-record';

function textOf(value: unknown): string {
  return `${value as string}`;
}

function parseWithBase(input: unknown, base: unknown): UrlRecord | undefined {
  if (base === undefined) return parseUrl(textOf(input));
  const from = parseUrl(textOf(base));
  return from && parseUrl(textOf(input), from);
}

function invalidUrl(input: unknown, base: unknown): TypeError {
  const details = base === undefined ? {} : { base: textOf(base) };
  return Object.assign(new TypeError('Invalid URL'), {
    code: 'ERR_INVALID_URL',
    input: textOf(input),
    ...details,
  });
}

/** The properties that are shown of a URL, in order. */
const PARTS = [
  ...(['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port'] as const),
  ...(['pathname', 'search', 'searchParams', 'hash'] as const),
];

/** Records of URLs, for this module's own functions. */
const records = new WeakMap<URL, UrlRecord>();

export class URL {
  #url: UrlRecord;
  #params: URLSearchParams | undefined;

  constructor(...args: unknown[]) {
    if (args.length === 0) throw missingArgs('url');
    const [input, base] = args;
    const url = parseWithBase(input, base);
    if (!url) throw invalidUrl(input, base);
    this.#url = url;
    records.set(this, url);
  }

  static canParse(...args: unknown[]): boolean {
    if (args.length === 0) throw missingArgs('url');
    return parseWithBase(args[0], args[1]) !== undefined;
  }

  static parse(...args: unknown[]): URL | null {
    return URL.canParse(...args) ? new URL(...args) : null;
  }

  #set(value: unknown, state: State): void {
    parseInto(this.#url, textOf(value), state);
  }

  #setQuery(query: string | null): void {
    this.#url.query = query;
    if (this.#params) replaceParams(this.#params, query ?? '');
  }

  /** Hosts of opaque URLs can't be changed, and files have neither user nor port. */
  get #hasAuthority(): boolean {
    return this.#url.host !== null && this.#url.host !== '' && this.#url.scheme !== 'file';
  }

  toString(): string {
    return serializeUrl(this.#url);
  }
  get href(): string {
    return serializeUrl(this.#url);
  }
  set href(value: unknown) {
    const url = parseUrl(textOf(value));
    if (!url) throw invalidUrl(value, undefined);
    Object.assign(this.#url, url);
    this.#setQuery(url.query);
  }
  get origin(): string {
    const { scheme, path } = this.#url;
    if (scheme === 'blob') {
      const inner = parseUrl(textOf(path));
      return inner && /^https?$/.test(inner.scheme) ? originOf(inner) : 'null';
    }
    return isSpecial(this.#url) && scheme !== 'file' ? originOf(this.#url) : 'null';
  }
  get protocol(): string {
    return `${this.#url.scheme}:`;
  }
  set protocol(value: unknown) {
    this.#set(`${textOf(value)}:`, 'scheme start');
  }
  get username(): string {
    return this.#url.username;
  }
  set username(value: unknown) {
    if (this.#hasAuthority) this.#url.username = percentEncode(textOf(value), SETS.userinfo);
  }
  get password(): string {
    return this.#url.password;
  }
  set password(value: unknown) {
    if (this.#hasAuthority) this.#url.password = percentEncode(textOf(value), SETS.userinfo);
  }
  get host(): string {
    const { host, port } = this.#url;
    return port === null ? (host ?? '') : `${host}:${port}`;
  }
  set host(value: unknown) {
    if (typeof this.#url.path !== 'string') this.#set(value, 'host');
  }
  get hostname(): string {
    return this.#url.host ?? '';
  }
  set hostname(value: unknown) {
    if (typeof this.#url.path !== 'string') this.#set(value, 'hostname');
  }
  get port(): string {
    return this.#url.port === null ? '' : String(this.#url.port);
  }
  set port(value: unknown) {
    if (!this.#hasAuthority) return;
    if (textOf(value) === '') this.#url.port = null;
    else this.#set(value, 'port');
  }
  get pathname(): string {
    return pathOf(this.#url);
  }
  set pathname(value: unknown) {
    if (typeof this.#url.path === 'string') return;
    this.#url.path = [];
    this.#set(value, 'path start');
  }
  get search(): string {
    return this.#url.query ? `?${this.#url.query}` : '';
  }
  set search(value: unknown) {
    const text = textOf(value);
    this.#url.query = text === '' ? null : '';
    if (text !== '') this.#set(text.startsWith('?') ? text.slice(1) : text, 'query');
    this.#setQuery(this.#url.query);
  }
  get searchParams(): URLSearchParams {
    this.#params ??= linkedParams(this.#url.query ?? '', (query) => {
      this.#url.query = query === '' ? null : query;
    });
    return this.#params;
  }
  get hash(): string {
    return this.#url.fragment ? `#${this.#url.fragment}` : '';
  }
  set hash(value: unknown) {
    const text = textOf(value);
    this.#url.fragment = text === '' ? null : '';
    if (text !== '') this.#set(text.startsWith('#') ? text.slice(1) : text, 'fragment');
  }
  toJSON(): string {
    return serializeUrl(this.#url);
  }
  [CUSTOM](depth: number, options: object, inspect: (value: unknown, options: object) => string): unknown {
    if (depth < 0) return this;
    const parts = Object.fromEntries(PARTS.map((name) => [name, this[name]]));
    return `${(this.constructor as { name?: string }).name ?? 'URL'} ${inspect(parts, options)}`;
  }
}

brandClasses({ URL });

for (const name of ['toString', ...PARTS, 'toJSON'])
  Object.defineProperty(URL.prototype, name, { enumerable: true });
Object.defineProperties(URL.prototype, {
  [CUSTOM]: { enumerable: false },
});

function originOf(url: UrlRecord): string {
  return `${url.scheme}://${url.host}${url.port === null ? '' : `:${url.port}`}`;
}

/** Options of http.request from a URL. */
export function urlToHttpOptions(url: URL): object {
  const { protocol, hostname, hash, search, pathname, href, username, password, port } = url;
  const decode = (text: string): string => fromUtf8(percentDecode(text));
  return {
    __proto__: null,
    ...(url as object),
    protocol,
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash,
    search,
    pathname,
    path: `${pathname}${search}`,
    href,
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username === '' && password === '' ? {} : { auth: `${decode(username)}:${decode(password)}` }),
  };
}

/** The text of a URL, whatever its properties say; undefined for other objects. */
export function hrefOf(value: object): string | undefined {
  const record = records.get(value as URL);
  return record && serializeUrl(record);
}

/** The URL as text, perhaps without some of its parts. */
export function formatUrl(
  href: string,
  fragment: boolean,
  unicode: boolean,
  search: boolean,
  auth: boolean,
): string {
  const record = parseUrl(href) as UrlRecord;
  if (!auth) record.username = record.password = '';
  if (!search) record.query = null;
  if (unicode && record.host) record.host = domainToUnicode(record.host);
  return serializeUrl(record, fragment);
}

export function fileURLToPath(input: unknown): string {
  const url = typeof input === 'string' ? new URL(input) : input;
  if (!(url instanceof URL) && typeof (url as { href?: unknown } | null)?.href !== 'string')
    throw invalidArgType('path', ['string', 'URL'], input);
  const { protocol, hostname, pathname } = url as URL;
  if (protocol !== 'file:')
    throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (hostname !== '')
    throw nodeError(
      TypeError,
      'ERR_INVALID_FILE_URL_HOST',
      'File URL host must be "localhost" or empty on linux',
    );
  if (/%2f/i.test(pathname))
    throw nodeError(
      TypeError,
      'ERR_INVALID_FILE_URL_PATH',
      'File URL path must not include encoded / characters',
      {
        input: url,
      },
    );
  return decodeURIComponent(pathname);
}

export function pathToFileURL(path: unknown): URL {
  if (typeof path !== 'string') throw invalidArgType('path', 'string', path);
  const resolved = (loadStandIn('path') as typeof import('node:path')).resolve(path);
  const full = path.endsWith('/') && resolved !== '/' ? `${resolved}/` : resolved;
  const escaped = full.replace(/[%\\\n\r\t?#]/g, (character) => percentEncode(character, '%\\?#'));
  return new URL(`file://${escaped}`);
}
