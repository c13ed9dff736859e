/** How large a source is to a parser, which holds some hundred bytes for each word and sign. */

/** Words and signs of the largest source that acorn parses, and of the largest that sucrase does. */
export const MAX_TOKENS = { plain: 600_000, typed: 250_000 } as const;

/** Sources up to this many characters are small enough, whatever they hold. */
const SMALL = 200_000;

/** Letters, digits, `_`, `$` and all beyond ASCII. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code >= 128
  );
}

/** True if a source has more words and signs than `limit`; a text in quotes counts once. */
export function hasMoreTokens(source: string, limit: number): boolean {
  if (source.length <= SMALL) return false;
  let count = 0;
  let inWord = false;
  for (let at = 0; at < source.length && count <= limit; at++) {
    const code = source.charCodeAt(at);
    const word = isWord(code);
    const comment = code === 47 ? endOfComment(source, at) : at;
    if (!(word && inWord) && code > 32 && comment === at) count++;
    inWord = word;
    at = comment;
    // Quotes.
    if (code === 34 || code === 39) at = endOfText(source, at, code);
  }
  return count > limit;
}

/** The end of a comment that begins here; where it is where none does. */
function endOfComment(source: string, start: number): number {
  const next = source.charCodeAt(start + 1);
  if (next !== 47 && next !== 42) return start;
  const end = next === 47 ? source.indexOf('\n', start) : source.indexOf('*/', start + 2) + 1;
  return end > start ? end : source.length;
}

/** The closing quote, or where it is where none follows in the line. */
function endOfText(source: string, start: number, quote: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    if (code === 10) return start;
    // What a backslash escapes does not end the text.
    if (code === 92) at++;
  }
  return start;
}
