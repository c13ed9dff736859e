/** The URL standard's parser: a machine over the characters of a text, as https://url.spec.whatwg.org describes it. */
import { percentEncode, SETS } from './url-encode';
import type { Outcome, State } from './url-cursor';
import { PathStates } from './url-path';
import { emptyRecord, isSpecial, shorten, SPECIAL_PORTS, startsWithDrive } from './url-record';
import type { UrlRecord } from './url-record';

/** One run over a text. */
class Machine extends PathStates {
  run(): boolean {
    for (; ; this.at++) {
      const outcome = this.read();
      if (outcome === 'failure') return false;
      if (outcome === 'stop' || this.at >= this.input.length) return true;
    }
  }

  private read(): Outcome {
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
