import {
  ALPHANUMERIC,
  DIGIT,
  DOTTED,
  endOfRun,
  isAt,
  isEscaped,
  LOWER,
  startsWord,
  TOKEN,
  BLANK,
  endOfOthers,
  LINE_END,
  QUOTE,
} from './characters';
import type { Span } from './readings';
import { isPlaceholder, isRandom } from './values';

const BEGIN = '-----BEGIN ';
const END = '-----END ';
/** Of `RSA PRIVATE KEY`, `PGP PRIVATE KEY BLOCK` and the like. */
const LONGEST_LABEL = 64;
const LONGEST_LINE = 100;
/** A line of a key with the signs of a diff before it. */
const KEY_LINE = /^[ >|+-]{0,8}[A-Za-z0-9+/=]{16,80}\r?$/;

/** Longest value that is looked at. */
const LONGEST = 256;
/** Shortest password that is told from other values of short flags, such as ports. */
const SHORTEST = 10;

/** How issuers begin their tokens, and how many characters of which class follow at least. */
const ISSUERS: readonly { begins: RegExp; least: number; of?: number }[] = [
  { begins: /xox[abeoprs]-|xapp-/g, least: 10 },
  { begins: /sk-|gl(?:pat|dt|rt|ptt)-|[rs]k_(?:live|test)_/g, least: 16 },
  { begins: /gh[pousr]_/g, least: 20, of: ALPHANUMERIC },
  { begins: /github_pat_|hf_|gsk_|xai-|do[op]_v1_|pypi-|GOCSPX-|whsec_|dckr_pat_/g, least: 20 },
  { begins: /shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-|glsa_|lin_api_|figd_|PMAK-|NRAK-|xkeysib-/g, least: 20 },
  { begins: /sntrys_|ATATT3x|AGE-SECRET-KEY-1|SG\.|ya29\.|hv[bs]\./g, least: 20 },
  { begins: /AIza/g, least: 30 },
  { begins: /dp\.(?:pt|st|ct|sa|scim|audit)\./g, least: 40 },
  { begins: /dapi(?=[0-9a-f]{32})|SK(?=[0-9a-f]{32}(?![\w]))/g, least: 32, of: ALPHANUMERIC },
  // Who knows the address may write there.
  { begins: /hooks\.slack\.com\/services\/\w{1,20}\/\w{1,20}\//g, least: 16 },
  { begins: /discord(?:app)?\.com\/api\/webhooks\/\d{1,24}\//g, least: 30 },
  { begins: /npm_/g, least: 30, of: ALPHANUMERIC },
];

/** Tokens that are secret whoever issued them, by their shape alone. */
export function tokenSpans(text: string): Span[] {
  return [...ISSUERS.flatMap((issuer) => issuedTokens(text, issuer)), ...accessKeyIds(text), ...runs(text)];
}

function issuedTokens(text: string, { begins, least, of = DOTTED }: (typeof ISSUERS)[number]): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const { index, 0: begin } of text.matchAll(begins)) {
    const from = index + begin.length;
    if (index < done || !startsWord(text, index)) continue;
    if (endOfRun(text, from, of, least) - from < least) continue;
    // Names begin so as well (`sk-fading-circle`): a token has digits, capitals or no end of letters.
    if (!/[0-9A-Z]|[a-z]{16}/.test(text.slice(from, from + 64))) continue;
    done = endOfToken(text, from);
    spans.push({ start: index, end: done });
  }
  return spans;
}

function endOfToken(text: string, from: number): number {
  let end = endOfRun(text, from, DOTTED);
  // A full stop ends the sentence, not the token.
  while (end > from && text.charAt(end - 1) === '.') end -= 1;
  return end;
}

/** Ids of AWS access keys: they name the account. */
function accessKeyIds(text: string): Span[] {
  return [...text.matchAll(/(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/g)].flatMap(({ index }) => {
    const isWhole = startsWord(text, index) && !isAt(text, index + 20, ALPHANUMERIC);
    return isWhole ? [{ start: index, end: index + 20 }] : [];
  });
}

/** Tokens that nothing but their own letters tells: each run of token characters is looked at once. */
function runs(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!isAt(text, at, DOTTED)) continue;
    const end = endOfRun(text, at, DOTTED);
    const start = isEscaped(text, at) ? at + 1 : at;
    if (end - start >= 20) spans.push(...webTokens(text, start, end), ...mixedTokens(text, start, end));
    at = end;
  }
  return spans;
}

/** `header.payload.signature`: base64 of JSON objects. */
function webTokens(text: string, start: number, end: number): Span[] {
  for (let at = text.indexOf('eyJ', start); at !== -1 && at < end; at = text.indexOf('eyJ', at + 3)) {
    if (!startsWord(text, at)) continue;
    const header = endOfRun(text, at, TOKEN);
    const payload = text.charAt(header) === '.' ? endOfRun(text, header + 1, TOKEN, 9) : header;
    if (header - at > 10 && payload - header > 8) return [{ start: at, end: endOfToken(text, at) }];
    at = header;
  }
  return [];
}

/** Characters of one token: shorter ones are words and versions, longer ones encoded files. */
const MIXED_LEAST = 28;
const MIXED_MOST = 80;

/** A word of letters and digits as only chance puts them together: keys of issuers that nobody has listed. */
function mixedTokens(text: string, start: number, limit: number): Span[] {
  const spans: Span[] = [];
  for (let at = start; at < limit; at += 1) {
    const end = endOfRun(text, at, ALPHANUMERIC);
    const length = end - at;
    if (length >= MIXED_LEAST && length <= MIXED_MOST && isMixed(text, at, end) && stands(text, at, end))
      spans.push({ start: at, end });
    at = end;
  }
  return spans;
}

/** True where neither base64 nor a path goes on beside it. */
function stands(text: string, start: number, end: number): boolean {
  return !'+/=.'.includes(text.charAt(start - 1) || ' ') && !'+/=.('.includes(text.charAt(end) || ' ');
}

/** Capitals, small letters and digits, changing often: of chance letters, half of all neighbours differ in class. */
function isMixed(text: string, start: number, end: number): boolean {
  const counts = [0, 0, 0];
  let changes = 0;
  let before = -1;
  for (let at = start; at < end; at += 1) {
    const now = isAt(text, at, DIGIT) ? 0 : isAt(text, at, LOWER) ? 1 : 2;
    counts[now] = (counts[now] ?? 0) + 1;
    if (now !== before) changes += 1;
    before = now;
  }
  const length = end - start;
  return changes * 10 >= length * 4 && counts.every((count) => count >= 2 && count * 10 <= length * 7);
}

/** Passwords in short flags of programs: `curl -u user:…`, `mysql -p…`. */
export function programSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(' -'); at !== -1; at = text.indexOf(' -', at + 2)) {
    const found = userSpan(text, at + 1) ?? passwordSpan(text, at + 1);
    if (found) spans.push(found);
  }
  return spans;
}

/** `-u name:password` and `--user name:password`. */
function userSpan(text: string, at: number): Span | undefined {
  const flag = /^(?:-u|--(?:proxy-)?user)[ =]?["']?/.exec(text.slice(at, at + 16))?.[0];
  if (flag === undefined) return undefined;
  const start = at + flag.length;
  const end = valueEnd(text, start);
  const colon = text.slice(start, end).indexOf(':');
  const secret = text.slice(start + colon + 1, end);
  const isSecret = colon > 0 && secret.length >= 6 && !/^\d+$/.test(secret) && !isPlaceholder(secret);
  return isSecret ? { start: start + colon + 1, end } : undefined;
}

/** `-ppassword`, as clients of databases take it. */
function passwordSpan(text: string, at: number): Span | undefined {
  if (text.charAt(at + 1) !== 'p' || isAt(text, at + 2, BLANK)) return undefined;
  const start = at + 2;
  const end = valueEnd(text, start);
  const secret = text.slice(start, end);
  return isRandom(secret, SHORTEST) && /^[^/:=,-]+$/.test(secret) ? { start, end } : undefined;
}

function valueEnd(text: string, start: number): number {
  return endOfOthers(text, start, BLANK | QUOTE | LINE_END, LONGEST);
}

/** Private keys in PEM form; also where the text begins or ends within one. */
export function privateKeySpans(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let at = text.indexOf('-----'); at !== -1; at = text.indexOf('-----', at + 5)) {
    if (text.startsWith(BEGIN, at) && isPrivate(text, at + BEGIN.length)) {
      const close = text.indexOf(END, at);
      const end = close === -1 ? text.length : endOfLabel(text, close + END.length);
      spans.push({ start: at, end });
      done = end;
      at = end - 5;
    } else if (at >= done && text.startsWith(END, at) && isPrivate(text, at + END.length)) {
      const end = endOfLabel(text, at + END.length);
      spans.push({ start: startOfLines(text, at, done), end });
      done = end;
      at = end - 5;
    }
  }
  return spans;
}

function isPrivate(text: string, label: number): boolean {
  const close = text.indexOf('-----', label);
  return close !== -1
    ? close - label <= LONGEST_LABEL && text.slice(label, close).includes('PRIVATE KEY')
    : text.startsWith('PRIVATE KEY', label) || /^[A-Z0-9 ]{0,32}PRIV/.test(text.slice(label, label + 48));
}

function endOfLabel(text: string, label: number): number {
  const close = text.indexOf('-----', label);
  return close === -1 || close - label > LONGEST_LABEL ? text.length : close + 5;
}

/** Start of the lines of base64 that stand before a closing line. */
function startOfLines(text: string, closing: number, done: number): number {
  let start = closing;
  for (;;) {
    const first = Math.max(done, start - LONGEST_LINE);
    const above = text.slice(first, start);
    if (!above.endsWith('\n')) return start;
    const line = above.slice(above.lastIndexOf('\n', above.length - 2) + 1, -1);
    if (!KEY_LINE.test(line)) return start;
    start -= line.length + 1;
  }
}
