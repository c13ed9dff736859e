import { endOfRun, isAlphanumeric, skipBlanks } from './characters';
import type { Span } from './spans';
import { isExpression, isPlaceholder, isRandom } from './values';

/** Shortest value of a cookie that is taken for more than a setting. */
const SHORTEST_COOKIE = 8;

/** What a cookie says of itself. */
const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|partitioned)$/i;

/** True for the headers `Cookie` and `Set-Cookie`. */
export function isCookieName(name: string): boolean {
  return /^-{0,2}(?:set-)?cookie$/i.test(name);
}

/** The values of the cookies between two places. */
export function cookieSpans(text: string, start: number, end: number): Span[] {
  const spans: Span[] = [];
  for (let at = start; at < end;) {
    const semicolon = text.indexOf(';', at);
    const stop = semicolon === -1 || semicolon > end ? end : semicolon;
    const equals = text.indexOf('=', at);
    const value = text.slice(equals + 1, stop).trimEnd();
    const name = text.slice(at, equals).trim();
    const isPair = equals > at && equals < stop && /^[\w.-]{1,64}$/.test(name) && !ATTRIBUTES.test(name);
    if (isPair && value.length >= SHORTEST_COOKIE && !/[\s(]/.test(value) && !isPlaceholder(value))
      spans.push({ start: equals + 1, end: equals + 1 + value.length });
    at = stop + 1;
  }
  return spans;
}

/** The credentials of an `Authorization` header between two places; its scheme stays. */
export function authorizationSpan(text: string, from: number, end: number): Span | undefined {
  const start = Math.min(schemeEnd(text, from), end);
  const value = text.slice(start, end).trimEnd();
  if (value.length < 6 || isPlaceholder(value) || isExpression(value)) return undefined;
  if (/[\s;,(){}]/.test(value) && start === from) return undefined;
  return /^[A-Za-z_]+$/.test(value) && value.length < 16 ? undefined : { start, end: start + value.length };
}

/** The place behind a scheme such as `Bearer`; `from` where there is none. */
export function schemeEnd(text: string, from: number): number {
  const end = endOfRun(text, from, isAlphanumeric, 16);
  const value = skipBlanks(text, end);
  const isScheme = /^(?:bearer|basic|token|digest|apikey|negotiate|ntlm|jwt)$/i.test(text.slice(from, end));
  return isScheme && value > end ? value : from;
}

/** `Bearer …` and `Basic …` wherever they stand. */
export function schemeSpans(text: string): Span[] {
  return [...text.matchAll(/(?:bearer|basic)[ \t]/gi)].flatMap(({ index, 0: { length } }) => {
    if (isAlphanumeric(text.charCodeAt(index - 1))) return [];
    const start = skipBlanks(text, index + length);
    const end = endOfRun(text, start, isCredential);
    const value = text.slice(start, end).replace(/[.:]$/, '');
    const isSecret =
      length === 6 && /^basic/i.test(text.slice(index, index + 5)) ? isBasic(value) : isBearer(value);
    return isSecret ? [{ start, end: start + value.length }] : [];
  });
}

function isCredential(code: number): boolean {
  return isAlphanumeric(code) || '._~+/=:-'.includes(String.fromCharCode(code));
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
