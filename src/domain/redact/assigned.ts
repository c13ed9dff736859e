import { endOfRun, isAlphanumeric, isBlank, isQuote, skipBlanks, skipBlanksBack } from './characters';
import { kindOfName, type NameKind } from './names';
import type { Span } from './spans';
import { authorizationSpan, cookieSpans, isCookieName } from './headers';
import { isExpression, isIdentifier, isName, isPlaceholder, isRandom } from './values';

const LONGEST_NAME = 64;
/** A value that is longer is cut here: what follows is looked at anew. */
const LONGEST_VALUE = 4_096;
/** Shorter values are words of the language. */
const SHORTEST_SECRET = 6;
/** Shortest value of letters alone that is taken for a secret. */
const SHORTEST_WORD = 8;

/** A name that keeps a secret, and what stands between it and the value. */
interface Assignment {
  name: string;
  kind: NameKind;
  nameStart: number;
  /** Where the value begins, blanks left out. */
  value: number;
  sign: ':' | '=' | ',' | ' ' | '>';
  /** Nothing but the sign stands between name and value. */
  tight: boolean;
}

/**
 * Values that a name makes secret: `password: …` of YAML, `KEY=value`, `"apiKey": "…"`, headers and cookies, `--token …`,
 * `<secret>…`, `set('x-api-key', '…')`. Every place looks a bounded way back and forth.
 */
export function assignedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (at < done || (code > 62 && code !== 96)) continue;
    const found = assignmentAt(text, at, code);
    if (!found) continue;
    for (const span of secretsOf(text, found)) {
      spans.push(span);
      done = Math.max(done, span.end);
    }
  }
  return spans;
}

function assignmentAt(text: string, at: number, code: number): Assignment | undefined {
  if (code === 61 || code === 58) return assignedBy(text, at, code === 61 ? '=' : ':');
  if (code === 44) return isQuotedBefore(text, at) ? assignedBy(text, at, ',') : undefined;
  if (code === 62) return elementAt(text, at);
  return isBlank(code) ? flagAt(text, at) : undefined;
}

/** `name: value`, `name = value`, `'name', 'value'`. */
function assignedBy(text: string, at: number, sign: ':' | '=' | ','): Assignment | undefined {
  const next = text.charCodeAt(at + 1);
  const previous = text.charCodeAt(at - 1);
  // Comparisons compare with names more often than with secrets, and `::` is a path.
  if (sign === '=' && (next === 61 || [61, 33, 60, 62].includes(previous))) return undefined;
  if (sign === ':' && (next === 58 || previous === 58)) return undefined;
  const named = nameBefore(text, previous === 58 ? at - 1 : at);
  if (!named) return undefined;
  const after = next === 62 || (sign === ':' && next === 61) ? at + 2 : at + 1;
  const value = skipBlanks(text, after);
  return { ...named, sign, value, tight: value === at + 1 && named.end === at };
}

function isQuotedBefore(text: string, at: number): boolean {
  return isQuote(text.charCodeAt(skipBlanksBack(text, at) - 1));
}

/** The secret name that ends before a sign; quotes, brackets and the `?` of a type may stand between. */
function nameBefore(text: string, at: number) {
  let end = skipBlanksBack(text, at);
  for (let steps = 0; steps < 4 && end > 0 && '"\'`]?!\\)'.includes(text.charAt(end - 1)); steps += 1)
    end -= 1;
  let start = end;
  const first = Math.max(0, end - LONGEST_NAME);
  while (start > first && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  // The n of an escaped line end is no part of the name.
  if (text.charAt(start - 1) === '\\' && 'nrt'.includes(text.charAt(start))) start += 1;
  if (start >= end) return undefined;
  const name = text.slice(start, end);
  const kind = isCookieName(name) ? 'strong' : kindOfName(name);
  return kind && { name, kind, nameStart: start, end };
}

function isNameCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45 || code === 46;
}

/** `<password>…</password>` */
function elementAt(text: string, at: number): Assignment | undefined {
  const named = nameBefore(text, at);
  if (!named || named.end !== at || text.charAt(named.nameStart - 1) !== '<') return undefined;
  return { ...named, sign: '>', value: at + 1, tight: true };
}

/** `--password …`, and `password …` behind `login …` as .netrc has it. */
function flagAt(text: string, at: number): Assignment | undefined {
  if (isBlank(text.charCodeAt(at + 1)) || !isNameCharacter(text.charCodeAt(at - 1))) return undefined;
  const named = nameBefore(text, at);
  if (named?.kind !== 'strong' || named.end !== at) return undefined;
  const isFlag = named.name.startsWith('-');
  const isNetrc = named.name === 'password' && text.slice(Math.max(0, at - 100), at).includes('login ');
  return isFlag || isNetrc ? { ...named, sign: ' ', value: at + 1, tight: false } : undefined;
}

function secretsOf(text: string, found: Assignment): Span[] {
  const { name, value } = found;
  const quote = openingQuote(text, value);
  const start = quote === undefined ? value : value + quote.length;
  if (isCookieName(name)) return cookieSpans(text, start, endOfValue(text, start, quote, true));
  if (/authorization$/i.test(name)) {
    const span = authorizationSpan(text, start, endOfValue(text, start, quote, true));
    return span && (found.sign !== ',' || span.start > start) ? [span] : [];
  }
  if (quote !== undefined) return quotedSecret(text, found, start, quote);
  return found.sign === ',' ? [] : bareSecret(text, found);
}

/** A quote with the backslashes before it, as a text within JSON has them. */
function openingQuote(text: string, at: number): string | undefined {
  const end = endOfRun(text, at, (code) => code === 92, 4);
  return isQuote(text.charCodeAt(end)) ? text.slice(at, end + 1) : undefined;
}

function endOfValue(text: string, start: number, quote: string | undefined, wholeLine: boolean): number {
  const limit = Math.min(text.length, start + LONGEST_VALUE);
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== undefined) {
      if (text.startsWith(quote, at) && (quote.length > 1 || text.charCodeAt(at - 1) !== 92)) return at;
      if (code === 10 && quote !== '`') return at;
    } else if (code === 10 || code === 13 || isQuote(code) || (code === 92 && isEscape(text, at))) return at;
    else if (!wholeLine && (isBlank(code) || isBareEnd(code))) return at;
  }
  return limit;
}

/** A line end or quote as it stands in a text within JSON. */
function isEscape(text: string, at: number): boolean {
  return 'nrt"\''.includes(text.charAt(at + 1) || 'n');
}

function isBareEnd(code: number): boolean {
  return ',;)}]<>&|'.includes(String.fromCharCode(code));
}

function quotedSecret(text: string, { name, kind, sign }: Assignment, start: number, quote: string): Span[] {
  const end = endOfValue(text, start, quote, false);
  const value = text.slice(start, end);
  const isSecret = sign === ',' || kind === 'weak' ? isRandomValue(value) : isWritten(value, name);
  return isSecret ? [{ start, end }] : [];
}

function isRandomValue(value: string): boolean {
  return isRandom(value, 12) && !isPlaceholder(value);
}

/** True for the text of a field of JSON that its name makes secret. */
export function isSecretOf(name: string, value: string): boolean {
  const kind = kindOfName(name.slice(-LONGEST_NAME));
  if (kind === undefined) return false;
  return kind === 'weak' ? isRandomValue(value) : isWritten(value, name);
}

/** A value in quotes behind a name that keeps a secret. Sentences and names are none. */
function isWritten(value: string, name: string): boolean {
  if (isPlaceholder(value)) return false;
  if (/\s/.test(value.slice(0, 256))) return isPhrase(value);
  const least = /^[A-Za-z_]+$/.test(value) ? SHORTEST_WORD : SHORTEST_SECRET;
  return value.length >= least && !isName(value, name);
}

/** Words without a sentence around them: a passphrase. */
function isPhrase(value: string): boolean {
  const words = value.trim().split(/\s/);
  return words.some((word) => isRandom(word, 8) && !/[(){}<>=]/.test(word));
}

function bareSecret(text: string, found: Assignment): Span[] {
  const { value: start, kind, sign } = found;
  const typed = typeBefore(text, found);
  if (typed !== undefined) return secretsOf(text, { ...found, sign: '=', value: typed, tight: false });
  const block = blockOf(text, found);
  if (block) return [block];
  const filled = lineOf(text, found);
  const end = filled ?? endOfValue(text, start, undefined, false);
  const value = text.slice(start, end);
  if (isPlaceholder(value) || isExpression(value)) return [];
  const isAlone = filled !== undefined || isShellWord(text, found, end);
  const isSecret = kind === 'weak' ? isAlone && isRandom(value, 16) : isBare(value, isAlone, found);
  return isSecret && (sign !== ' ' || value.length >= SHORTEST_SECRET) ? [{ start, end }] : [];
}

/** End of a value that is all of its line behind the name; undefined where it is not. */
function lineOf(text: string, { value: start, nameStart }: Assignment): number | undefined {
  const line = text
    .slice(start, endOfValue(text, start, undefined, true))
    .replace(/[ \t]#.*$/, '')
    .trimEnd();
  if (/[ \t]/.test(line.slice(0, 256)) || !startsLine(text, nameStart)) return undefined;
  return start + line.replace(/[,;]$/, '').length;
}

/** An unquoted value is code as often as a secret: an identifier is a secret only where data has a line or word of its own. */
function isBare(value: string, isAlone: boolean, { name, sign, tight }: Assignment): boolean {
  if (value.length < SHORTEST_SECRET || isName(value, name)) return false;
  if (!isAlone) return isRandom(value, SHORTEST_WORD) && !/^[\w$]{1,15}$/.test(value);
  if (/^\d+$/.test(value)) return value.length >= SHORTEST_WORD;
  if (!isIdentifier(value)) return /[A-Za-z0-9]/.test(value);
  return /\d/.test(value) || value === value.toLowerCase() || (sign === '=' && tight);
}

/** `name: type = value`: where the value begins. */
function typeBefore(text: string, { value, sign }: Assignment): number | undefined {
  if (sign !== ':') return undefined;
  const end = endOfRun(text, value, isAlphanumeric, 24);
  const equals = skipBlanks(text, end);
  const isAssigned = text.charCodeAt(equals) === 61 && text.charCodeAt(equals + 1) !== 61;
  return end > value && isAssigned && /^[A-Za-z]+$/.test(text.slice(value, end))
    ? skipBlanks(text, equals + 1)
    : undefined;
}

/** The indented lines of a block of YAML: `password: |`. */
function blockOf(text: string, { value, sign, kind }: Assignment): Span | undefined {
  const mark = /^[|>][+-]?\d?[ \t]{0,8}\r?\n([ \t]{1,64})/.exec(text.slice(value, value + 96));
  if (sign !== ':' || kind !== 'strong' || !mark) return undefined;
  const start = value + mark[0].length;
  const indent = mark[1] ?? '';
  let end = start;
  for (;;) {
    const lineEnd = text.indexOf('\n', end);
    end = lineEnd === -1 ? text.length : lineEnd;
    if (lineEnd === -1 || !text.startsWith(indent, lineEnd + 1)) return { start, end };
    end = lineEnd + 1 + indent.length;
  }
}

/** True where a line of data begins with the name: only signs of lists, diffs and shells stand before it. */
function startsLine(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 40), nameStart);
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\\n') + 1) + 1);
  return /^(?:[\s>|+#;"'-]|\d{1,5}[:|])*(?:export |set |env |ENV |ARG )?$/.test(line);
}

/** `NAME=value` with blanks or quotes around it, or in the query of an address. */
function isShellWord(text: string, { nameStart, sign, tight }: Assignment, end: number): boolean {
  if (sign === ' ') return true;
  if (sign === '>') return text.startsWith('</', end);
  if (sign !== '=' || !tight) return false;
  const before = text.charAt(nameStart - 1);
  const after = text.charAt(end);
  const isQuery = before === '?' || before === '&';
  const begins = before === '' || ' \t\n\r"\'`?&;('.includes(before);
  const ends =
    after === '' ||
    ' \t\n\r"\'`\\#'.includes(after) ||
    (isQuery && after === '&') ||
    (after === ';' && /[^\w.$]/.test(text.slice(end - 1, end)));
  return begins && ends;
}
