import {
  ALPHANUMERIC,
  BLANK,
  CREDENTIAL,
  DOTTED,
  endOfOthers,
  endOfRun,
  isAt,
  LINE_END,
  QUOTE,
  startsWord,
} from './characters';
import type { Span } from './readings';
import { isExpression, isPlaceholder, isRandom } from './values';

/** Shortest value of a cookie that is taken for more than a setting. */
const SHORTEST_COOKIE = 8;
const SHORTEST_CREDENTIALS = 6;
const LONGEST_NAME = 64;
/** Most characters of a value that are examined. A longer value is redacted whole if its beginning is secret. */
const EXAMINED = 64;

const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|partitioned)$/i;

/** True for the headers `Cookie` and `Set-Cookie`. */
export function isCookieName(name: string): boolean {
  return /^-{0,2}(?:set-)?cookie$/i.test(name);
}

/** The values of the cookies that begin here, `name=value; name=value`, and where they end. */
export function cookieSpans(text: string, from: number): { spans: Span[]; end: number } {
  const spans: Span[] = [];
  for (let at = from; ;) {
    const start = endOfRun(text, at, BLANK, 8);
    const nameEnd = endOfRun(text, start, DOTTED, LONGEST_NAME);
    const sign = text.charAt(nameEnd);
    if (nameEnd === start || (sign !== '=' && sign !== ';')) return { spans, end: at };
    at = nameEnd;
    if (sign === '=') {
      const value = nameEnd + 1;
      at = endOfCookie(text, value, EXAMINED);
      if (isCookie(text.slice(start, nameEnd), text.slice(value, at))) {
        at = endOfCookie(text, value);
        spans.push({ start: value, end: at });
      }
    }
    if (text.charAt(at) !== ';') return { spans, end: at };
    at += 1;
  }
}

function endOfCookie(text: string, start: number, limit = text.length): number {
  const last = Math.min(text.length, start + limit);
  let end = start;
  while (end < last && text.charAt(end) !== ';' && !isAt(text, end, BLANK | QUOTE | LINE_END)) end += 1;
  return text.charAt(end - 1) === '\\' ? end - 1 : end;
}

function isCookie(name: string, value: string): boolean {
  return (
    value.length >= SHORTEST_COOKIE && !ATTRIBUTES.test(name) && !value.includes('(') && !isPlaceholder(value)
  );
}

/** The credentials of an `Authorization` header that begin here; their scheme stays. */
export function authorizationSpan(text: string, from: number): Span | undefined {
  const start = schemeEnd(text, from);
  const ends = /^digest/i.test(text.slice(from, start)) ? LINE_END : BLANK | QUOTE | LINE_END;
  const end = endOfOthers(text, start, ends, EXAMINED);
  const value = text.slice(start, end).replace(/[,;)}\]\\]{1,8}$/, '');
  if (value.length < SHORTEST_CREDENTIALS || isPlaceholder(value) || isExpression(value)) return undefined;
  const isSecret = start > from ? !/^[a-z]{1,15}$/i.test(value) : isRandom(value, SHORTEST_CREDENTIALS);
  if (!isSecret) return undefined;
  return { start, end: end - start < EXAMINED ? start + value.length : endOfOthers(text, start, ends) };
}

/** The place behind a scheme such as `Bearer`; `from` where there is none. */
function schemeEnd(text: string, from: number): number {
  const end = endOfRun(text, from, ALPHANUMERIC, 16);
  const value = endOfRun(text, end, BLANK, 8);
  const isScheme = /^(?:bearer|basic|token|digest|apikey|negotiate|ntlm|jwt|key)$/i.test(
    text.slice(from, end),
  );
  return isScheme && value > end ? value : from;
}

/** `Bearer …` and `Basic …` wherever they stand. */
export function schemeSpans(text: string): Span[] {
  return [...text.matchAll(/(?:bearer|basic)[ \t]/gi)].flatMap(({ index, 0: scheme }) => {
    if (!startsWord(text, index)) return [];
    const start = endOfRun(text, index + scheme.length, BLANK, 8);
    const value = text.slice(start, endOfRun(text, start, CREDENTIAL)).replace(/[.:]$/, '');
    const isSecret = /^bearer/i.test(scheme) ? isBearer(value) : isBasic(value);
    return isSecret ? [{ start, end: start + value.length }] : [];
  });
}

function isBearer(value: string): boolean {
  return isRandom(value, 8) || (value.length >= 24 && !/^[a-z/.-]+$/.test(value));
}

/** Base64 of `user:password`: a colon stands in it, and nothing that is no text. */
function isBasic(value: string): boolean {
  return (
    value.length >= 8 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(value) &&
    /[0-9A-Z]/.test(value.slice(1)) &&
    decodes(value)
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodes(value: string): boolean {
  let bits = 0;
  let held = 0;
  let hasColon = false;
  for (const character of value.slice(0, 256).replaceAll('=', '')) {
    held = ((held << 6) | BASE64.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    if (byte < 32) return false;
    if (byte === 58) hasColon = true;
  }
  return hasColon;
}
