/** Words in a text, found whatever their case, how they are composed, and where lines and pages break them. */

/** Place of a match: line from 1, and offset of it in the text. */
export interface TextMatch {
  line: number;
  /** Offset of the line in the text. */
  start: number;
  /** That line, without blanks at its ends. */
  text: string;
}

/** Scripts that are written without blanks, or whose words a layout breaks anywhere. */
const UNBROKEN = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const HYPHEN_AT_END = /[-\u00ad\u2010]$/;

/** The first place where the words stand one after the other; undefined where they don't, or there are none. */
export function findWords(text: string, words: string): TextMatch | undefined {
  const lines = text.split(/\r\n|[\n\r\f]/);
  const ways: Joining[] = UNBROKEN.test(words) ? ['spaced', 'solid'] : ['spaced', 'unhyphenated'];
  for (const way of ways) {
    const wanted = folded(words, way).trim();
    if (wanted === '') return undefined;
    const found = searched(lines, wanted, way);
    if (found !== undefined) return placeOf(text, lines, found);
  }
  return undefined;
}

/** How lines become one text: with blanks between, with words that a hyphen breaks made whole, or without any blanks. */
type Joining = 'spaced' | 'unhyphenated' | 'solid';

function folded(text: string, way: Joining): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFC').replaceAll('\u00ad', '');
  return plain.replace(/\s+/g, way === 'solid' ? '' : ' ');
}

/** Number of the line, from 0, in which the wanted text begins. */
function searched(lines: readonly string[], wanted: string, way: Joining): number | undefined {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const line of lines) {
    const whole = line.trim();
    const cut = way === 'unhyphenated' && HYPHEN_AT_END.test(whole);
    const text = folded(cut ? whole.slice(0, -1) : whole, way);
    const part = cut || way === 'solid' || text === '' ? text : `${text} `;
    starts.push(length);
    parts.push(part);
    length += part.length;
  }
  const at = parts.join('').indexOf(wanted);
  return at < 0 ? undefined : starts.findLastIndex((start) => start <= at);
}

function placeOf(text: string, lines: readonly string[], index: number): TextMatch {
  let start = 0;
  for (let line = 0; line < index; line += 1) {
    start += lines[line]?.length ?? 0;
    start += text.startsWith('\r\n', start) ? 2 : 1;
  }
  return { line: index + 1, start, text: (lines[index] ?? '').trim() };
}
