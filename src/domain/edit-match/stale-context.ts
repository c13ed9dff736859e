import type { Placed } from './apply-hunks';
import { LEVELS, type FileText } from './file-text';
import { newLines, oldLines, type Hunk, type HunkLine } from './hunk';
import { commonReindent, findPlaces, MOST_PLACES, type Place } from './places';
import { sameIndent, type Reindent } from './reindent';
import { collapsed, contentOf, indentOf, isBlank, isTelling } from './whitespace';

/** Where a hunk stands whose context has changed in part; or the lines of places that are too alike, or why nowhere. */
export type StalePlace = { placed: Placed } | { lines: number[] } | { madeAt: number } | undefined;

/** How many lines beyond the context's own number it may have drifted apart by lines put in. */
const DRIFT = 4;
/** What a line of context counts for where it stands as far from the change as in the diff, and elsewhere. */
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

/** What speaks for a place: lines of context that stand around it in their order. */
interface Support {
  score: number;
  /** Those that are more than brackets. */
  telling: number;
}

interface Supported {
  place: Place;
  support: Support;
}

/**
 * Places a hunk by its changed lines, and by the context around them as far as that still stands. At least half of the
 * context must in its place, or all of it near, and every other place where the changed lines stand must be clearly worse: else it could be a copy of
 * the right place that is gone. Line numbers have no say.
 */
export function placeStale(file: FileText, hunk: Hunk): StalePlace {
  const parts = partsOf(hunk);
  const context = [...parts.lead, ...parts.tail].filter((line) => !isBlank(line));
  if (context.length === 0) return undefined;
  const old = oldLines(parts.core);
  const written = hunk.map(({ text }) => text);
  const places = old.length > 0 ? corePlaces(file, old, written) : gaps(file, parts, written);
  if (places.length >= MOST_PLACES) return undefined;
  const ranked = places
    .map((place) => supported(file, parts, place))
    .sort((a, b) => b.support.score - a.support.score || a.place.start - b.place.start);
  const [best] = ranked;
  if (!best || best.support.score < context.length) return undefined;
  if (best.support.telling === 0 && wordsIn(old) < TELLING_WORDS) return undefined;
  const made = madeAt(file, parts, best.support.score);
  if (made !== undefined) return { madeAt: made };
  const close = ranked.filter(({ support }) => best.support.score - support.score < MARGIN);
  if (close.length > 1) return { lines: close.map(({ place }) => place.start + 1) };
  return { placed: { hunk: parts.core, place: best.place } };
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
    line !== undefined && !isBlank(line) && keys[at] === contentOf(line);
  const single: Place[] = [];
  const double: Place[] = [];
  for (let gap = 0; gap <= keys.length; gap += 1) {
    const block = [lead.at(-1) ?? '', tail[0] ?? ''];
    const at = [stands(lead.at(-1), gap - 1) ? gap - 1 : -1, stands(tail[0], gap) ? gap : -1];
    const reindent = at.some((line) => line >= 0) && commonReindent(file, block, at, written);
    if (!reindent) continue;
    const place: Place = { level: 'indentation', at: [], start: gap, end: gap, reindent };
    (at.includes(-1) ? single : double).push(place);
  }
  // A gap between both lines makes those around it that are beside one of them no rivals.
  const reach = lead.length + tail.length + DRIFT;
  const apart = single.filter(({ start }) => double.every((other) => Math.abs(other.start - start) > reach));
  return [...double, ...apart];
}

function supported(file: FileText, { lead, tail }: Parts, place: Place): Supported {
  const above = linesBetween(file, place.start - lead.length - DRIFT, place.start);
  const below = linesBetween(file, place.end, place.end + tail.length + DRIFT);
  const [over, under] = [
    commonLines(lead.toReversed(), above.toReversed(), place.reindent),
    commonLines(tail, below, place.reindent),
  ];
  const support = {
    score: over.score + under.score,
    telling: over.telling + under.telling,
  };
  return { place, support };
}

function linesBetween(file: FileText, from: number, to: number): string[] {
  return file.lines.slice(Math.max(from, 0), Math.max(to, 0)).map(({ text }) => text);
}

const NONE: Support = { score: 0, telling: 0 };

/** The weightiest lines of the context that stand in the file in the same order, blank ones aside; both go away from the change. */
function commonLines(context: readonly string[], around: readonly string[], reindent: Reindent): Support {
  const shaped = (line: string, shift: Reindent): string => `${shift(indentOf(line))}${collapsed(line)}`;
  const there = around.map((line) => shaped(line, sameIndent));
  let rows: Support[] = there.map(() => NONE);
  context.forEach((line, distance) => {
    if (isBlank(line)) return;
    const wanted = shaped(line, reindent);
    const next: Support[] = [];
    there.forEach((own, index) => {
      const without = better(rows[index] ?? NONE, next[index - 1] ?? NONE);
      next.push(
        own === wanted ? better(plus(rows[index - 1] ?? NONE, line, index === distance), without) : without,
      );
    });
    rows = next;
  });
  return rows.at(-1) ?? NONE;
}

function plus({ score, telling }: Support, line: string, inPlace: boolean): Support {
  return {
    score: score + (inPlace ? IN_PLACE : DRIFTED),
    telling: telling + (isTelling(line) ? 1 : 0),
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
  const made = corePlaces(file, fresh)
    .map((place) => supported(file, parts, place))
    .find(({ support }) => support.score >= score);
  return made && made.place.start + 1;
}
