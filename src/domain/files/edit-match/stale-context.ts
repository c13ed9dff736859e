import { hunkOf, oldLines, partsOf, type Hunk } from './hunk';
import { changedRange } from './order';
import { findPlaces, LEVELS, type FileText, type EditPlace, type Placed } from './places';
import { indentOf, isBlank, isTelling, collapsed } from './text';

/** How many lines beyond the context's own number it may have drifted apart by lines put in. */
const DRIFT = 4;
/** Most lines of context on a side that are looked for. */
const MOST_CONTEXT = 30;
/** Changed lines with so many words say enough themselves; others need a line of context that says something. */
const TELLING_WORDS = 4;

/** A hunk's lines that have to stand in the file, and the context around them, of which some may have changed. */
interface Parts {
  lead: Hunk;
  core: Hunk;
  tail: Hunk;
}

/** Place of a core, and the lines of context that stand with it. */
interface Supported extends Placed {
  support: readonly string[];
  /** Some stand above the changed lines, and some below. */
  isBetween: boolean;
}

/**
 * Places of a hunk whose context has changed in part: those of its changed lines, if at least half of the context stands
 * around one of them in its order. `made`: the change stands in the file already, with as much context.
 */
export function stalePlaces(file: FileText, hunk: Hunk): { placed: Placed[]; made?: EditPlace } {
  const parts = partsOf(hunk);
  const { lead, core, tail } = parts;
  const isAnchored = oldLines(core).some((text) => !isBlank(text));
  const ways = isAnchored ? [parts] : [widened(parts, true, false), widened(parts, false, true)];
  const all = supportedPlaces(file, hunk, ways);
  const needed = [...lead, ...tail].filter(isSolid).length / 2;
  const fitting = all.filter(({ support }) => needed > 0 && support.length >= needed);
  if (!fitting.some((one) => tells(one) && (isAnchored || one.isBetween))) return { placed: [] };
  const most = Math.max(...fitting.map(({ support }) => support.length));
  const undone = partsOf(reversed(hunk));
  const adds = core.some(({ op }) => op === 'add');
  const made = supportedPlaces(file, hunk, [adds ? undone : widened(undone, true, true)]).find(
    ({ support }) => support.length >= most,
  );
  return { placed: isAnchored ? all : fitting, ...(made ? { made: made.place } : {}) };
}

/** Parts whose changed lines stand between the lines above or below them: added lines stand nowhere yet. */
function widened({ lead, core, tail }: Parts, above: boolean, below: boolean): Parts {
  const up = above ? Math.max(lead.findLastIndex(isSolid), 0) : lead.length;
  const down = below ? tail.findIndex(isSolid) + 1 : 0;
  return {
    lead: lead.slice(0, up),
    core: [...lead.slice(up), ...core, ...tail.slice(0, down)],
    tail: tail.slice(down),
  };
}

function reversed(hunk: Hunk): Hunk {
  const ops = { keep: 'keep', remove: 'add', add: 'remove' } as const;
  return hunk.map(({ op, text }) => ({ op: ops[op], text }));
}

/** Every place of the changed lines, each in the strictest way in which they stand there. */
function supportedPlaces(file: FileText, hunk: Hunk, ways: readonly Parts[]): Supported[] {
  const written = hunk.map(({ text }) => text);
  const strictest = new Map<number, Supported>();
  for (const level of LEVELS)
    for (const { lead, core, tail } of ways)
      for (const place of findPlaces(file, oldLines(core), level, { written })) {
        const { from } = changedRange({ hunk: core, place });
        if (strictest.has(from)) continue;
        const outer = partsOf(core);
        const above = [...solidTexts(outer.lead), ...standing(file, lead.toReversed(), place, -1)];
        const below = [...solidTexts(outer.tail), ...standing(file, tail, place, 1)];
        const isBetween = above.length > 0 && below.length > 0;
        strictest.set(from, { hunk: core, place, support: [...above, ...below], isBetween });
      }
  return [...strictest.values()];
}

/** The lines of context that stand in the file in their order, blank ones aside; both go away from the change. */
function standing(file: FileText, context: Hunk, { start, end, reindent }: EditPlace, way: 1 | -1): string[] {
  const near = context.slice(0, MOST_CONTEXT);
  const first = way === 1 ? end : start - 1;
  const there = Array.from({ length: near.length + DRIFT }, (_, away) => file.textAt(first + way * away));
  const shaped = near.filter(isSolid).map(({ text }) => `${reindent(indentOf(text))}${collapsed(text)}`);
  const own = there.filter((line) => !isBlank(line)).map((line) => indentOf(line) + collapsed(line));
  return hunkOf(shaped, own).flatMap(({ op, text }) => (op === 'keep' ? [text] : []));
}

function tells({ hunk, support }: Supported): boolean {
  const words = oldLines(hunk)
    .join('\n')
    .match(/[A-Za-z0-9_$\u0080-\uffff]+/g);
  return support.some(isTelling) || (words?.length ?? 0) >= TELLING_WORDS;
}

function solidTexts(lines: Hunk): string[] {
  return lines.filter(isSolid).map(({ text }) => text);
}

function isSolid({ text }: { text: string }): boolean {
  return !isBlank(text);
}
