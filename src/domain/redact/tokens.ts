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
} from './characters';
import type { Span } from './spans';

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
