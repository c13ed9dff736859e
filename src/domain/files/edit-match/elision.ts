import type { Placed } from './apply-hunks';
import type { FileText } from './file-text';
import type { Level } from './levels';
import { changes, hunkOf, oldLines, type Hunk } from './hunk';
import { passageLines } from './lines';
import { commonReindent, findPlaces, type Place } from './places';
import type { Reindent } from './reindent';
import { contentOf, indentOf, isBlank } from './whitespace';

/** `...` or `…` (also as its three bytes) alone or around words, or at the beginning of a comment: `// ... the rest`. */
const DOTS = '(?:\\.{3}|…|\\u00e2\\u0080\\u00a6)';
const BARE = new RegExp(`^${DOTS}(?: [\\w ,'()-]{1,60}${DOTS})?$`);
const COMMENT = new RegExp(`^(?:\\/\\/+|#+|--|;+|%+|\\/\\*+|<!--|\\{\\/\\*)[ \\t]*${DOTS}(?![.\\w])`);
const CLOSER = /^[)\]}]|^end\b/;
/** Most places looked at while combinations are tried: where it takes more, there are many. */
const MOST_LOOKED_AT = 50_000;
const LINES_PER_PLACE = 20;
const MOST_PARTS = 20_000;
/** Lines of all places of one part. */
const MOST_PART_LINES = 500_000;

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

/** An edit with lines left out, as the parts between them. */
export type Elided = readonly Hunk[];

/** The parts of an edit whose search leaves lines out; a sentence where the edit cannot be meant so, undefined where none are. */
export function elidedParts(
  search: readonly string[],
  replacement: readonly string[],
): Elided | string | undefined {
  if (!search.some(isElision)) return undefined;
  const [old, fresh] = trimmedAlike(split(search), split(replacement));
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

/** Marks at the beginning or end of both texts stand for lines that the edit does not touch. */
function trimmedAlike(old: string[][], fresh: string[][]): [string[][], string[][]] {
  const empty = (part: string[] | undefined): boolean => part?.every(isBlank) ?? false;
  const from = empty(old[0]) && empty(fresh[0]) ? 1 : 0;
  const to = empty(old.at(-1)) && empty(fresh.at(-1)) ? -1 : undefined;
  return [old.slice(from, to), fresh.slice(from, to)];
}

/**
 * Ways to place all parts in order, with the lines between them in the block that the parts before open. Ways that
 * differ only in parts without a change count as one. Ways that leave the block are not allowed, but make others
 * doubtful. Undefined: there are too many to tell.
 */
export function findElided(file: FileText, elided: Elided, level: Level): Placed[][] | undefined {
  const blocks = elided.map(oldLines);
  const places = blocks.map((block) => findPlaces(file, block, level, block, mostParts(block)));
  const ways = new Map<string, { way: Placed[]; leaves: boolean }>();
  const lineCount = blocks.flat().length;
  let looked = 0;
  const extend = (chain: readonly Place[], leaves: boolean): void => {
    const last = chain.at(-1);
    if (chain.length === blocks.length) {
      // Each of its lines is looked at.
      looked += lineCount / LINES_PER_PLACE;
      const way = settled(file, elided, blocks, chain, level);
      const effect = way && effectOf(way);
      if (way && (!leaves || !ways.has(effect ?? ''))) ways.set(effect ?? '', { way, leaves });
      return;
    }
    const between = new Between(file, last?.end ?? 0);
    for (const place of places[chain.length] ?? []) {
      if (last && place.start < last.end) continue;
      looked += 1;
      if (looked > MOST_LOOKED_AT) return;
      extend([...chain, place], leaves || (last !== undefined && between.leavesBlock(place.start)));
    }
  };
  extend([], false);
  const cut = places.some((found, index) => found.length >= mostParts(blocks[index] ?? []));
  if (cut || looked > MOST_LOOKED_AT) return undefined;
  const found = [...ways.values()];
  return found.some(({ leaves }) => !leaves) ? found.map(({ way }) => way) : [];
}

function mostParts(block: readonly string[]): number {
  return Math.max(2, Math.min(MOST_PARTS, Math.floor(MOST_PART_LINES / Math.max(1, block.length))));
}

/** All parts with one shift of the indentation, or undefined where they have no common one. */
function settled(
  file: FileText,
  elided: Elided,
  blocks: readonly string[][],
  chain: readonly Place[],
  level: Level,
): Placed[] | undefined {
  const bent = level === 'indentation' || level === 'spacing';
  const common: Reindent | undefined = bent
    ? commonReindent(
        file,
        blocks.flat(),
        chain.flatMap(({ at }) => [...at]),
        elided.flat().map(({ text }) => text),
      )
    : chain[0]?.reindent;
  if (!common) return undefined;
  return elided.flatMap((hunk, index) => {
    const place = chain[index];
    return place ? [{ hunk, place: { ...place, reindent: common } }] : [];
  });
}

/** Effect of a way: its changes and the indentation of added lines. Ways with the same result have the same effect. */
function effectOf(way: readonly Placed[]): string {
  const effects = way.map(({ hunk, place }) => {
    const added = hunk.filter(({ op }) => op === 'add').map(({ text }) => place.reindent(indentOf(text)));
    return changes(hunk) ? [place.at, added] : 0;
  });
  return JSON.stringify(effects);
}

/** The lines that are left out after one part, as the next part is looked for further and further down. */
class Between {
  private readonly above: number;
  private at: number;
  private least = Infinity;
  /** Depths of lines that do not only close a bracket. */
  private readonly depths = new Set<number>();

  constructor(
    private readonly file: FileText,
    from: number,
  ) {
    this.at = from;
    let above = from - 1;
    while (above > 0 && isBlank(file.textAt(above))) above -= 1;
    this.above = this.depth(above);
  }

  /**
   * True if the lines down to `to` leave the block around them: they are to the left of the line after them, or not to
   * the right of the line before them although the line after is. A closing bracket after them closes their own block.
   */
  leavesBlock(to: number): boolean {
    for (; this.at < to; this.at += 1) this.take(this.at);
    let below = to;
    while (below < this.file.lines.length - 1 && isBlank(this.file.textAt(below))) below += 1;
    const depth = this.depth(below);
    if (this.least < (depth > this.above ? this.above + 1 : depth)) return true;
    return depth < this.above && this.closes(below) && this.depths.has(depth);
  }

  private take(line: number): void {
    if (isBlank(this.file.textAt(line))) return;
    const depth = this.depth(line);
    this.least = Math.min(this.least, depth);
    if (!this.closes(line)) this.depths.add(depth);
  }

  private depth(line: number): number {
    return indentOf(this.file.textAt(line)).length;
  }

  private closes(line: number): boolean {
    return CLOSER.test(contentOf(this.file.textAt(line)));
  }
}
