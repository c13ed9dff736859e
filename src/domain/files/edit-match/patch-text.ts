import { applyPlaced, type FileEnds } from './apply';
import { changes, oldLines, partsOf, splitHunk, type Hunk, hunkOf } from './hunk';
import { changedRange, inOrder, overlap } from './elision';
import {
  ambiguous,
  malformed,
  MATCH_LAYERS,
  noMatch,
  type MatchLayer,
  type MatchOutcome,
  type Refusal,
} from './outcome';
import { parseDiff, type DiffHunk } from './parse-diff';
import {
  climb,
  FileText,
  mostPlaces,
  placeOf,
  type EditPlace,
  type Placed,
  findPlaces,
  LEVELS,
} from './places';
import { markOf, indentOf, isBlank, isTelling, collapsed } from './text';

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

/** A hunk of the diff, or one of its changes, with the places where it could stand. */
interface Found {
  number: number;
  layer: MatchLayer;
  placed: Placed[];
}

/**
 * Applies the hunks of a unified diff of one file. Numbers of lines are not looked at: each hunk must have one place by
 * its lines, its heading, and its order among the others. Both texts may be of one character a byte.
 */
export function patchText(text: string, diff: string): MatchOutcome {
  const files = parseDiff(diff);
  if (typeof files === 'string') return malformed(`the diff ${files}`);
  const hunks = files.flatMap((file) => file.hunks);
  if (files.length > 1) return malformed('the diff is of several files: give each file an edit of its own');
  if (hunks.length === 0) return malformed('the diff holds no hunk: a hunk begins with a line "@@"');
  if (!hunks.some(({ lines }) => changes(lines))) return malformed('the diff changes no line');
  const file = new FileText(text);
  const found: Found[] = [];
  for (const [index, { lines, heading }] of hunks.entries()) {
    if (!changes(lines)) continue;
    const one = findHunk(file, withoutMarks(lines), heading, index + 1);
    if (!Array.isArray(one)) return one;
    found.push(...one);
  }
  return applyFound(file, found, endsOf(file, hunks));
}

/** Places of a hunk on the first rung that has any; on the last one its changes are placed one by one. */
function findHunk(file: FileText, hunk: Hunk, heading: string, number: number): Found[] | Refusal {
  const block = oldLines(hunk);
  if (block.length === 0) {
    const place = file.lines.length === 0 && placeOf(file, [], 'exact', []);
    if (place) return [{ number, layer: 'exact', placed: [{ hunk, place }] }];
    return noMatch(`hunk ${number} has no line of context, so it has no place: add lines around the change`);
  }
  const [place, ...others] = climb(file, hunk);
  if (place) {
    const places = [place, ...others];
    if (places.length >= mostPlaces(block.length)) return severalPlaces(number, places);
    const placed = underHeading(file, places, heading).map((each) => ({ hunk, place: each }));
    return [{ number, layer: place.level, placed }];
  }
  const { placed, made } = stalePlaces(file, hunk);
  if (made) return noMatch(`the change of hunk ${number} is already made at line ${made.start + 1}`);
  if (placed.length === 1) return [{ number, layer: 'stale-context', placed }];
  if (placed.length > 1)
    return ambiguous(
      `the changed lines of hunk ${number} stand`,
      ', and its context has changed: give more of it as it stands now',
      placed.map((each) => each.place.start + 1),
    );
  return (
    findParts(file, hunk, heading, number) ??
    noMatch(
      `the lines of hunk ${number} do not stand in the file: copy them as they stand there`,
      block.join('\n'),
    )
  );
}

/** Changes with changed context between them, each by itself: they must have one place each, as far apart as in the hunk. */
function findParts(file: FileText, hunk: Hunk, heading: string, number: number): Found[] | undefined {
  const parts = splitHunk(hunk);
  if (parts.length < 2) return undefined;
  const all: Found[] = [];
  for (const part of parts) {
    const [found, ...others] = [findHunk(file, part, heading, number)].flat();
    if (!found || !('placed' in found) || others.length > 0 || found.placed.length !== 1) return undefined;
    const [before, here] = [all.at(-1)?.placed[0], found.placed[0]];
    const between = before && here && changedRange(here).from - changedRange(before).to;
    if (between !== undefined && between !== partsOf(part).lead.length) return undefined;
    all.push({ ...found, layer: 'stale-context' });
  }
  return all;
}

/** Of several places those below the heading, as git chooses it: the last line before that begins with a letter. */
function underHeading(file: FileText, places: EditPlace[], heading: string): EditPlace[] {
  if (heading === '' || places.length < 2) return places;
  const under = places.filter(({ start }) => {
    let line = start - 1;
    while (line >= 0 && !/^[A-Za-z_$]/.test(file.textAt(line))) line -= 1;
    return line >= 0 && file.textAt(line).startsWith(heading);
  });
  return under.length > 0 ? under : places;
}

function applyFound(file: FileText, found: readonly Found[], ends: FileEnds): MatchOutcome {
  const all = found.map(({ placed }) => placed);
  const sole = all.every((placed) => placed.length === 1) ? all : inOrder(all, changedRange);
  const several = found.find(({ placed }) => placed.length > 1);
  if (several && sole.some((placed) => placed.length !== 1))
    return severalPlaces(
      several.number,
      several.placed.map(({ place }) => place),
    );
  const placed = sole.flat();
  if (overlap(placed)) return malformed('the hunks of the diff change the same lines twice');
  const text = applyPlaced(file, placed, ends);
  if (text === undefined) return noMatch('the diff adds lines further to the left than the file can follow');
  const layer = Math.max(...found.map((one) => MATCH_LAYERS.indexOf(one.layer)));
  return { ok: true, text, layer: MATCH_LAYERS[layer] ?? 'exact' };
}

function severalPlaces(number: number, places: readonly EditPlace[]): Refusal {
  const lines = places.map(({ start }) => start + 1);
  return ambiguous(`the lines of hunk ${number} stand`, '; add context', lines);
}

/** Byte-order marks are no part of the lines. */
function withoutMarks(hunk: Hunk): Hunk {
  return hunk.map(({ op, text }) => ({ op, text: text.slice(markOf(text).length) }));
}

/** End of the file and byte-order mark, as the hunks have them. */
function endsOf(file: FileText, hunks: readonly DiffHunk[]): FileEnds {
  const finalNewline = hunks.map(({ ends }) => ends.finalNewline).findLast((said) => said !== undefined);
  const unended = hunks.some(({ ends }) => ends.unended);
  const [removed, added] = (['remove', 'add'] as const).map((op) => {
    const line = hunks[0]?.lines.find((each) => each.op === op);
    return line && markOf(line.text);
  });
  const told = added !== undefined && removed !== added && removed === file.mark;
  return {
    ...(finalNewline === undefined ? {} : { finalNewline }),
    unended,
    ...(told ? { mark: added } : {}),
  };
}

/**
 * Places of a hunk whose context has changed in part: those of its changed lines, if at least half of the context stands
 * around one of them in its order. `made`: the change stands in the file already, with as much context.
 */
function stalePlaces(file: FileText, hunk: Hunk): { placed: Placed[]; made?: EditPlace } {
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
