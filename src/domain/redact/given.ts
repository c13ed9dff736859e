import { ALPHANUMERIC, BARE_END, BLANK, endOfRun, isAt, LINE_END, QUOTE } from './characters';
import { authorizationSpan, cookieSpans, isCookieName } from './headers';
import { kindOfName, type NameKind } from './names';
import type { Span } from './readings';
import { isExpression, isIdentifier, isName, isPlaceholder, isRandom } from './values';

/** Most characters of a value that are examined. A longer value is redacted whole if its beginning is secret. */
const EXAMINED = 64;
/** Shorter values are words of the language. */
const SHORTEST_SECRET = 6;
/** Shortest value of letters alone that is taken for a secret. */
const SHORTEST_WORD = 8;

/** A name that keeps a secret, and where it is given one. */
export interface Assignment {
  name: string;
  kind: NameKind;
  nameStart: number;
  /** Offset of the value, after blanks. */
  value: number;
  sign: ':' | '=' | ',' | ' ' | '>';
  /** Nothing but the sign stands between name and value. */
  tight: boolean;
}

/** The parts of a value that are secret, and where what was examined ends: nothing needs to look at it again. */
export function secretsGiven(text: string, found: Assignment): { spans: Span[]; end: number } {
  const { name, value } = found;
  const quote = openingQuote(text, value);
  const start = quote === undefined ? value : value + quote.length;
  if (isCookieName(name)) return cookieSpans(text, start);
  const span = secretGiven(text, found, start, quote);
  return span ? { spans: [span], end: span.end } : { spans: [], end: 0 };
}

function secretGiven(
  text: string,
  found: Assignment,
  start: number,
  quote: string | undefined,
): Span | undefined {
  if (/authorization$/i.test(found.name)) {
    const span = authorizationSpan(text, start);
    return span && (found.sign !== ',' || span.start > start) ? span : undefined;
  }
  if (quote !== undefined) return quotedSecret(text, found, start, quote);
  return found.sign === ',' ? undefined : bareSecret(text, found);
}

/** True for the text of a field of JSON that its name makes secret. */
export function isSecretField(name: string, value: string): boolean {
  const kind = kindOfName(name);
  if (kind === undefined) return false;
  return kind === 'weak' ? isRandomValue(value) : isWritten(value, name);
}

/** A quote with the backslashes before it, as a text within JSON has them. */
function openingQuote(text: string, at: number): string | undefined {
  let end = at;
  while (end < at + 4 && text.charAt(end) === '\\') end += 1;
  if (!isAt(text, end, QUOTE)) return undefined;
  const quote = text.charAt(end);
  return quote !== '`' && text.startsWith(quote.repeat(3), end)
    ? text.slice(at, end + 3)
    : text.slice(at, end + 1);
}

function quotedSecret(
  text: string,
  { name, kind, sign }: Assignment,
  start: number,
  quote: string,
): Span | undefined {
  const examined = text.slice(start, endOfQuoted(text, start, quote, EXAMINED)).trim();
  const isSecret = sign === ',' || kind === 'weak' ? isRandomValue(examined) : isWritten(examined, name);
  return isSecret ? { start, end: endOfQuoted(text, start, quote) } : undefined;
}

function endOfQuoted(text: string, start: number, quote: string, limit = text.length): number {
  const last = Math.min(text.length, start + limit);
  for (let at = start; at < last; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' && quote !== '`' && quote.length < 3) return at;
    if (character === quote.charAt(0) && text.startsWith(quote, at)) return at;
    if (character === '\\' && quote.length === 1) at += 1;
  }
  return last;
}

function isRandomValue(value: string): boolean {
  return isRandom(value, 12) && !isPlaceholder(value);
}

/** A value in quotes behind a name that keeps a secret. Sentences and names are none. */
function isWritten(value: string, name: string): boolean {
  if (isPlaceholder(value)) return false;
  if (/\s/.test(value)) return isPhrase(value);
  const least = /^[A-Za-z_]+$/.test(value) ? SHORTEST_WORD : SHORTEST_SECRET;
  return value.length >= least && !isName(value, name);
}

/** Words of which one is no word of a language. */
function isPhrase(value: string): boolean {
  return value.split(/\s/).some((word) => isRandom(word, 8) && !/[(){}<>=]/.test(word));
}

function typedSecret(text: string, found: Assignment): Span | undefined {
  const quote = openingQuote(text, found.value);
  return quote === undefined
    ? bareSecret(text, found)
    : quotedSecret(text, found, found.value + quote.length, quote);
}

function bareSecret(text: string, found: Assignment): Span | undefined {
  const { value: start, kind } = found;
  const typed = typeBefore(text, found);
  if (typed !== undefined) return typedSecret(text, { ...found, sign: '=', value: typed, tight: false });
  const block = blockOf(text, found);
  if (block) return block;
  const filled = fillsLine(text, found);
  const end = filled ?? endOfBare(text, start, BLANK | LINE_END | QUOTE | BARE_END, EXAMINED);
  const value = text.slice(start, end);
  const isAlone = filled !== undefined || isShellWord(text, found, end);
  const isSecret = kind === 'weak' ? isAlone && isRandom(value, 16) : isBare(value, isAlone, found);
  if (!isSecret || isPlaceholder(value) || isExpression(value)) return undefined;
  const rest = end - start < EXAMINED ? end : endOfBare(text, start, BLANK | LINE_END | QUOTE);
  return { start, end: rest };
}

/** End of an unquoted value; line ends and quotes as they stand in a text within JSON end it too. */
function endOfBare(text: string, start: number, flags: number, limit = text.length): number {
  const last = Math.min(text.length, start + limit);
  let at = start;
  while (at < last && !isAt(text, at, flags) && !(text.charAt(at) === '\\' && isEscape(text, at))) at += 1;
  return at;
}

function isEscape(text: string, at: number): boolean {
  return 'nrt"\''.includes(text.charAt(at + 1) || 'n');
}

/** End of a value that is all of its line behind the name, a comment aside; undefined where it is not. */
function fillsLine(text: string, { value: start, nameStart }: Assignment): number | undefined {
  const end = endOfBare(text, start, BLANK | LINE_END | QUOTE, EXAMINED);
  const after = endOfRun(text, end, BLANK, 64);
  const isLast = after === text.length || isAt(text, after, LINE_END) || '\\#'.includes(text.charAt(after));
  if (!isLast || (isAt(text, after, QUOTE) && end === after) || !startsLine(text, nameStart))
    return undefined;
  return ',;'.includes(text.charAt(end - 1)) ? end - 1 : end;
}

/** True where a line of data begins with the name: only signs of lists, diffs and shells stand before it. */
function startsLine(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 40), nameStart);
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\\n') + 1) + 1);
  return /^(?:[\s>|+#;"'-]|\d{1,5}[:|])*(?:export |set |env |ENV |ARG )?$/.test(line);
}

/** An unquoted value is code as often as a secret: an identifier is a secret only where data has a line or word of its own. */
function isBare(value: string, isAlone: boolean, { name, sign, tight }: Assignment): boolean {
  if (value.length < SHORTEST_SECRET) return false;
  if (!isAlone) return isRandom(value, SHORTEST_WORD) && !/^[\w$]{1,15}$/.test(value);
  if (isName(value, name)) return false;
  if (/^\d+$/.test(value)) return value.length >= SHORTEST_WORD;
  if (!isIdentifier(value)) return /[A-Za-z0-9]/.test(value);
  return /\d/.test(value) || value === value.toLowerCase() || (sign === '=' && tight);
}

/** `name: type = value`: where the value begins. */
function typeBefore(text: string, { value, sign }: Assignment): number | undefined {
  if (sign !== ':') return undefined;
  const end = endOfRun(text, value, ALPHANUMERIC, 24);
  const equals = endOfRun(text, end, BLANK, 4);
  const isAssigned = text.charAt(equals) === '=' && !'=>'.includes(text.charAt(equals + 1) || ' ');
  return isAssigned && /^[A-Za-z]+$/.test(text.slice(value, end)) && equals > end
    ? endOfRun(text, equals + 1, BLANK, 16)
    : undefined;
}

/** The indented lines of a block of YAML: `password: |`. */
function blockOf(text: string, { value, sign, kind }: Assignment): Span | undefined {
  if (sign !== ':' || kind !== 'strong' || !'|>'.includes(text.charAt(value) || ' ')) return undefined;
  const mark = /^[|>][+-]?\d?[ \t]{0,8}(?:\\r|\r)?(\\n|\n)([ \t]{1,64})/.exec(text.slice(value, value + 96));
  if (!mark) return undefined;
  const start = value + mark[0].length;
  // As a text within JSON has it, a line end is two characters.
  const [, line = '', indent = ''] = mark;
  for (let end = start; ; end += line.length + indent.length) {
    const lineEnd = text.indexOf(line, end);
    end = lineEnd === -1 ? text.length : lineEnd;
    if (lineEnd === -1 || !text.startsWith(indent, lineEnd + line.length)) return { start, end };
  }
}

/** `NAME=value` with blanks or quotes around it, or in the query of an address; `'name: value'` in quotes. */
function isShellWord(text: string, { nameStart, sign, tight }: Assignment, end: number): boolean {
  if (sign === ' ') return true;
  if (sign === '>') return text.startsWith('</', end);
  const before = text.charAt(nameStart - 1);
  const after = text.charAt(end);
  if (sign === ':' && isAt(text, nameStart - 1, QUOTE)) return after === before;
  if (sign !== '=' || !tight) return false;
  const isQuery = before === '?' || before === '&';
  const begins = before === '' || ' \t\n\r"\'`?&;('.includes(before);
  return begins && (after === '' || ' \t\n\r"\'`\\#'.includes(after) || (isQuery && after === '&'));
}
