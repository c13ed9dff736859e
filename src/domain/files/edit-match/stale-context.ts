import type { Placed } from './apply-hunks';
import type { FileText } from './file-text';
import { LEVELS } from './levels';
import { newLines, oldLines, type Hunk, type HunkLine } from './hunk';
import { commonReindent, findPlaces, mostPlaces, type Place } from './places';
import { sameIndent, type Reindent } from './reindent';
import { collapsed, contentOf, indentOf, isBlank, isTelling } from './whitespace';

/** Place of a hunk whose context has changed in part; else the lines of similar places, or of the finished change. */
export type StalePlace = { placed: Placed } | { lines: number[] } | { madeAt: number } | undefined;

/** How many lines beyond the context's own number it may have drifted apart by lines put in. */
const DRIFT = 4;
/** Weights of a context line: at the same distance from the change as in the diff, and elsewhere. */
const IN_PLACE = 2;
const DRIFTED = 1;
/** By how much the best place must be ahead of any other: two lines in place. */
const MARGIN = 4;
/** Changed lines with so many words say enough themselves; others need a line of context that says something. */
const TELLING_WORDS = 4;

/** A hunk without its outer context. */
interface Parts {
  lead: string[];
  core: HunkLine[];
  tail: string[];
}

/** Support for a place: context lines that stand around it in their order. */
interface Support {
  score: number;
  /** Those that are more than brackets. */
  telling: number;
  /** The file's lines that stand as far from the change as in the diff. */
  inPlace: readonly number[];
}

/** Weight of a line of the file. */
type Weigh = (line: number, inPlace: boolean) => number;

interface Supported {
  place: Place;
  support: Support;
}

/**
 * Places a hunk by its changed lines and by the context that is still there. At least half of the context must be in
 * its place, or all of it near, and every other place of the changed lines must be clearly worse: it could be a copy of
 * a place that is gone. Line numbers do not count.
 */
export function placeStale(file: FileText, hunk: Hunk): StalePlace {
  const parts = partsOf(hunk);
  const context = [...parts.lead, ...parts.tail].filter(isSolid);
  if (context.length === 0) return undefined;
  const old = oldLines(parts.core);
  const written = hunk.map(({ text }) => text);
  const places = old.length > 0 ? corePlaces(file, old, written) : gaps(file, parts, written);
  if (places.length >= mostPlaces(old)) return undefined;
  const ranked = places
    .map((place) => ({ place, support: supportOf(file, parts, place) }))
    .sort((a, b) => b.support.score - a.support.score || a.place.start - b.place.start);
  const [best, ...others] = ranked;
  if (!best || best.support.score < context.length) return undefined;
  if (best.support.telling === 0 && wordsIn(old) < TELLING_WORDS) return undefined;
  const made = madeAt(file, parts, best.support.score);
  if (made !== undefined) return { madeAt: made };
  const rivals = others.filter((other) => isRival(file, parts, best, other));
  if (rivals.length > 0) return { lines: [best, ...rivals].map(({ place }) => place.start + 1) };
  return { placed: { hunk: parts.core, place: best.place } };
}

/**
 * True if another place is nearly as good as the best one. Context that has drifted away counts in full there. Context
 * around the best place does not: those lines have only one meaning.
 */
function isRival(file: FileText, parts: Parts, best: Supported, other: Supported): boolean {
  if (aroundStrayLines(file, parts, best.place, other.place)) return true;
  const taken = new Set(best.support.inPlace);
  const inFull = supportOf(file, parts, other.place, (line) => (taken.has(line) ? 0 : IN_PLACE));
  return best.support.score - Math.max(other.support.score, inFull.score) < MARGIN;
}

/**
 * True if foreign lines are exactly where lines are to be added: nothing says on which side of them. Blank lines do not
 * count.
 */
function aroundStrayLines(file: FileText, { lead, core, tail }: Parts, best: Place, other: Place): boolean {
  if (!oldLines(core).every(isBlank)) return false;
  const [above, below] = [lead.findLast(isSolid), tail.find(isSolid)];
  if (above === undefined || below === undefined) return false;
  const keys = file.keys('indentation');
  const isAfter = (place: Place): boolean => solidFrom(keys, place.start - 1, -1) === contentOf(above);
  const isBefore = (place: Place): boolean => solidFrom(keys, place.end, 1) === contentOf(below);
  const [first, second] = best.start < other.start ? [best, other] : [other, best];
  if (!isAfter(first) || !isBefore(second) || (isAfter(best) && isBefore(best))) return false;
  return keys.slice(first.end, second.start).filter(isSolid).length <= DRIFT;
}

/** The nearest line that is not blank, from one on. There may be many places in a long file, so nothing is copied. */
function solidFrom(keys: readonly string[], from: number, direction: 1 | -1): string | undefined {
  let at = from;
  while (keys[at] !== undefined && isBlank(keys[at] ?? '')) at += direction;
  return keys[at];
}

function isSolid(line: string): boolean {
  return !isBlank(line);
}

function wordsIn(lines: readonly string[]): number {
  return lines.join('\n').match(/[A-Za-z0-9_$\u0080-\uffff]+/g)?.length ?? 0;
}

function partsOf(hunk: Hunk): Parts {
  const from = hunk.findIndex(({ op }) => op !== 'keep');
  const to = hunk.findLastIndex(({ op }) => op !== 'keep') + 1;
  const texts = (lines: Hunk): string[] => lines.map(({ text }) => text);
  return { lead: texts(hunk.slice(0, from)), core: hunk.slice(from, to), tail: texts(hunk.slice(to)) };
}

/** Every place of the changed lines, each in the strictest way in which they stand there. */
function corePlaces(file: FileText, old: readonly string[], written = old): Place[] {
  const strictest = new Map<number, Place>();
  for (const level of LEVELS)
    for (const place of findPlaces(file, old, level, written))
      if (!strictest.has(place.start)) strictest.set(place.start, place);
  return [...strictest.values()];
}

/** Every gap beside a line of context that lines are to be added directly after, or directly before. */
function gaps(file: FileText, { lead, tail }: Parts, written: readonly string[]): Place[] {
  const keys = file.keys('indentation');
  const stands = (line: string | undefined, at: number): boolean =>
    line !== undefined && keys[at] === contentOf(line);
  const places: Place[] = [];
  for (let gap = 0; gap <= keys.length; gap += 1) {
    const block = [lead.at(-1) ?? '', tail[0] ?? ''];
    const at = [stands(lead.at(-1), gap - 1) ? gap - 1 : -1, stands(tail[0], gap) ? gap : -1];
    const reindent = at.some((line) => line >= 0) && commonReindent(file, block, at, written);
    if (reindent) places.push({ level: 'indentation', at: [], start: gap, end: gap, reindent });
  }
  return places;
}

const usualWeight: Weigh = (_, inPlace) => (inPlace ? IN_PLACE : DRIFTED);
const NONE: Support = { score: 0, telling: 0, inPlace: [] };

function supportOf(file: FileText, { lead, tail }: Parts, place: Place, weigh = usualWeight): Support {
  const above = linesFrom(file, place.start - 1, -1, lead.length + DRIFT);
  const below = linesFrom(file, place.end, 1, tail.length + DRIFT);
  const over = commonLines(file, lead.toReversed(), above, place.reindent, weigh);
  const under = commonLines(file, tail, below, place.reindent, weigh);
  return {
    score: over.score + under.score,
    telling: over.telling + under.telling,
    inPlace: [...over.inPlace, ...under.inPlace],
  };
}

/** Numbers of lines of the file, away from a place. */
function linesFrom(file: FileText, first: number, direction: 1 | -1, count: number): number[] {
  const lines = Array.from({ length: count }, (_, index) => first + direction * index);
  return lines.filter((line) => line >= 0 && line < file.lines.length);
}

/** The weightiest lines of the context that stand in the file in the same order, blank ones aside; both go away from the change. */
function commonLines(
  file: FileText,
  context: readonly string[],
  around: readonly number[],
  reindent: Reindent,
  weigh: Weigh,
): Support {
  const shaped = (line: string, shift: Reindent): string => `${shift(indentOf(line))}${collapsed(line)}`;
  const there = around.map((line) => shaped(file.textAt(line), sameIndent));
  let rows: Support[] = there.map(() => NONE);
  context.forEach((line, distance) => {
    if (isBlank(line)) return;
    const wanted = shaped(line, reindent);
    const next: Support[] = [];
    there.forEach((own, index) => {
      const without = better(rows[index] ?? NONE, next[index - 1] ?? NONE);
      if (own !== wanted) next.push(without);
      else
        next.push(
          better(plus(rows[index - 1] ?? NONE, line, around[index] ?? 0, index === distance, weigh), without),
        );
    });
    rows = next;
  });
  return rows.at(-1) ?? NONE;
}

function plus(before: Support, line: string, at: number, inPlace: boolean, weigh: Weigh): Support {
  return {
    score: before.score + weigh(at, inPlace),
    telling: before.telling + (isTelling(line) ? 1 : 0),
    inPlace: inPlace ? [...before.inPlace, at] : before.inPlace,
  };
}

function better(a: Support, b: Support): Support {
  return a.score >= b.score ? a : b;
}

/** The line (from 1) where what the hunk makes stands already, with as much context as the best place has. */
function madeAt(file: FileText, parts: Parts, score: number): number | undefined {
  const fresh = newLines(parts.core);
  if (fresh.length === 0) {
    if (parts.lead.length === 0 || parts.tail.length === 0) return undefined;
    const [closed] = findPlaces(file, [...parts.lead, ...parts.tail], 'spacing');
    return closed && closed.start + 1;
  }
  const made = corePlaces(file, fresh).find((place) => supportOf(file, parts, place).score >= score);
  return made && made.start + 1;
}
