import { assignedSpans } from './assigned';
import { schemeSpans } from './headers';
import { knownSpans } from './known';
import { privateKeySpans, programSpans, tokenSpans } from './tokens';
import { throughBreaks, throughEscapes, REDACTED, replaceSpans, type Find, type Span } from './readings';
import { BLANK, endOfOthers, endOfRun, LINE_END, QUOTE, ALPHANUMERIC, isAt, NO_USERINFO } from './characters';
import { isPlaceholder, isRandom } from './values';

/** User and password together: more is no address. */
const LONGEST_USERINFO = 512;

/** The password of `scheme://user:password@host`, or a user that is a token. */
function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const found = isAt(text, at - 1, ALPHANUMERIC) ? userinfoSpan(text, at + 3) : undefined;
    if (found) spans.push(found);
  }
  return spans;
}

function userinfoSpan(text: string, start: number): Span | undefined {
  const host = text.slice(start, endOfOthers(text, start, NO_USERINFO, LONGEST_USERINFO));
  // A password may hold an `@` of its own, and the last one counts.
  const at = host.lastIndexOf('@');
  if (at === -1) return undefined;
  const colon = host.indexOf(':');
  const from = colon === -1 || colon > at ? 0 : colon + 1;
  const secret = host.slice(from, at);
  const isSecret = from === 0 ? isRandom(secret, 16) : secret.length >= 3 && !isPlaceholder(secret);
  return isSecret ? { start: start + from, end: start + at } : undefined;
}

/** Names of secrets in Chinese and Korean. */
const NAMES = /密码|口令|密钥|私钥|令牌|验证码|비밀번호|패스워드|암호|비밀키|토큰|시크릿|인증번호/g;
/** Particles, signs and quotes between such a name and its value. */
const LINK = /^(?:是|为|은|는|가|이)?[ \t]{0,8}[:：=]?[ \t]{0,8}["'“「]?/;
const LONGEST_LINK = 24;
const SHORTEST = 6;
const LONGEST = 256;

/** Values behind a name in Chinese or Korean: `密码: …`, `비밀번호는 …`. A value has a digit or a sign, and no word of these scripts. */
function spokenSpans(text: string): Span[] {
  return [...text.matchAll(NAMES)].flatMap(({ index, 0: name }) => {
    const from = index + name.length;
    const link = LINK.exec(text.slice(from, from + LONGEST_LINK))?.[0] ?? '';
    if (link === '') return [];
    const start = endOfRun(text, from + link.length, BLANK, 8);
    const end = endOfOthers(text, start, BLANK | QUOTE | LINE_END, LONGEST);
    const value =
      /^[\x21-\x7e]{0,256}/.exec(text.slice(start, end))?.[0].replace(/[.,;)}\]]{1,8}$/, '') ?? '';
    const isSecret = value.length >= SHORTEST && /\d/.test(value) && /[A-Za-z]/.test(value);
    return isSecret ? [{ start, end: start + value.length }] : [];
  });
}

export { REDACTED };

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** All that knows secrets by their shape or by what stands beside them. */
const SHAPES: readonly Find[] = [
  ...[throughEscapes(tokenSpans), privateKeySpans, urlSpans, schemeSpans],
  ...[assignedSpans, programSpans, spokenSpans],
];

/** No secret is shorter. */
const SHORTEST_TEXT = 6;

/**
 * Makes a function that redacts the given secrets, in all forms in which they are written, and everything shaped like a
 * secret. For every exit: history, logs, reports, stored prompts. Never for an edit: the mark would be written into the
 * user's code. Its time is proportional to the length of the text.
 */
export function redactor(secrets: readonly string[] = []): Redact {
  const byShape: Find = (text) => SHAPES.flatMap((find) => find(text));
  const finders = [
    ...(secrets.length > 0 ? [throughBreaks(throughEscapes(knownSpans(secrets), 2), { lines: true })] : []),
    throughBreaks(byShape, { lines: false }),
  ];
  return (text) =>
    text.length < SHORTEST_TEXT
      ? text
      : replaceSpans(
          text,
          finders.flatMap((find) => find(text)),
        );
}

/** The text without the given secrets and without anything of a secret's shape: `redactor` for one text. */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redactor(secrets)(text);
}

/** Plain data with every text in it redacted, but for the names of its fields: for what people see, at the one place that it goes through. */
export function redactedTexts<T>(value: T, redact: Redact): T {
  // Most texts of a report, such as paths and hashes, stand in it more than once.
  const known = new Map<string, string>();
  const redacted = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const clean = known.get(one) ?? redact(one);
      known.set(one, clean);
      return clean;
    }
    if (Array.isArray(one)) return one.map(redacted);
    if (Object.prototype.toString.call(one) !== '[object Object]') return one;
    return Object.fromEntries(Object.entries(one as object).map(([name, inner]) => [name, redacted(inner)]));
  };
  return redacted(value) as T;
}
