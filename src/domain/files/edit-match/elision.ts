import { changes, hunkOf, oldLines, type Hunk } from './hunk';
import {
  findPlaces,
  isBent,
  mostPlaces,
  type FileText,
  type Level,
  type EditPlace,
  type Placed,
} from './places';
import type { Reindent } from './reindent';
import { contentOf, indentOf, isBlank, isTelling, passageLines } from './text';

/** Lines of a file, from 0; those that are added stand before `from`. */
interface Range {
  from: number;
  to: number;
}

/** `...` or `…` (also as its three bytes) alone or around words, or at the beginning of a comment: `// ... the rest`. */
const DOTS = '(?:\\.{3}|…|\\u00e2\\u0080\\u00a6)';
const BARE = new RegExp(`^${DOTS}(?: [\\w ,'()-]{1,60}${DOTS})?$`);
const COMMENT = new RegExp(`^(?:\\/\\/+|#+|--|;+|%+|\\/\\*+|<!--|\\{\\/\\*)[ \\t]*${DOTS}(?![.\\w])`);

/** True if a line stands for lines that are left out. */
export function isElision(line: string): boolean {
  const content = contentOf(line);
  return BARE.test(content) || COMMENT.test(content);
}

/** The first comment like `// ... the rest` of a new text that is not in the old one: who leaves code out so, loses it. */
export function newElision(old: string, fresh: string): string | undefined {
  const known = new Set(passageLines(old).map(contentOf));
  return passageLines(fresh)
    .map(contentOf)
    .find((line) => COMMENT.test(line) && !known.has(line));
}

/** The parts of an edit whose search leaves lines out, each a hunk; a sentence where the edit cannot be meant so, undefined where none are. */
export function elidedParts(
  search: readonly string[],
  replacement: readonly string[],
): Hunk[] | string | undefined {
  if (!search.some(isElision)) return undefined;
  const [old, fresh] = [split(search), split(replacement)];
  // Marks at the beginning or end of both texts stand for lines that the edit does not touch.
  for (const end of [0, -1])
    if (old.at(end)?.every(isBlank) && fresh.at(end)?.every(isBlank))
      for (const parts of [old, fresh]) parts.splice(end, 1);
  if (old.length !== fresh.length)
    return 'leaves lines out with "...", but its replacement does not leave out the same: repeat each "..." there';
  if (old.length < 2 || old.some((part) => part.every(isBlank)))
    return 'leaves lines out with "..." at an end: give a line before and a line after what is left out';
  return old.map((part, index) => hunkOf(part, fresh[index] ?? []));
}

function split(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isElision(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

/**
 * Places of all parts in order, with one shift of the indentation and the lines between them in the block that the parts
 * before open; none if there is no such way. A part that changes nothing may have several. Else the part that has several.
 */
export function findElided(
  file: FileText,
  parts: readonly Hunk[],
  level: Level,
): Placed[] | { several: Placed[] } {
  const written = parts.flat().map(({ text }) => text);
  const blocks = parts.map(oldLines);
  const all = blocks.map((block) => findPlaces(file, block, level, { written, brackets: true }));
  // Brackets alone stand at every depth: one part that says something tells which is meant.
  const sure = isBent(level)
    ? all.find((places, at) => places.length === 1 && blocks[at]?.some(isTelling))?.[0]
    : undefined;
  if (isBent(level) && !sure) return [];
  const found = all.map((places, at) =>
    places
      .filter((place) => !sure || isShifted(file, blocks[at] ?? [], place, sure.reindent))
      .map((place): Placed => ({
        hunk: parts[at] ?? [],
        place: sure ? { ...place, reindent: sure.reindent } : place,
      })),
  );
  const fitting = inOrder(found, coveredRange);
  if (fitting.some((places) => places.length === 0)) return [];
  const several = fitting.find(
    (places, at) =>
      places.length > 1 &&
      (changes(parts[at] ?? []) || (all[at]?.length ?? 0) >= mostPlaces(blocks[at]?.length ?? 0)),
  );
  if (several) return { several };
  const way = nearest(fitting);
  const leaves = way.some(
    ({ place }, at) => at > 0 && leavesBlock(file, way[at - 1]?.place.end ?? 0, place.start),
  );
  return leaves ? [] : way;
}

function isShifted(file: FileText, block: readonly string[], { at }: EditPlace, reindent: Reindent): boolean {
  return block.every(
    (line, index) => isBlank(line) || reindent(indentOf(line)) === indentOf(file.textAt(at[index] ?? -1)),
  );
}

/** Of several places of a part without a change the one nearest to the part after it, or before it behind the last change. */
function nearest(found: readonly Placed[][]): Placed[] {
  const last = found.findLastIndex(([first]) => first && changes(first.hunk));
  const way: Placed[] = [];
  for (let at = last; at >= 0; at -= 1) {
    const next = way[0]?.place.start ?? Infinity;
    const place = found[at]?.findLast((each) => each.place.end <= next);
    if (place) way.unshift(place);
  }
  for (const places of found.slice(last + 1)) {
    const place = places.find((each) => each.place.start >= (way.at(-1)?.place.end ?? 0));
    if (place) way.push(place);
  }
  return way;
}

/**
 * True if a line left out leaves the block around them: it is to the left of the line after them, or not to the right of
 * the line before them although the line after is. A bracket after them closes their own block, not a later one.
 */
function leavesBlock(file: FileText, from: number, to: number): boolean {
  const depth = (line: number): number => indentOf(file.textAt(line)).length;
  const { numbers } = file.rows('spacing');
  const next = numbers.find((line) => line >= to) ?? 0;
  const [above, below] = [depth(numbers.findLast((line) => line < from) ?? 0), depth(next)];
  const margin = below > above ? above + 1 : below;
  const closes = below < above && !isTelling(file.textAt(next));
  const leaves = (line: number): boolean =>
    depth(line) < margin || (closes && depth(line) === below && isTelling(file.textAt(line)));
  return numbers.some((line) => line >= from && line < to && leaves(line));
}

/** Keeps the places of each hunk that fit between those of the others: hunks are in the order of the file. */
export function inOrder(found: readonly Placed[][], rangeOf: (placed: Placed) => Range): Placed[][] {
  let least = 0;
  const forward = found.map((places) => {
    const kept = places.filter((each) => rangeOf(each).from >= least);
    least = Math.max(
      least,
      kept.map((each) => rangeOf(each).to).reduce((a, b) => Math.min(a, b), Infinity),
    );
    return kept;
  });
  let most = Infinity;
  return forward.reduceRight<Placed[][]>((after, places) => {
    const kept = places.filter((each) => rangeOf(each).to <= most);
    most = Math.min(
      most,
      kept.map((each) => rangeOf(each).from).reduce((a, b) => Math.max(a, b), -Infinity),
    );
    return [kept, ...after];
  }, []);
}

/** The lines of the file that a hunk covers. */
function coveredRange({ place }: Placed): Range {
  return { from: place.start, to: place.end };
}

/** The lines of the file that a hunk changes. */
export function changedRange({ hunk, place }: Placed): Range {
  let cursor = place.start;
  let old = 0;
  const changed: number[] = [];
  for (const { op } of hunk) {
    if (op !== 'add') {
      const at = place.at[old++] ?? -1;
      if (at < 0) continue;
      cursor = at + 1;
      if (op === 'remove') changed.push(at, cursor);
    } else changed.push(cursor);
  }
  return { from: changed[0] ?? place.start, to: changed.at(-1) ?? place.start };
}

/** True if two hunks change the same lines, or one removes lines that the other keeps. */
export function overlap(placed: readonly Placed[]): boolean {
  const ranges = placed.map(changedRange).sort((a, b) => a.from - b.from || a.to - b.to);
  if (ranges.some(({ from }, index) => index > 0 && from < (ranges[index - 1]?.to ?? 0))) return true;
  const linesOf = ({ hunk, place }: Placed, op: 'keep' | 'remove'): number[] => {
    const old = hunk.filter((line) => line.op !== 'add');
    return place.at.filter((line, index) => line >= 0 && old[index]?.op === op);
  };
  const removed = new Set(placed.flatMap((one) => linesOf(one, 'remove')));
  return placed.some((one) => linesOf(one, 'keep').some((line) => removed.has(line)));
}
