import { oldLines, type Hunk } from './hunk';
import { indentStyle, reindentOf, sameIndent, type IndentStyle, type Reindent } from './reindent';
import {
  collapsed,
  contentOf,
  indentOf,
  isBlank,
  isTelling,
  splitLines,
  withoutTrailing,
  type TextLine,
} from './text';

/** Keys by which lines are compared, the strictest first. */
const KEYS = {
  exact: (line: string) => line,
  'line-ends': withoutTrailing,
  indentation: contentOf,
  spacing: collapsed,
};
export type Level = keyof typeof KEYS;
export const LEVELS = Object.keys(KEYS) as Level[];

/** Lines that are compared at a level, and their numbers in the file. */
interface Rows {
  keys: readonly string[];
  numbers: readonly number[];
}

/** A file's lines, with what is asked of them again and again. */
export class FileText {
  readonly mark: string;
  readonly lines: readonly TextLine[];
  private readonly known = new Map<Level, Rows>();
  private ownStyle: IndentStyle | undefined;

  constructor(text: string) {
    ({ mark: this.mark, lines: this.lines } = splitLines(text));
  }

  /** Blank lines do not count where runs of blanks do not. */
  rows(level: Level): Rows {
    const known = this.known.get(level);
    if (known) return known;
    const numbers = [...this.lines.keys()].filter((at) => level !== 'spacing' || !isBlank(this.textAt(at)));
    const cr = (at: number): string => (level === 'exact' && this.lines[at]?.end === '\r\n' ? '\r' : '');
    const rows = { numbers, keys: numbers.map((at) => KEYS[level](this.textAt(at) + cr(at))) };
    this.known.set(level, rows);
    return rows;
  }

  get style(): IndentStyle {
    this.ownStyle ??= indentStyle(this.lines.map(({ text }) => text));
    return this.ownStyle;
  }

  /** The text of a line; empty beyond the ends. */
  textAt(line: number): string {
    return this.lines[line]?.text ?? '';
  }

  /** Line ending near a place: of the line itself, of those before it, of the next; `\n` in an empty file. */
  endNear(line: number): string {
    for (let at = Math.min(line, this.lines.length - 1); at >= 0; at -= 1) {
      const end = this.lines[at]?.end;
      if (end) return end;
    }
    return this.lines[line + 1]?.end || '\n';
  }
}

export interface EditPlace {
  level: Level;
  /** The file's line (from 0) for each line of the block; -1 for a blank line that the file does not have. */
  at: readonly number[];
  /** The first line of the file that it covers, and the first after it. */
  start: number;
  end: number;
  reindent: Reindent;
}

/** A hunk and its place; its kept and removed lines are the block that was placed. */
export interface Placed {
  hunk: Hunk;
  place: EditPlace;
}

/** Places of a block that are looked for, by its length: who gets as many knows that there may be more. */
export function mostPlaces(lines: number): number {
  return Math.max(2, Math.min(1_000, Math.floor(200_000 / Math.max(1, lines))));
}

/**
 * All places of a block, whose lines are compared at a level. Blank lines have no loose place, and brackets alone none
 * at another depth, unless they are asked for: they are too common. `written`: all lines of the edit, which show how it
 * indents.
 */
export function findPlaces(
  file: FileText,
  block: readonly string[],
  level: Level,
  { written = block, brackets = false }: { written?: readonly string[]; brackets?: boolean } = {},
): EditPlace[] {
  if (level !== 'exact' && block.every(isBlank)) return [];
  if (isBent(level) && !brackets && !block.some(isTelling)) return [];
  const { keys, numbers } = file.rows(level);
  const rows = [...block.keys()].filter((index) => level !== 'spacing' || !isBlank(block[index] ?? ''));
  const wanted = rows.map((index) => KEYS[level](block[index] ?? ''));
  const places: EditPlace[] = [];
  for (const start of occurrences(keys, wanted)) {
    const at = block.map(() => -1);
    rows.forEach((index, order) => (at[index] = numbers[start + order] ?? -1));
    pairBlanks(file, at, rows[0] ?? 0);
    const place = placeOf(file, block, level, at, written);
    if (place) places.push(place);
    if (places.length >= mostPlaces(block.length)) break;
  }
  return places;
}

/** Places of a hunk at the first level at which it has any: the strictest. */
export function climb(file: FileText, hunk: Hunk, levels: readonly Level[] = LEVELS): EditPlace[] {
  const written = hunk.map(({ text }) => text);
  for (const level of levels) {
    // A change of blank lines alone cannot be found where blank lines do not count.
    if (level === 'spacing' && !hunk.some(({ op, text }) => op !== 'keep' && !isBlank(text))) continue;
    const places = findPlaces(file, oldLines(hunk), level, { written });
    if (places.length > 0) return places;
  }
  return [];
}

/** Blank lines of the block follow the line before them; those at its head precede the line after them. */
function pairBlanks(file: FileText, at: number[], head: number): void {
  const free = (line: number): number => (file.lines[line] && isBlank(file.textAt(line)) ? line : -1);
  for (let index = head - 1; index >= 0 && (at[index + 1] ?? -1) > 0; index -= 1)
    at[index] = free((at[index + 1] ?? 0) - 1);
  for (let index = head + 1; index < at.length; index += 1) {
    const above = at[index - 1] ?? -1;
    if (at[index] === -1 && above >= 0) at[index] = free(above + 1);
  }
}

/** The place of a block whose lines are aligned already. Undefined where its indentation has another structure. */
export function placeOf(
  file: FileText,
  block: readonly string[],
  level: Level,
  at: readonly number[],
  written: readonly string[] = block,
): EditPlace | undefined {
  const reindent = isBent(level) ? commonReindent(file, block, at, written) : sameIndent;
  const covered = at.filter((line) => line >= 0);
  return reindent && { level, at, start: covered[0] ?? 0, end: (covered.at(-1) ?? -1) + 1, reindent };
}

export function isBent(level: Level): boolean {
  return level === 'indentation' || level === 'spacing';
}

/** The one shift from a block's indentation to that of the lines it is aligned with. */
function commonReindent(
  file: FileText,
  block: readonly string[],
  at: readonly number[],
  written: readonly string[],
): Reindent | undefined {
  const pairs = block.flatMap((line, index) => {
    const found = at[index] ?? -1;
    return found < 0 || isBlank(line) ? [] : [{ given: indentOf(line), found: indentOf(file.textAt(found)) }];
  });
  return reindentOf(
    pairs,
    () => indentStyle(written),
    () => file.style,
  );
}

/**
 * Every start at which one row of items stands within another, overlapping ones too, in linear time however often they repeat
 * themselves (Knuth, Morris and Pratt). Items are compared as they are: lines, or the characters of texts.
 */
export function* occurrences<Item>(items: ArrayLike<Item>, wanted: ArrayLike<Item>): Generator<number> {
  if (wanted.length === 0 || wanted.length > items.length) return;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < items.length; at += 1) {
    while (matched > 0 && items[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (items[at] === wanted[matched]) matched += 1;
    if (matched < wanted.length) continue;
    yield at - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each beginning of a row the length of the longest shorter one that it ends with. */
function bordersOf<Item>(row: ArrayLike<Item>): Int32Array {
  const borders = new Int32Array(row.length);
  for (let at = 1, length = 0; at < row.length; at += 1) {
    while (length > 0 && row[at] !== row[length]) length = borders[length - 1] ?? 0;
    if (row[at] === row[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}
