import { endOfRun, isAlphanumeric, isDigit, isLower, isTokenCharacter } from './characters';
import type { Span } from './spans';

/** How issuers begin their tokens, and how many token characters follow at least; `plain`: letters and digits alone. */
const ISSUERS: readonly { begins: RegExp; least: number; plain?: boolean }[] = [
  { begins: /xox[abeoprs]-|xapp-/g, least: 10 },
  { begins: /sk-|gl(?:pat|dt|rt|ptt)-|[rs]k_(?:live|test)_/g, least: 16 },
  { begins: /gh[pousr]_/g, least: 20, plain: true },
  { begins: /github_pat_|hf_|gsk_|xai-|do[op]_v1_|pypi-|GOCSPX-|whsec_|dckr_pat_/g, least: 20 },
  { begins: /shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-|glsa_|lin_api_|figd_|PMAK-|NRAK-|xkeysib-/g, least: 20 },
  { begins: /sntrys_|ATATT3x|AGE-SECRET-KEY-1|SG\.|ya29\.|hv[bs]\./g, least: 20 },
  { begins: /AIza/g, least: 30 },
  { begins: /npm_/g, least: 30, plain: true },
];

/** Tokens that are secret whoever issued them, by their shape alone. */
export function tokenSpans(text: string): Span[] {
  return [...issuedTokens(text), ...accessKeyIds(text), ...jsonWebTokens(text), ...mixedTokens(text)];
}

function issuedTokens(text: string): Span[] {
  return ISSUERS.flatMap(({ begins, least, plain }) =>
    [...text.matchAll(begins)].flatMap(({ index, 0: { length } }) => {
      if (isAlphanumeric(text.charCodeAt(index - 1))) return [];
      const from = index + length;
      if (endOfRun(text, from, plain ? isAlphanumeric : isDottedCharacter, least) - from < least) return [];
      // Names begin so as well (`sk-fading-circle`): a token has digits, capitals or no end of letters.
      const sample = text.slice(from, from + 64);
      return /[0-9A-Z]|[a-z]{16}/.test(sample) ? [{ start: index, end: endOfToken(text, from) }] : [];
    }),
  );
}

/** Token characters and the dots between them. */
function isDottedCharacter(code: number): boolean {
  return isTokenCharacter(code) || code === 46;
}

function endOfToken(text: string, from: number): number {
  let end = endOfRun(text, from, isDottedCharacter);
  // A full stop ends the sentence, not the token.
  while (end > from && text.charCodeAt(end - 1) === 46) end -= 1;
  return end;
}

/** Ids of AWS access keys: they name the account. */
function accessKeyIds(text: string): Span[] {
  return [...text.matchAll(/(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/g)].flatMap(({ index }) => {
    const isWhole =
      !isAlphanumeric(text.charCodeAt(index - 1)) && !isAlphanumeric(text.charCodeAt(index + 20));
    return isWhole ? [{ start: index, end: index + 20 }] : [];
  });
}

/** `header.payload.signature`: base64 of JSON objects. */
function jsonWebTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('eyJ'); at !== -1; at = text.indexOf('eyJ', at)) {
    const header = endOfRun(text, at, isTokenCharacter);
    const isWhole = !isAlphanumeric(text.charCodeAt(at - 1));
    const payload = text.charCodeAt(header) === 46 ? endOfRun(text, header + 1, isTokenCharacter) : header;
    const isToken = isWhole && header - at > 10 && payload - header > 8;
    if (isToken) spans.push({ start: at, end: endOfToken(text, at) });
    at = Math.max(isToken ? endOfToken(text, at) : header, at + 1);
  }
  return spans;
}

/** Characters of one token: shorter ones are words and versions, longer ones encoded files. */
const MIXED_LEAST = 28;
const MIXED_MOST = 80;

/** A word of letters and digits as only chance puts them together: keys of issuers that nobody has listed. */
function mixedTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfRun(text, at, isAlphanumeric);
    if (end - at >= MIXED_LEAST && end - at <= MIXED_MOST && isMixed(text, at, end) && stands(text, at, end))
      spans.push({ start: at, end });
    at = Math.max(end, at + 1);
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
    const now = classOf(text.charCodeAt(at));
    counts[now] = (counts[now] ?? 0) + 1;
    if (now !== before) changes += 1;
    before = now;
  }
  const length = end - start;
  return changes * 10 >= length * 4 && counts.every((count) => count >= 2 && count * 10 <= length * 7);
}

function classOf(code: number): number {
  return isDigit(code) ? 0 : isLower(code) ? 1 : 2;
}
