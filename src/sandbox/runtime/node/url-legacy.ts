/** The old `url.parse`, `url.format` and `url.resolve`. */
import { nameClasses } from './brand';
import { invalidArgType, nodeError } from './errors';
import * as querystring from './querystring';
import { domainToAscii } from './url-host';

const SLASHED = new Set(['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:']);

/** Protocols whose rest is no address. */
const HOSTLESS = new Set(['javascript:']);

/** Characters that are written `%XX` where they are not allowed. */
const ESCAPED = /[\t\n\r "'<>\\^`{|}]/g;

const escapeAll = (text: string): string =>
  text.replace(ESCAPED, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** A path with a query at most; its characters are left as they are. */
const SIMPLE_PATH = /^\/\/?(?!\/)[^?\s#@]*(?:\?[^\s#@]*)?$/;

const HOST_END = /[\t\n\r "#%'/;<>?\\^`{|}]/;

type Query = string | Record<string, unknown> | null;

/** Splits host and rest. An `@` after the first end of a host still belongs to the user's name. */
function splitHost(rest: string): { auth: string | undefined; host: string; rest: string } {
  const stop = /[/?#]/.exec(rest)?.index ?? rest.length;
  const at = rest.lastIndexOf('@', stop - 1);
  const auth = at < 0 ? undefined : decodeURIComponent(rest.slice(0, at));
  const from = at + 1;
  const end = HOST_END.exec(rest.slice(from));
  const to = end ? from + end.index : rest.length;
  return { auth, host: rest.slice(from, to), rest: rest.slice(to) };
}

function invalid(input: string): TypeError {
  return nodeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL', { input });
}

export class Url {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: Query = null;
  pathname: string | null = null;
  path: string | null = null;
  href = '';

  parse(input: unknown, parseQuery = false, slashesDenoteHost = false): this {
    if (typeof input !== 'string') throw invalidArgType('url', 'string', input);
    let rest = this.normalise(input).trim();
    if (!slashesDenoteHost && SIMPLE_PATH.test(rest)) {
      this.parseTail(rest, parseQuery);
      this.href = rest;
      return this;
    }
    const protocol = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
    if (protocol !== undefined) {
      this.protocol = protocol.toLowerCase();
      rest = rest.slice(protocol.length);
    }
    const hostless = this.protocol !== null && HOSTLESS.has(this.protocol);
    if (
      (slashesDenoteHost || protocol !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest)) &&
      rest.startsWith('//') &&
      !hostless
    ) {
      rest = rest.slice(2);
      this.slashes = true;
    }
    const addressed = this.slashes || (protocol !== undefined && !SLASHED.has(this.protocol ?? ''));
    if (!hostless && addressed) rest = this.parseAddress(rest, input);
    if (!hostless) rest = escapeAll(rest);
    this.parseTail(rest, parseQuery);
    this.href = this.format();
    return this;
  }

  /** Backslashes before a query count as slashes. */
  private normalise(text: string): string {
    const end = /[?#]/.exec(text)?.index ?? text.length;
    return text.slice(0, end).replaceAll('\\', '/') + text.slice(end);
  }

  private parseAddress(text: string, input: string): string {
    const { auth, host, rest } = splitHost(text);
    if (auth !== undefined) this.auth = auth;
    const port = /:(\d*)$/.exec(host);
    if (port?.[1]) this.port = port[1];
    let hostname = port ? host.slice(0, port.index) : host;
    const bracketed = hostname.startsWith('[') && hostname.endsWith(']');
    if (!bracketed) {
      hostname = hostname.length > 255 ? '' : hostname.toLowerCase();
      const ascii = /[^\0-\x7f]/.test(hostname) ? domainToAscii(hostname) : hostname;
      if (ascii === undefined || /[\0\t\n\r #%/<>?@[\\\]^|]/.test(ascii)) throw invalid(input);
      if (ascii.includes(':')) throw invalid(input);
      hostname = ascii;
    }
    this.host = hostname + (this.port === null ? '' : `:${this.port}`);
    this.hostname = bracketed ? hostname.slice(1, -1) : hostname;
    return bracketed && !rest.startsWith('/') && rest !== '' && !/^[?#]/.test(rest) ? `/${rest}` : rest;
  }

  private parseTail(text: string, parseQuery: boolean): void {
    const hash = text.indexOf('#');
    if (hash >= 0) this.hash = text.slice(hash);
    const body = hash < 0 ? text : text.slice(0, hash);
    const mark = body.indexOf('?');
    if (mark >= 0) {
      this.search = body.slice(mark);
      const query = this.search.slice(1);
      this.query = parseQuery ? querystring.parse(query) : query;
    } else if (parseQuery) {
      this.query = Object.create(null) as Record<string, unknown>;
    }
    const pathname = mark < 0 ? body : body.slice(0, mark);
    if (pathname !== '') this.pathname = pathname;
    const slashed = this.protocol !== null && SLASHED.has(this.protocol);
    if (slashed && this.hostname && this.pathname === null) this.pathname = '/';
    if (this.pathname !== null || this.search !== null)
      this.path = (this.pathname ?? '') + (this.search ?? '');
  }

  format(): string {
    const auth = this.auth ? `${encodeURIComponent(this.auth).replace(/%3A/i, ':')}@` : '';
    let protocol = this.protocol ?? '';
    if (protocol !== '' && !protocol.endsWith(':')) protocol += ':';
    let host: string | undefined;
    if (this.host) host = auth + this.host;
    else if (this.hostname) {
      const bracketed = this.hostname.includes(':') && !this.hostname.startsWith('[');
      host = auth + (bracketed ? `[${this.hostname}]` : this.hostname);
      if (this.port) host += `:${this.port}`;
    }
    const query =
      typeof this.query === 'object' && this.query !== null ? querystring.stringify(this.query) : '';
    let search = this.search || (query === '' ? '' : `?${query}`);
    let pathname = (this.pathname ?? '').replace(/[?#]/g, (mark) => (mark === '?' ? '%3F' : '%23'));
    const slashed = SLASHED.has(protocol);
    let authority = host ?? '';
    if (this.slashes || (slashed && host)) {
      if (pathname !== '' && !pathname.startsWith('/')) pathname = `/${pathname}`;
      authority = `//${authority}`;
    } else if (protocol === 'file:') authority = '//';
    let hash = this.hash ?? '';
    if (hash !== '' && !hash.startsWith('#')) hash = `#${hash}`;
    if (search !== '' && !search.startsWith('?')) search = `?${search}`;
    return protocol + authority + pathname + search.replaceAll('#', '%23') + hash;
  }

  resolve(relative: unknown): string {
    return this.resolveObject(new Url().parse(relative, false, true)).format();
  }

  resolveObject(relative: Url | string): Url {
    const target = typeof relative === 'string' ? new Url().parse(relative, false, true) : relative;
    const result = Object.assign(new Url(), this);
    result.hash = target.hash;
    if (target.href === '') return finish(result);
    if (target.slashes && !target.protocol) return finish(inherit(result, target));
    if (target.protocol && target.protocol !== result.protocol) return finish(replaceAll(result, target));
    return finish(joinPaths(result, target));
  }
}

function finish(url: Url): Url {
  url.href = url.format();
  return url;
}

/** A target with a host of its own takes only the protocol. */
function inherit(result: Url, target: Url): Url {
  const { protocol } = result;
  Object.assign(result, target, { protocol });
  if (protocol !== null && SLASHED.has(protocol) && result.hostname && !result.pathname)
    result.path = result.pathname = '/';
  return result;
}

function replaceAll(result: Url, target: Url): Url {
  if (!SLASHED.has(target.protocol ?? '')) return Object.assign(result, target);
  result.protocol = target.protocol;
  const { hostname, pathname, search, query, auth, port, host, slashes } = target;
  if (!host && !/^file:?$/.test(target.protocol ?? '') && !HOSTLESS.has(target.protocol ?? '')) {
    const parts = (pathname ?? '').split('/');
    let found = '';
    while (parts.length > 0 && found === '') found = parts.shift() ?? '';
    result.pathname = `/${parts.join('/')}`;
    Object.assign(result, { host: found, hostname: found, auth, port: null });
  } else {
    Object.assign(result, { pathname, host: host ?? '', auth, hostname: hostname || host, port });
  }
  Object.assign(result, { search, query });
  result.path =
    result.pathname !== null || result.search !== null
      ? (result.pathname ?? '') + (result.search ?? '')
      : null;
  result.slashes = result.slashes || slashes;
  return result;
}

function joinPaths(result: Url, target: Url): Url {
  const sourceAbsolute = result.pathname?.startsWith('/') ?? false;
  const targetAbsolute = Boolean(target.host) || (target.pathname?.startsWith('/') ?? false);
  const mustEnd = targetAbsolute || sourceAbsolute || Boolean(result.host && target.pathname);
  let parts = result.pathname?.split('/') ?? [];
  const targetParts = target.pathname?.split('/') ?? [];
  let absolute = mustEnd;
  if (targetAbsolute) {
    if (target.host || target.host === '') {
      if (result.host !== target.host) result.auth = null;
      Object.assign(result, { host: target.host, port: target.port });
    }
    if (target.hostname || target.hostname === '') {
      if (result.hostname !== target.hostname) result.auth = null;
      result.hostname = target.hostname;
    }
    Object.assign(result, { search: target.search, query: target.query });
    parts = targetParts;
  } else if (targetParts.length > 0) {
    parts.pop();
    parts = parts.concat(targetParts);
    Object.assign(result, { search: target.search, query: target.query });
  } else if (target.search !== null) {
    Object.assign(result, { search: target.search, query: target.query });
    return withPath(result);
  }
  if (parts.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return result;
  }
  const last = parts[parts.length - 1];
  const hasMore = Boolean(result.host || target.host || parts.length > 1);
  const endsInSlash = (hasMore && (last === '.' || last === '..')) || last === '';
  parts = squeezeParts(parts, absolute);
  if (absolute && parts[0] !== '' && !parts[0]?.startsWith('/')) parts.unshift('');
  if (endsInSlash && !parts.join('/').endsWith('/')) parts.push('');
  absolute = parts[0] === '' || (parts[0]?.startsWith('/') ?? false);
  if ((absolute || (result.host && parts.length > 0)) && !absolute) parts.unshift('');
  result.pathname = parts.length === 0 ? null : parts.join('/');
  result.auth = target.auth || result.auth;
  result.slashes = result.slashes || target.slashes;
  return withPath(result);
}

function withPath(url: Url): Url {
  url.path = url.pathname !== null || url.search !== null ? (url.pathname ?? '') + (url.search ?? '') : null;
  return url;
}

/** Resolves `.` and `..` from the end, as parts of relative paths may go above their start. */
function squeezeParts(parts: readonly string[], absolute: boolean): string[] {
  const kept = [...parts];
  let up = 0;
  for (let index = kept.length - 1; index >= 0; index--) {
    if (kept[index] === '.') kept.splice(index, 1);
    else if (kept[index] === '..') {
      kept.splice(index, 1);
      up++;
    } else if (up > 0) {
      kept.splice(index, 1);
      up--;
    }
  }
  if (!absolute) for (; up > 0; up--) kept.unshift('..');
  return kept;
}

nameClasses({ Url });
