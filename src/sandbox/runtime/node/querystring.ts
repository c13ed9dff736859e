/** node:querystring. */
import { nodeError } from './errors';

type Query = Record<string, unknown>;
type Convert = (text: string) => string;

const MAX_KEYS = 1_000;

export function escape(value: unknown): string {
  let text = value as string;
  if (typeof value !== 'string') text = typeof value === 'object' ? String(value) : `${value as string}`;
  try {
    return encodeURIComponent(text);
  } catch {
    throw nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed');
  }
}

/** Bytes of a text in which `%XX` stands for a byte, wrong ones for themselves. */
export function unescapeBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const hex =
      text[index] === '%' ? /^[0-9a-fA-F]{2}/.exec(text.slice(index + 1, index + 3))?.[0] : undefined;
    bytes.push(hex === undefined ? text.charCodeAt(index) & 255 : parseInt(hex, 16));
    if (hex !== undefined) index += 2;
  }
  return Uint8Array.from(bytes);
}

/** Decodes what can be decoded. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeLoosely(text);
  }
}

/** Sequences of `%XX` that are no UTF-8 become replacement characters. */
function decodeLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    const bytes = unescapeBytes(run);
    const decoder = sandboxHost.global.TextDecoder as new () => { decode(bytes: Uint8Array): string };
    return new decoder().decode(bytes);
  });
}

function printable(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : '';
}

interface StringifyOptions {
  encodeURIComponent?: Convert;
}

export function stringify(
  query: unknown,
  separator?: string,
  equals?: string,
  options?: StringifyOptions,
): string {
  if (typeof query !== 'object' || query === null) return '';
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : escape;
  const pair = (key: string, value: unknown): string =>
    `${encode(printable(key))}${equals || '='}${encode(printable(value))}`;
  return Object.entries(query as Query)
    .flatMap(([key, value]) =>
      Array.isArray(value) ? value.map((item) => pair(key, item)) : [pair(key, value)],
    )
    .join(separator || '&');
}

interface ParseOptions {
  maxKeys?: number;
  decodeURIComponent?: Convert;
}

export function parse(text: unknown, separator?: string, equals?: string, options?: ParseOptions): Query {
  const query = Object.create(null) as Query;
  if (typeof text !== 'string' || text === '') return query;
  const own = options?.decodeURIComponent;
  const decode = (part: string): string => decodePart(part, typeof own === 'function' ? own : unescape);
  const limit = typeof options?.maxKeys === 'number' ? options.maxKeys : MAX_KEYS;
  const pairs = text.split(separator ? String(separator) : '&');
  const mark = equals ? String(equals) : '=';
  let count = 0;
  for (const pair of pairs) {
    if (pair === '') continue;
    if (limit > 0 && count++ >= limit) break;
    const at = pair.indexOf(mark);
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    add(query, key, at < 0 ? '' : decode(pair.slice(at + mark.length)));
  }
  return query;
}

function decodePart(part: string, decode: Convert): string {
  const spaced = part.replaceAll('+', ' ');
  if (!part.includes('%') && decode === unescape) return spaced;
  try {
    return decode(spaced);
  } catch {
    return unescape(spaced);
  }
}

function add(query: Query, key: string, value: string): void {
  const before = query[key];
  if (!(key in query)) query[key] = value;
  else if (Array.isArray(before)) before.push(value);
  else query[key] = [before, value];
}

export const encode = stringify;
export const decode = parse;
