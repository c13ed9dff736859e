import type { FileText } from './file-text';
import { hunkOf, oldLines, type HunkLine } from './hunk';
import { occurrences } from './occurrences';
import { mostPlaces, placeOf } from './places';
import type { Placed } from './apply-hunks';
import { isBlank, withoutTrailing } from './whitespace';

/** A passage as lines; `ended` where its last line is a whole one. */
export interface Passage {
  lines: readonly string[];
  ended: boolean;
}

/**
 * Places of a passage that differs only in line ends and trailing blanks. It may begin within a line and end within
 * another; the rest of these lines is kept, as part of the hunk's first and last line.
 */
export function findPassage(file: FileText, search: Passage, replacement: Passage): Placed[] {
  const { lines } = search;
  const keys = file.keys('line-ends');
  const wanted = lines.map(withoutTrailing);
  if (wanted.every((line) => line === '')) return [];
  const placed: Placed[] = [];
  for (const start of startsOf(keys, wanted)) {
    const around = surroundings(file, search, wanted, keys, start);
    if (around) placed.push(...placeWithin(file, search, replacement, start, around));
    if (placed.length >= mostPlaces(lines)) break;
  }
  return placed;
}

/** Starts at which all lines but the first and the last stand, of which a part is enough. */
function* startsOf(keys: readonly string[], wanted: readonly string[]): Generator<number> {
  const inner = wanted.slice(1, -1);
  const last = keys.length - wanted.length;
  if (inner.length === 0) for (let start = 0; start <= last; start += 1) yield start;
  for (const at of occurrences(keys, inner)) if (at > 0 && at - 1 <= last) yield at - 1;
}

interface Around {
  before: string;
  after: string;
}

/** Texts before and after the passage in its first and last line. Undefined: the passage is not there. */
function surroundings(
  file: FileText,
  search: Passage,
  wanted: readonly string[],
  keys: readonly string[],
  start: number,
): Around | undefined {
  const [first = ''] = wanted;
  const last = wanted.length - 1;
  const whole = search.ended || wanted[last] !== search.lines[last];
  const head = keys[start] ?? '';
  if (last === 0)
    return whole && endsApart(head, first) ? { before: cut(head, first), after: '' } : undefined;
  if (!endsApart(head, first)) return undefined;
  const tail = file.textAt(start + last);
  const final = wanted[last] ?? '';
  if (whole && keys[start + last] !== final) return undefined;
  if (!whole && !beginsApart(tail, final)) return undefined;
  return { before: cut(head, first), after: whole ? '' : tail.slice(final.length) };
}

function placeWithin(
  file: FileText,
  search: Passage,
  replacement: Passage,
  start: number,
  { before, after }: Around,
): Placed[] {
  const within = before + after === '' ? replacement.lines : widened(replacement.lines, before, after);
  const hunk: HunkLine[] = hunkOf(widened(search.lines, before, after), within);
  const block = oldLines(hunk);
  const place = placeOf(
    file,
    block,
    'line-ends',
    block.map((_, index) => start + index),
  );
  return place ? [{ hunk, place }] : [];
}

function widened(lines: readonly string[], before: string, after: string): string[] {
  const wide = lines.length === 0 ? [''] : [...lines];
  wide[0] = before + (wide[0] ?? '');
  wide[wide.length - 1] = (wide.at(-1) ?? '') + after;
  return wide;
}

function cut(line: string, end: string): string {
  return line.slice(0, line.length - end.length);
}

/** `end` is the end of `line`, and not of a word or of the indentation in it. */
function endsApart(line: string, end: string): boolean {
  if (!line.endsWith(end)) return false;
  if (/^[ \t]/.test(end) && end.length < line.length && isBlank(cut(line, end))) return false;
  return !(isWord(end[0]) && isWord(line[line.length - end.length - 1]));
}

function beginsApart(line: string, begin: string): boolean {
  if (!line.startsWith(begin)) return false;
  return !(isWord(begin.at(-1)) && isWord(line[begin.length]));
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[A-Za-z0-9_$\u0080-\uffff]/.test(char);
}
