import { BLANK, DOTTED, endOfRun, isAt, isEscaped, QUOTE, startOfRun } from './characters';
import { secretsGiven, type Assignment } from './given';
import { isCookieName } from './headers';
import { kindOfName, type NameKind } from './names';
import type { Span } from './readings';

const LONGEST_NAME = 64;
/** Blanks between a name, its sign and its value. */
const MOST_BLANKS = 16;

/**
 * Values that a name makes secret: `password: …` of YAML, `KEY=value`, `"apiKey": "…"`, headers and cookies, `--token …`,
 * `<secret>…`, `set('x-api-key', '…')`. From every place it looks a bounded way back and forth.
 */
export function assignedSpans(text: string): Span[] {
  const spans: Span[] = [];
  const kinds: Kinds = new Map();
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const found = at < done ? undefined : assignmentAt(text, at, kinds);
    if (!found) continue;
    const given = secretsGiven(text, found);
    spans.push(...given.spans);
    done = Math.max(done, given.end);
  }
  return spans;
}

/** Kinds of the names of a text: most stand in it more than once. */
type Kinds = Map<string, NameKind | undefined>;

function assignmentAt(text: string, at: number, kinds: Kinds): Assignment | undefined {
  switch (text.charCodeAt(at)) {
    case 61:
      return assignedBy(text, at, '=', kinds);
    case 58:
    case 0xff1a:
      return assignedBy(text, at, ':', kinds);
    case 0x2192:
    case 124:
      return besideAt(text, at, kinds);
    case 40:
      return isAt(text, at + 1, QUOTE) ? assignedBy(text, at, ',', kinds) : undefined;
    case 44:
      return isAt(text, startOfRun(text, at, BLANK, 4) - 1, QUOTE)
        ? assignedBy(text, at, ',', kinds)
        : undefined;
    case 62:
      return text.charAt(at - 1) === '-' ? besideAt(text, at, kinds) : elementAt(text, at, kinds);
    case 32:
    case 9:
      return flagAt(text, at, kinds) ?? besideAt(text, at, kinds);
    default:
      return undefined;
  }
}

/** `name: value`, `name = value`, `'name', 'value'`. */
function assignedBy(text: string, at: number, sign: ':' | '=' | ',', kinds: Kinds): Assignment | undefined {
  const next = text.charAt(at + 1);
  const previous = text.charAt(at - 1);
  // Comparisons compare with names more often than with secrets, and `::` is a path.
  if (sign === '=' && (next === '=' || (previous !== '' && '=!<>'.includes(previous)))) return undefined;
  if (sign === ':' && (next === ':' || previous === ':')) return undefined;
  const named = namedValue(text, previous === ':' ? at - 1 : at, kinds);
  if (!named) return undefined;
  const isLong = (sign === '=' && next === '>') || (sign === ':' && next === '=');
  const value = endOfRun(text, at + (isLong ? 2 : 1), BLANK, MOST_BLANKS);
  return { ...named, sign, value, tight: value === at + 1 && named.end === at };
}

/** Characters before `value:` in which its name is looked for. */
const MOST_BEFORE_VALUE = 128;
const NAME_OF_VALUE =
  /\b(?:name|key|variable|field|header)["'\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,4}([\w.-]{1,64})["'\\]{0,4}[\s,;]{0,16}["'\\-]{0,4}$/i;

/** The secret name before a sign; of `name: DB_PASSWORD, value: …`, in any notation, the name that the value belongs to. */
function namedValue(text: string, at: number, kinds: Kinds): ReturnType<typeof nameBefore> {
  const end = startOfRun(text, at, BLANK, MOST_BLANKS);
  const start = end - (isAt(text, end - 1, QUOTE) ? 6 : 5);
  const isValue = start >= 0 && /^value\W?$/i.test(text.slice(start, end)) && !isAt(text, start - 1, DOTTED);
  if (!isValue) return nameBefore(text, at, kinds);
  const before = text.slice(Math.max(0, start - MOST_BEFORE_VALUE), start);
  const [, name] = NAME_OF_VALUE.exec(before) ?? [];
  const kind = name === undefined ? undefined : kindOfName(name);
  return name === undefined || kind === undefined ? undefined : { name, kind, nameStart: start, end };
}

/** The secret name that ends before a sign; quotes, brackets and the `?` of a type may stand between. */
function nameBefore(text: string, at: number, kinds: Kinds) {
  let end = startOfRun(text, at, BLANK, MOST_BLANKS);
  for (let count = 0; count < 4 && end > 0 && '"\'`]?!\\)'.includes(text.charAt(end - 1)); count += 1)
    end -= 1;
  let start = startOfRun(text, end, DOTTED, LONGEST_NAME);
  // The n of an escaped line end is no part of the name.
  if (isEscaped(text, start)) start += 1;
  if (start >= end) return undefined;
  const name = text.slice(start, end);
  if (!kinds.has(name)) kinds.set(name, isCookieName(name) ? 'strong' : kindOfName(name));
  const kind = kinds.get(name);
  return kind && { name, kind, nameStart: start, end };
}

/** `<password>…</password>` */
function elementAt(text: string, at: number, kinds: Kinds): Assignment | undefined {
  const named = nameBefore(text, at, kinds);
  if (named?.end !== at || text.charAt(named.nameStart - 1) !== '<') return undefined;
  return { ...named, sign: '>', value: at + 1, tight: true };
}

/** `--password …`, and `password …` behind `login …` as .netrc has it. */
function flagAt(text: string, at: number, kinds: Kinds): Assignment | undefined {
  if (isAt(text, at + 1, BLANK) || !isAt(text, at - 1, DOTTED)) return undefined;
  const named = nameBefore(text, at, kinds);
  if (named?.kind !== 'strong' || named.end !== at) return undefined;
  const isNetrc = named.name === 'password' && text.slice(Math.max(0, at - 100), at).includes('login ');
  return named.name.startsWith('-') || isNetrc
    ? { ...named, sign: ' ', value: at + 1, tight: false }
    : undefined;
}

/** Words between a name and its value: `password is …`, `IDENTIFIED BY …`. */
const LINK = /^(?:is |was |by |= |for \S{1,64} )?/i;

/**
 * A value that stands beside a name without a sign of giving: `API_KEY …`, `| password | … |`, `password -> …`. Only one that chance
 * has put together is a secret there.
 */
function besideAt(text: string, at: number, kinds: Kinds): Assignment | undefined {
  if (isAt(text, at, BLANK) && !isAt(text, at - 1, DOTTED)) return undefined;
  const named = nameBefore(text, text.charAt(at) === '>' ? at - 1 : at, kinds);
  if (named?.kind !== 'strong') return undefined;
  const next = endOfRun(text, at + 1, BLANK, MOST_BLANKS);
  const value = next + (LINK.exec(text.slice(next, next + 80))?.[0].length ?? 0);
  return { ...named, kind: 'weak', sign: ' ', value, tight: false };
}
