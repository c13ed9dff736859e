/** URL and URLSearchParams for the special schemes (http, https, ws, wss, ftp, file) and opaque ones. */

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
  'ftp:': '21',
};
const SPECIAL = new Set([...Object.keys(DEFAULT_PORTS), 'file:']);

function encodeForm(text: string): string {
  const encoded = encodeURIComponent(text).replace(/%20/g, '+');
  return encoded.replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodeForm(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

type Pair = [string, string];

function pairsOf(init: unknown): Pair[] {
  if (init === undefined || init === null) return [];
  if (typeof init === 'object') {
    const source =
      Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init);
    return source.map(([key, value]): Pair => [String(key), String(value)]);
  }
  const text = `${init as string}`.replace(/^\?/, '');
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part): Pair => {
      const at = part.indexOf('=');
      return at < 0
        ? [decodeForm(part), '']
        : [decodeForm(part.slice(0, at)), decodeForm(part.slice(at + 1))];
    });
}

export class URLSearchParams {
  #pairs: Pair[];
  #changed: () => void = () => {};

  constructor(init?: unknown, changed?: () => void) {
    this.#pairs = pairsOf(init);
    if (changed) this.#changed = changed;
  }

  #replace(pairs: Pair[]): void {
    this.#pairs = pairs;
    this.#changed();
  }

  get size(): number {
    return this.#pairs.length;
  }
  append(name: string, value: unknown): void {
    this.#replace([...this.#pairs, [String(name), String(value)]]);
  }
  delete(name: string): void {
    this.#replace(this.#pairs.filter(([key]) => key !== name));
  }
  get(name: string): string | null {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
  }
  getAll(name: string): string[] {
    return this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
  }
  has(name: string): boolean {
    return this.#pairs.some(([key]) => key === name);
  }
  set(name: string, value: unknown): void {
    const at = this.#pairs.findIndex(([key]) => key === name);
    if (at < 0) return this.append(name, value);
    const rest = this.#pairs.filter(([key], index) => key !== name || index === at);
    this.#replace(rest.map((pair): Pair => (pair[0] === name ? [name, String(value)] : pair)));
  }
  sort(): void {
    this.#replace([...this.#pairs].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
  }
  forEach(visit: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [name, value] of this.#pairs) visit(value, name, this);
  }
  keys(): IterableIterator<string> {
    return this.#pairs.map(([key]) => key)[Symbol.iterator]();
  }
  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
  }
  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([key, value]): Pair => [key, value])[Symbol.iterator]();
  }
  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }
  toString(): string {
    return this.#pairs.map(([key, value]) => `${encodeForm(key)}=${encodeForm(value)}`).join('&');
  }
}

interface Parts {
  protocol: string;
  username: string;
  password: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  /** Has `//` and a host. */
  authority: boolean;
}

const ABSOLUTE =
  /^([a-zA-Z][a-zA-Z\d+.-]*:)(?:\/\/(?:([^/?#@:]*)(?::([^/?#@]*))?@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?)?([^?#]*)(\?[^#]*)?(#.*)?$/s;

function escapePart(text: string, pattern: RegExp): string {
  return text.replace(pattern, (character) => encodeURIComponent(character));
}

function normalisePath(path: string): string {
  const parts: string[] = [];
  const source = path.split('/').slice(1);
  source.forEach((part, index) => {
    const last = index === source.length - 1;
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
    if (last && (part === '..' || part === '.')) parts.push('');
  });
  return escapePart(`/${parts.join('/')}`, /[^!-~]+|["<>`{}]/gu);
}

function parseAbsolute(text: string): Parts | undefined {
  const match = ABSOLUTE.exec(text);
  if (!match) return undefined;
  const protocol = (match[1] ?? '').toLowerCase();
  const special = SPECIAL.has(protocol);
  const hostname = match[4];
  if (special && protocol !== 'file:' && !hostname) return undefined;
  if (hostname !== undefined && /[\s<>^|%]/.test(hostname)) return undefined;
  const port = match[5] ?? '';
  if (Number(port) > 65_535) return undefined;
  const search = match[7] ?? '';
  const hash = match[8] ?? '';
  return {
    protocol,
    username: match[2] ?? '',
    password: match[3] ?? '',
    hostname: special ? (hostname ?? '').toLowerCase() : (hostname ?? ''),
    port: port === DEFAULT_PORTS[protocol] ? '' : port,
    pathname:
      hostname === undefined && !special
        ? (match[6] ?? '')
        : special || match[6]
          ? normalisePath(match[6] || '/')
          : '',
    search: escapePart(search, /[^!-~]+|["<>]/gu),
    hash: escapePart(hash, /[^!-~]+|["<>`]/gu),
    authority: hostname !== undefined,
  };
}

function parseRelative(text: string, base: Parts): Parts | undefined {
  if (text.startsWith('//')) return parseAbsolute(base.protocol + text);
  const match = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text);
  const path = match?.[1] ?? '';
  const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1) || '/';
  const pathname = path === '' ? base.pathname : normalisePath(path.startsWith('/') ? path : folder + path);
  const search = match?.[2] ?? (path === '' ? base.search : '');
  return { ...base, pathname, search, hash: match?.[3] ?? '' };
}

function parse(text: string, base: string | undefined): Parts | undefined {
  const trimmed = text.trim();
  const absolute = parseAbsolute(trimmed.replace(/^((?:https?|wss?|ftp):)\\/i, '$1/'));
  if (absolute) return absolute;
  if (/^[a-zA-Z][a-zA-Z\d+.-]*:/.test(trimmed) || base === undefined) return undefined;
  const from = parse(base, undefined);
  return from && parseRelative(trimmed, from);
}

function invalidUrl(input: string): TypeError {
  return Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input });
}

export class URL {
  #parts: Parts;
  readonly searchParams: URLSearchParams;

  constructor(input: unknown, base?: unknown) {
    const parts = parse(String(input), base === undefined ? undefined : `${base as string}`);
    if (!parts) throw invalidUrl(String(input));
    this.#parts = parts;
    this.searchParams = new URLSearchParams(parts.search, () => {
      const text = this.searchParams.toString();
      this.#parts.search = text === '' ? '' : `?${text}`;
    });
  }

  static canParse(input: unknown, base?: unknown): boolean {
    return parse(String(input), base === undefined ? undefined : `${base as string}`) !== undefined;
  }

  get protocol(): string {
    return this.#parts.protocol;
  }
  get username(): string {
    return this.#parts.username;
  }
  get password(): string {
    return this.#parts.password;
  }
  get hostname(): string {
    return this.#parts.hostname;
  }
  set hostname(value: string) {
    this.#parts.hostname = value;
  }
  get port(): string {
    return this.#parts.port;
  }
  set port(value: unknown) {
    this.#parts.port = String(value) === DEFAULT_PORTS[this.protocol] ? '' : String(value);
  }
  get host(): string {
    return this.port === '' ? this.hostname : `${this.hostname}:${this.port}`;
  }
  get origin(): string {
    return this.protocol in DEFAULT_PORTS ? `${this.protocol}//${this.host}` : 'null';
  }
  get pathname(): string {
    return this.#parts.pathname;
  }
  set pathname(value: string) {
    this.#parts.pathname = normalisePath(value.startsWith('/') ? value : `/${value}`);
  }
  get search(): string {
    return this.#parts.search === '?' ? '' : this.#parts.search;
  }
  set search(value: string) {
    this.#parts.search = value === '' || value === '?' ? '' : value.startsWith('?') ? value : `?${value}`;
  }
  get hash(): string {
    return this.#parts.hash === '#' ? '' : this.#parts.hash;
  }
  set hash(value: string) {
    this.#parts.hash = value === '' || value === '#' ? '' : value.startsWith('#') ? value : `#${value}`;
  }
  get href(): string {
    const { username, password, authority } = this.#parts;
    const user = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
    const host = authority || SPECIAL.has(this.protocol) ? `//${user}${this.host}` : '';
    return `${this.protocol}${host}${this.pathname}${this.#parts.search}${this.#parts.hash}`;
  }
  toString(): string {
    return this.href;
  }
  toJSON(): string {
    return this.href;
  }
}

export function fileURLToPath(url: URL | string): string {
  return decodeURIComponent(new URL(String(url)).pathname);
}

export function pathToFileURL(path: string): URL {
  return new URL(`file://${path}`);
}
