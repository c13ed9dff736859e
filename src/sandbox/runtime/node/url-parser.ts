/** The URL standard's parser: a machine over the characters of a text, as https://url.spec.whatwg.org describes it. */
import { percentEncode, SETS } from './url-encode';
import { parseHost } from './url-host';

/** The parts of a URL as the standard keeps them. */
export interface UrlRecord {
  scheme: string;
  username: string;
  password: string;
  host: string | null;
  port: number | null;
  /** A text when it can't be taken apart (`mailto:x`). */
  path: string[] | string;
  query: string | null;
  fragment: string | null;
}

export const SPECIAL_PORTS: Readonly<Record<string, number | null>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  file: null,
};

export type State =
  | 'scheme start'
  | 'scheme'
  | 'no scheme'
  | 'special relative or authority'
  | 'path or authority'
  | 'relative'
  | 'relative slash'
  | 'special authority slashes'
  | 'special authority ignore slashes'
  | 'authority'
  | 'host'
  | 'hostname'
  | 'port'
  | 'file'
  | 'file slash'
  | 'file host'
  | 'path start'
  | 'path'
  | 'opaque path'
  | 'query'
  | 'fragment';

export function isSpecial(url: UrlRecord): boolean {
  return Object.hasOwn(SPECIAL_PORTS, url.scheme);
}

function emptyRecord(): UrlRecord {
  return {
    scheme: '',
    username: '',
    password: '',
    host: null,
    port: null,
    path: [],
    query: null,
    fragment: null,
  };
}

const DRIVE = /^[a-zA-Z][:|]$/;
const startsWithDrive = (text: string): boolean => /^[a-zA-Z][:|](?:[/\\?#]|$)/.test(text);
const isSingleDot = (part: string): boolean => /^(?:\.|%2e)$/i.test(part);
const isDoubleDot = (part: string): boolean => /^(?:\.|%2e){2}$/i.test(part);

function shorten(url: UrlRecord): void {
  const path = url.path as string[];
  if (url.scheme === 'file' && path.length === 1 && /^[a-zA-Z]:$/.test(path[0] ?? '')) return;
  path.pop();
}

/** Outcome of one state of the parser: go on, or one of the ways to end. */
type Outcome = undefined | 'failure' | 'stop';

/** One run over a text. `override` is for setters, which begin in the middle of a URL that is there already. */
class Machine {
  private at = 0;
  private buffer = '';
  private atSign = false;
  private inBrackets = false;
  private passwordSeen = false;
  private state: State;

  constructor(
    private readonly input: readonly string[],
    private readonly base: UrlRecord | undefined,
    private readonly url: UrlRecord,
    private readonly override: State | undefined,
  ) {
    this.state = override ?? 'scheme start';
  }

  private get c(): string | undefined {
    return this.input[this.at];
  }

  private rest(from = 1): string {
    return this.input.slice(this.at + from, this.at + from + 3).join('');
  }

  private get special(): boolean {
    return isSpecial(this.url);
  }

  private get isSlash(): boolean {
    return this.c === '/' || (this.special && this.c === '\\');
  }

  private get endsAuthority(): boolean {
    return (
      this.c === undefined ||
      this.c === '/' ||
      this.c === '?' ||
      this.c === '#' ||
      (this.special && this.c === '\\')
    );
  }

  /** Takes the same character in another state. */
  private again(state: State): void {
    this.state = state;
    this.at--;
  }

  run(): boolean {
    for (; ; this.at++) {
      const outcome = this.step();
      if (outcome === 'failure') return false;
      if (outcome === 'stop' || this.at >= this.input.length) return true;
    }
  }

  private step(): Outcome {
    switch (this.state) {
      case 'scheme start':
        return this.schemeStart();
      case 'scheme':
        return this.scheme();
      case 'no scheme':
        return this.noScheme();
      case 'special relative or authority':
        return this.twoSlashes('relative');
      case 'path or authority':
        if (this.c === '/') this.state = 'authority';
        else this.again('path');
        return undefined;
      case 'relative':
        return this.relative();
      case 'relative slash':
        return this.relativeSlash();
      case 'special authority slashes':
        return this.twoSlashes('special authority ignore slashes');
      case 'special authority ignore slashes':
        if (this.c !== '/' && this.c !== '\\') this.again('authority');
        return undefined;
      case 'authority':
        return this.authority();
      case 'host':
      case 'hostname':
        return this.host();
      case 'port':
        return this.port();
      case 'file':
        return this.file();
      case 'file slash':
        return this.fileSlash();
      case 'file host':
        return this.fileHost();
      case 'path start':
        return this.pathStart();
      case 'path':
        return this.path();
      case 'opaque path':
        return this.opaquePath();
      case 'query':
        return this.query();
      case 'fragment':
        if (this.c !== undefined) this.url.fragment += percentEncode(this.c, SETS.fragment);
        return undefined;
    }
  }

  /** Two slashes lead to the authority of a special scheme; anything else goes on in another state. */
  private twoSlashes(otherwise: State): Outcome {
    if (this.c === '/' && this.rest().startsWith('/')) {
      this.state = 'special authority ignore slashes';
      this.at++;
    } else this.again(otherwise);
    return undefined;
  }

  private schemeStart(): Outcome {
    if (this.c !== undefined && /^[a-zA-Z]$/.test(this.c)) {
      this.buffer += this.c.toLowerCase();
      this.state = 'scheme';
    } else if (this.override) return 'failure';
    else this.again('no scheme');
    return undefined;
  }

  private scheme(): Outcome {
    const { c, url } = this;
    if (c !== undefined && /^[a-zA-Z0-9+\-.]$/.test(c)) {
      this.buffer += c.toLowerCase();
      return undefined;
    }
    if (c !== ':') {
      if (this.override) return 'failure';
      this.buffer = '';
      this.state = 'no scheme';
      this.at = -1;
      return undefined;
    }
    if (this.override) return this.changeScheme();
    url.scheme = this.buffer;
    this.buffer = '';
    if (url.scheme === 'file') this.state = 'file';
    else if (this.special && this.base?.scheme === url.scheme) this.state = 'special relative or authority';
    else if (this.special) this.state = 'special authority slashes';
    else if (this.rest().startsWith('/')) {
      this.state = 'path or authority';
      this.at++;
    } else {
      url.path = '';
      this.state = 'opaque path';
    }
    return undefined;
  }

  private changeScheme(): Outcome {
    const { url, buffer } = this;
    const hasCredentials = url.username !== '' || url.password !== '';
    if (isSpecial(url) !== Object.hasOwn(SPECIAL_PORTS, buffer)) return 'stop';
    if (buffer === 'file' && (hasCredentials || url.port !== null)) return 'stop';
    if (url.scheme === 'file' && (url.host === '' || url.host === null)) return 'stop';
    url.scheme = buffer;
    if (url.port === SPECIAL_PORTS[buffer]) url.port = null;
    return 'stop';
  }

  private noScheme(): Outcome {
    const { base, url } = this;
    if (!base || (typeof base.path === 'string' && this.c !== '#')) return 'failure';
    if (typeof base.path === 'string') {
      Object.assign(url, { scheme: base.scheme, path: base.path, query: base.query, fragment: '' });
      this.state = 'fragment';
    } else if (base.scheme === 'file') this.again('file');
    else this.again('relative');
    return undefined;
  }

  private takeAuthority(): void {
    const { username, password, host, port } = this.base ?? emptyRecord();
    Object.assign(this.url, { username, password, host, port });
  }

  private relative(): Outcome {
    const base = this.base ?? emptyRecord();
    this.url.scheme = base.scheme;
    if (this.isSlash) {
      this.state = 'relative slash';
      return undefined;
    }
    this.takeAuthority();
    this.url.path = [...(base.path as string[])];
    this.url.query = base.query;
    this.afterBasePath();
    return undefined;
  }

  /** The base's path was taken: what follows may replace its query, its fragment or its end. */
  private afterBasePath(): void {
    if (this.c === '?') {
      this.url.query = '';
      this.state = 'query';
    } else if (this.c === '#') {
      this.url.fragment = '';
      this.state = 'fragment';
    } else if (this.c !== undefined) {
      this.url.query = null;
      if (this.url.scheme === 'file' && startsWithDrive(this.c + this.rest())) this.url.path = [];
      else shorten(this.url);
      this.again('path');
    }
  }

  private relativeSlash(): Outcome {
    if (this.special && (this.c === '/' || this.c === '\\')) this.state = 'special authority ignore slashes';
    else if (this.c === '/') this.state = 'authority';
    else {
      this.takeAuthority();
      this.again('path');
    }
    return undefined;
  }

  private authority(): Outcome {
    if (this.c === '@') {
      if (this.atSign) this.buffer = `%40${this.buffer}`;
      this.atSign = true;
      for (const character of this.buffer) {
        if (character === ':' && !this.passwordSeen) this.passwordSeen = true;
        else if (this.passwordSeen) this.url.password += percentEncode(character, SETS.userinfo);
        else this.url.username += percentEncode(character, SETS.userinfo);
      }
      this.buffer = '';
    } else if (this.endsAuthority) {
      if (this.atSign && this.buffer === '') return 'failure';
      this.at -= [...this.buffer].length + 1;
      this.buffer = '';
      this.state = 'host';
    } else this.buffer += this.c;
    return undefined;
  }

  private host(): Outcome {
    const { url } = this;
    if (this.override && url.scheme === 'file') {
      this.again('file host');
      return undefined;
    }
    if (this.c === ':' && !this.inBrackets) {
      if (this.buffer === '') return 'failure';
      if (this.override === 'hostname') return 'failure';
      if (!this.takeHost()) return 'failure';
      this.state = 'port';
      return undefined;
    }
    if (this.endsAuthority) {
      this.at--;
      if (this.special && this.buffer === '') return 'failure';
      const hasMore = url.username !== '' || url.password !== '' || url.port !== null;
      if (this.override && this.buffer === '' && hasMore) return 'failure';
      if (!this.takeHost()) return 'failure';
      this.state = 'path start';
      return this.override ? 'stop' : undefined;
    }
    if (this.c === '[') this.inBrackets = true;
    if (this.c === ']') this.inBrackets = false;
    this.buffer += this.c;
    return undefined;
  }

  private takeHost(): boolean {
    const host = this.buffer === '' && !this.special ? '' : parseHost(this.buffer, this.special);
    if (host === undefined) return false;
    this.url.host = host;
    this.buffer = '';
    return true;
  }

  private port(): Outcome {
    if (this.c !== undefined && /^\d$/.test(this.c)) {
      this.buffer += this.c;
      return undefined;
    }
    if (!this.endsAuthority && !this.override) return 'failure';
    if (this.buffer !== '') {
      const port = Number(this.buffer);
      if (port > 65_535) return 'failure';
      this.url.port = port === SPECIAL_PORTS[this.url.scheme] ? null : port;
      this.buffer = '';
      if (this.override) return 'stop';
    }
    if (this.override) return 'failure';
    this.again('path start');
    return undefined;
  }

  private file(): Outcome {
    const { base, url } = this;
    url.scheme = 'file';
    url.host = '';
    if (this.c === '/' || this.c === '\\') {
      this.state = 'file slash';
    } else if (base?.scheme === 'file') {
      url.host = base.host;
      url.path = [...(base.path as string[])];
      url.query = base.query;
      this.afterBasePath();
    } else this.again('path');
    return undefined;
  }

  private fileSlash(): Outcome {
    const { base, url } = this;
    if (this.c === '/' || this.c === '\\') {
      this.state = 'file host';
      return undefined;
    }
    if (base?.scheme === 'file') {
      url.host = base.host;
      const [first = ''] = base.path as string[];
      if (!startsWithDrive((this.c ?? '') + this.rest()) && /^[a-zA-Z]:$/.test(first))
        (url.path as string[]).push(first);
    }
    this.again('path');
    return undefined;
  }

  private fileHost(): Outcome {
    if (!this.endsAuthority && this.c !== '\\') {
      this.buffer += this.c;
      return undefined;
    }
    this.at--;
    if (!this.override && DRIVE.test(this.buffer)) {
      this.state = 'path';
      return undefined;
    }
    const host = this.buffer === '' ? '' : parseHost(this.buffer, true);
    if (host === undefined) return 'failure';
    this.url.host = host === 'localhost' ? '' : host;
    this.buffer = '';
    this.state = 'path start';
    return this.override ? 'stop' : undefined;
  }

  private pathStart(): Outcome {
    if (this.special) {
      this.state = 'path';
      if (this.c !== '/' && this.c !== '\\') this.at--;
    } else if (!this.override && this.c === '?') {
      this.url.query = '';
      this.state = 'query';
    } else if (!this.override && this.c === '#') {
      this.url.fragment = '';
      this.state = 'fragment';
    } else if (this.c !== undefined) {
      this.state = 'path';
      if (this.c !== '/') this.at--;
    } else if (this.override && this.url.host === null) (this.url.path as string[]).push('');
    return undefined;
  }

  private path(): Outcome {
    const ends =
      this.c === undefined || this.isSlash || (!this.override && (this.c === '?' || this.c === '#'));
    if (!ends) {
      this.buffer += percentEncode(this.c ?? '', SETS.path);
      return undefined;
    }
    const path = this.url.path as string[];
    if (isDoubleDot(this.buffer)) {
      shorten(this.url);
      if (!this.isSlash) path.push('');
    } else if (isSingleDot(this.buffer)) {
      if (!this.isSlash) path.push('');
    } else {
      const drive = this.url.scheme === 'file' && path.length === 0 && DRIVE.test(this.buffer);
      path.push(drive ? `${this.buffer[0]}:` : this.buffer);
    }
    this.buffer = '';
    this.beginAfterPath();
    return undefined;
  }

  private beginAfterPath(): void {
    if (this.c === '?') {
      this.url.query = '';
      this.state = 'query';
    } else if (this.c === '#') {
      this.url.fragment = '';
      this.state = 'fragment';
    }
  }

  private opaquePath(): Outcome {
    if (this.c === '?' || this.c === '#') this.beginAfterPath();
    else if (this.c === ' ') this.url.path += ['?', '#'].includes(this.rest()[0] ?? '') ? '%20' : ' ';
    else if (this.c !== undefined) this.url.path += percentEncode(this.c, SETS.control);
    return undefined;
  }

  private query(): Outcome {
    if ((!this.override && this.c === '#') || this.c === undefined) {
      const set = this.special ? SETS.specialQuery : SETS.query;
      this.url.query = (this.url.query ?? '') + percentEncode(this.buffer, set);
      this.buffer = '';
      if (this.c === '#') this.beginAfterPath();
    } else this.buffer += this.c;
    return undefined;
  }
}

/** Parses a whole URL; undefined for what is none. */
export function parseUrl(text: string, base?: UrlRecord): UrlRecord | undefined {
  const trimmed = text.toWellFormed().replace(/^[\0- ]+|(?<![\0- ])[\0- ]+$/g, '');
  const url = emptyRecord();
  const input = [...trimmed.replace(/[\t\n\r]/g, '')];
  return new Machine(input, base, url, undefined).run() ? url : undefined;
}

/** Parses a part into a URL that is there already; false, and nothing changed, for what does not fit. */
export function parseInto(url: UrlRecord, text: string, state: State): boolean {
  const copy: UrlRecord = { ...url, path: typeof url.path === 'string' ? url.path : [...url.path] };
  const input = [...text.toWellFormed().replace(/[\t\n\r]/g, '')];
  if (!new Machine(input, undefined, copy, state).run()) return false;
  Object.assign(url, copy);
  return true;
}

export function pathOf(url: UrlRecord): string {
  return typeof url.path === 'string' ? url.path : url.path.map((part) => `/${part}`).join('');
}

export function serializeUrl(url: UrlRecord, withFragment = true): string {
  let text = `${url.scheme}:`;
  if (url.host !== null) {
    text += '//';
    if (url.username !== '' || url.password !== '')
      text += `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
    text += url.host + (url.port === null ? '' : `:${url.port}`);
  } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') {
    text += '/.';
  }
  text += pathOf(url);
  if (url.query !== null) text += `?${url.query}`;
  return withFragment && url.fragment !== null ? `${text}#${url.fragment}` : text;
}
