/** Korean particles, which depend on how the word before them ends. */

const FIRST = 0xac00;
const LAST = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;
/** Last digits that are read with a final consonant: 영, 일, 삼, 육, 칠, 팔. */
const DIGITS_WITH_FINAL = '013678';

/** Final consonant of a word as Korean reads it: 0 where it has none. */
function finalOf(word: string): number {
  const last = [...word].findLast((char) => /[\p{L}\p{Nd}]/u.test(char)) ?? '';
  const code = last.codePointAt(0) ?? 0;
  if (code >= FIRST && code <= LAST) return (code - FIRST) % FINALS;
  if (/\d/.test(last))
    return DIGITS_WITH_FINAL.includes(last) ? (last === '1' || last === '7' || last === '8' ? RIEUL : 1) : 0;
  if (/[lL]/.test(last)) return RIEUL;
  return /[mnMN]/.test(last) ? 1 : 0;
}

/** A word with 을 or 를. */
export function withObject(word: string): string {
  return word + (finalOf(word) === 0 ? '를' : '을');
}

/** A word with 으로 or 로. */
export function withDirection(word: string): string {
  const final = finalOf(word);
  return word + (final === 0 || final === RIEUL ? '로' : '으로');
}
