import { applyPlaced, type FileEnds } from './apply';
import { changes, oldLines, partsOf, splitHunk, type Hunk } from './hunk';
import { changedRange, inOrder, overlap } from './order';
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
import { climb, FileText, mostPlaces, placeOf, type EditPlace, type Placed } from './places';
import { stalePlaces } from './stale-context';
import { markOf } from './text';

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
