/**
 * Character classes by code, looked up instead of matched: scanners that look a bounded way from each place take the same
 * time for any text.
 */
export const DIGIT = 1;
export const LOWER = 2;
export const UPPER = 4;
export const ALPHANUMERIC = DIGIT | LOWER | UPPER;
/** Letters, digits, `_` and `-`: what tokens of most issuers are made of. */
export const TOKEN = 8;
/** These characters and dots. */
export const DOTTED = 16;
/** Space and tab. */
export const BLANK = 32;
/** `"`, `'` and backtick. */
export const QUOTE = 64;
/** Characters that end an unquoted value in code, in queries and in lists. */
export const BARE_END = 128;
/** Characters that can't be in the user and password of an address. */
export const NO_USERINFO = 256;
/** Characters of the credentials in a header. */
export const CREDENTIAL = 512;
export const LINE_END = 1_024;

const CLASSES = classes();

function classes(): Uint16Array {
  const table = new Uint16Array(128);
  const add = (characters: string, flags: number) => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | flags;
    }
  };
  add('0123456789', DIGIT | TOKEN | DOTTED | CREDENTIAL);
  add('abcdefghijklmnopqrstuvwxyz', LOWER | TOKEN | DOTTED | CREDENTIAL);
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER | TOKEN | DOTTED | CREDENTIAL);
  add('_-', TOKEN | DOTTED | CREDENTIAL);
  add('.', DOTTED | CREDENTIAL);
  add('~+/=:', CREDENTIAL);
  add(' \t', BLANK | NO_USERINFO);
  add('"\'`', QUOTE | NO_USERINFO);
  add(',;)}]<>&|', BARE_END);
  add('/\\?#<>(){}|,;', NO_USERINFO);
  add('\n\r', LINE_END | NO_USERINFO);
  return table;
}

/** True where the character at a place is of one of the classes; false outside of the text. */
export function isAt(text: string, at: number, flags: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && ((CLASSES[code] ?? 0) & flags) !== 0;
}

/** True where a word may begin: behind what is no letter or digit, and behind an escape such as `\\n` of a text within JSON. */
export function startsWord(text: string, at: number): boolean {
  return !isAt(text, at - 1, ALPHANUMERIC) || isEscaped(text, at - 1);
}

/** True for the letter of an escape such as `\\n`. */
export function isEscaped(text: string, at: number): boolean {
  return text.charAt(at - 1) === '\\' && 'nrt'.includes(text.charAt(at) || ' ');
}

/** End of the run of characters of these classes that begins at `from`, at most `limit` characters away. */
export function endOfRun(text: string, from: number, flags: number, limit = text.length): number {
  const last = Math.min(text.length, from + limit);
  let at = from;
  while (at < last && isAt(text, at, flags)) at += 1;
  return at;
}

/** End of the run of characters of none of these classes that begins at `from`, at most `limit` characters away. */
export function endOfOthers(text: string, from: number, flags: number, limit = text.length): number {
  const last = Math.min(text.length, from + limit);
  let at = from;
  while (at < last && !isAt(text, at, flags)) at += 1;
  return at;
}

/** Start of the run of characters of these classes that ends before `to`, at most `limit` characters away. */
export function startOfRun(text: string, to: number, flags: number, limit: number): number {
  const first = Math.max(0, to - limit);
  let at = to;
  while (at > first && isAt(text, at - 1, flags)) at -= 1;
  return at;
}
