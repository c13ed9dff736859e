import type { FileText } from './file-text';
import { keyOf, type Level } from './levels';
import { occurrences } from './occurrences';
import { indentStyle, reindentOf, sameIndent, type IndentPair, type Reindent } from './reindent';
import { indentOf, isBlank, isTelling } from './whitespace';

const MOST_PLACES = 1_000;
/** Lines of all places together: of a long block few are looked for. */
const MOST_LINES = 200_000;

/** Places of a block that are looked for: who gets as many knows that there may be more. */
export function mostPlaces(block: readonly string[]): number {
  return Math.max(2, Math.min(MOST_PLACES, Math.floor(MOST_LINES / Math.max(1, block.length))));
}

/** Place of a block of lines in a file. */
export interface Place {
  level: Level;
  /** The file's line (from 0) for each line of the block; -1 for a blank line that the file does not have. */
  at: readonly number[];
  /** The first line of the file that it covers, and the first after it. */
  start: number;
  end: number;
  reindent: Reindent;
}

/**
 * All places of a block, whose lines are compared at a level. Blank lines have no loose place, and brackets alone none
 * at another depth: they are too common. `written`: all lines of the edit, which show how it indents.
 */
export function findPlaces(
  file: FileText,
  block: readonly string[],
  level: Level,
  written: readonly string[] = block,
  most = mostPlaces(block),
): Place[] {
  if (block.length === 0 || (level !== 'exact' && block.every(isBlank))) return [];
  const bent = level === 'indentation' || level === 'spacing';
  if (bent && !block.some(isTelling)) return [];
  const places: Place[] = [];
  for (const at of level === 'spacing'
    ? spacedAlignments(file, block)
    : plainAlignments(file, block, level)) {
    const place = placeOf(file, block, level, at, written);
    if (place) places.push(place);
    if (places.length >= most) break;
  }
  return places;
}

/** The place of a block whose lines are aligned already. Undefined where its indentation has another structure. */
export function placeOf(
  file: FileText,
  block: readonly string[],
  level: Level,
  at: readonly number[],
  written: readonly string[] = block,
): Place | undefined {
  const bent = level === 'indentation' || level === 'spacing';
  const reindent = bent ? commonReindent(file, block, at, written) : sameIndent;
  const covered = at.filter((line) => line >= 0);
  return reindent && { level, at, start: covered[0] ?? 0, end: (covered.at(-1) ?? -1) + 1, reindent };
}

/** The one shift from a block's indentation to that of the lines it is aligned with. */
export function commonReindent(
  file: FileText,
  block: readonly string[],
  at: readonly number[],
  written: readonly string[],
): Reindent | undefined {
  const pairs = block.flatMap((line, index): IndentPair[] => {
    const found = at[index] ?? -1;
    return found < 0 || isBlank(line) ? [] : [{ given: indentOf(line), found: indentOf(file.textAt(found)) }];
  });
  return reindentOf(
    pairs,
    () => indentStyle(written),
    () => file.style,
  );
}

function* plainAlignments(file: FileText, block: readonly string[], level: Level): Generator<number[]> {
  const wanted = block.map((line) => keyOf(level, line));
  for (const start of occurrences(file.keys(level), wanted)) yield block.map((_, index) => start + index);
}

/** Blank lines are left out of the comparison, and then paired as far as there are any. */
function* spacedAlignments(file: FileText, block: readonly string[]): Generator<number[]> {
  const keys = file.keys('spacing');
  const solid = block.flatMap((line, index) => (isBlank(line) ? [] : [index]));
  const there = file.solid.map((line) => keys[line] ?? '');
  const wanted = solid.map((index) => keyOf('spacing', block[index] ?? ''));
  for (const start of occurrences(there, wanted)) {
    const at = block.map(() => -1);
    solid.forEach((index, order) => (at[index] = file.solid[start + order] ?? -1));
    pairBlanks(file, at, solid);
    yield at;
  }
}

/** Blank lines of the block follow the line before them; those at its head precede the line after them. */
function pairBlanks(file: FileText, at: number[], solid: readonly number[]): void {
  const isFree = (line: number): boolean =>
    line >= 0 && line < file.lines.length && isBlank(file.textAt(line));
  const head = solid[0] ?? 0;
  for (let index = head - 1; index >= 0; index -= 1) {
    const above = (at[index + 1] ?? -1) - 1;
    if (!isFree(above)) break;
    at[index] = above;
  }
  for (let index = head + 1; index < at.length; index += 1) {
    const below = (at[index - 1] ?? -1) + 1;
    if (at[index] === -1 && below > 0 && isFree(below)) at[index] = below;
  }
}
