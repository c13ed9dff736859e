import { applyPlaced, type FileEnds, type Placed } from './apply-hunks';
import { FileText } from './file-text';
import { changes, levelsFor, oldLines, splitHunk, type Hunk } from './hunk';
import { markOf } from './lines';
import { ambiguous, looser, malformed, noMatch, type MatchLayer, type MatchOutcome } from './outcome';
import { parseDiff, type DiffHunk } from './parse-diff';
import { findPlaces, mostPlaces, type Place } from './places';
import { sameIndent } from './reindent';
import { placeStale } from './stale-context';

/** A hunk with the places where it could stand; or one of the parts of a hunk that stand there in their order. */
interface Candidates {
  number: number;
  layer: MatchLayer;
  placed: Placed[];
}

type Found = { found: Candidates[] } | { problem: MatchOutcome };

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
  const found: Candidates[] = [];
  for (const [index, hunk] of hunks.entries()) {
    if (!changes(hunk.lines)) continue;
    const placed = candidatesOf(file, withoutMarks(hunk.lines), hunk.heading, index + 1);
    if ('problem' in placed) return placed.problem;
    found.push(...placed.found);
  }
  return applyFound(file, found, endsOf(file, hunks));
}

function candidatesOf(file: FileText, hunk: Hunk, heading: string, number: number): Found {
  const block = oldLines(hunk);
  if (block.length === 0) return emptyFile(file, hunk, number);
  const written = hunk.map(({ text }) => text);
  for (const layer of levelsFor(hunk)) {
    const places = findPlaces(file, block, layer, written);
    if (places.length === 0) continue;
    if (places.length >= mostPlaces(block)) return { problem: severalPlaces(number, places) };
    const placed = underHeading(file, places, heading).map((place) => ({ hunk, place }));
    return { found: [{ number, layer, placed }] };
  }
  return staleCandidates(file, hunk, heading, number);
}

function emptyFile(file: FileText, hunk: Hunk, number: number): Found {
  if (file.lines.length > 0)
    return {
      problem: noMatch(
        `hunk ${number} has no line of context, so it has no place: add lines around the change`,
      ),
    };
  const place: Place = { level: 'exact', at: [], start: 0, end: 0, reindent: sameIndent };
  return { found: [{ number, layer: 'exact', placed: [{ hunk, place }] }] };
}

function staleCandidates(file: FileText, hunk: Hunk, heading: string, number: number): Found {
  const layer = 'stale-context';
  const stale = placeStale(file, hunk);
  if (!stale) {
    const found = partCandidates(file, hunk, heading, number);
    if (found) return { found };
    const message = `the lines of hunk ${number} do not stand in the file: copy them as they stand there`;
    return { problem: noMatch(message, oldLines(hunk).join('\n')) };
  }
  if ('placed' in stale) return { found: [{ number, layer, placed: [stale.placed] }] };
  if ('madeAt' in stale)
    return { problem: noMatch(`the change of hunk ${number} is already made at line ${stale.madeAt}`) };
  const message = `the changed lines of hunk ${number} stand in the file ${stale.lines.length} times, and its context has changed: give more of it as it stands now`;
  return { problem: ambiguous(message, stale.lines) };
}

/** Most lines by which two parts of a hunk may have drifted together or apart. */
const PART_DRIFT = 1;

/** Changes with changed context between them, each by itself: they must have one place each, as far apart as in the hunk. */
function partCandidates(
  file: FileText,
  hunk: Hunk,
  heading: string,
  number: number,
): Candidates[] | undefined {
  const parts = splitHunk(hunk);
  if (parts.length < 2) return undefined;
  const placed: Placed[] = [];
  for (const part of parts) {
    const one = candidatesOf(file, part, heading, number);
    if ('problem' in one) return undefined;
    const [place, ...others] = one.found.flatMap((each) => each.placed);
    if (!place || others.length > 0) return undefined;
    const before = placed.at(-1);
    if (before && !follows(before, place, distanceBefore(part))) return undefined;
    placed.push(place);
  }
  if (overlap(placed)) return undefined;
  return placed.map((one) => ({ number, layer: 'stale-context', placed: [one] }));
}

/** How many lines a part keeps before its change. */
function distanceBefore(part: Hunk): number {
  return part.findIndex(({ op }) => op !== 'keep');
}

/** True if the second part stands as far after the first as in the hunk, and what either keeps between them does too. */
function follows(first: Placed, second: Placed, distance: number): boolean {
  const { to } = changedRange(first);
  const { from } = changedRange(second);
  if (from < to || Math.abs(from - to - distance) > PART_DRIFT) return false;
  return keptAfter(first).every((line) => line < from) && keptBefore(second).every((line) => line >= to);
}

/** The file's lines that a part keeps after its change. */
function keptAfter({ hunk, place }: Placed): number[] {
  const kept = hunk.length - 1 - hunk.findLastIndex(({ op }) => op !== 'keep');
  return place.at.slice(place.at.length - kept).filter((line) => line >= 0);
}

/** The file's lines that a part keeps before its change. */
function keptBefore({ hunk, place }: Placed): number[] {
  return place.at.slice(0, distanceBefore(hunk)).filter((line) => line >= 0);
}

/** Of several places those below the heading, as git chooses it: the last line before that begins with a letter. */
function underHeading(file: FileText, places: Place[], heading: string): Place[] {
  if (heading === '' || places.length < 2) return places;
  const under = places.filter((place) => {
    for (let line = place.start - 1; line >= 0; line -= 1) {
      const text = file.textAt(line);
      if (/^[A-Za-z_$]/.test(text)) return text.startsWith(heading);
    }
    return false;
  });
  return under.length > 0 ? under : places;
}

function applyFound(file: FileText, found: readonly Candidates[], ends: FileEnds): MatchOutcome {
  const sole = inOrder(found);
  const several = found.find(({ placed }) => placed.length > 1);
  if (several && sole.some(({ placed }) => placed.length !== 1)) {
    return severalPlaces(
      several.number,
      several.placed.map(({ place }) => place),
    );
  }
  const placed = sole.flatMap((one) => one.placed);
  if (overlap(placed)) return malformed('the hunks of the diff change the same lines twice');
  const text = applyPlaced(file, placed, ends);
  if (text === undefined) return noMatch('the diff adds lines further to the left than the file can follow');
  return { ok: true, text, layer: found.map(({ layer }) => layer).reduce(looser, 'exact') };
}

function severalPlaces(number: number, places: readonly Place[]): MatchOutcome {
  return ambiguous(
    `the lines of hunk ${number} stand in the file ${places.length} times; add context`,
    places.slice(0, 20).map(({ start }) => start + 1),
  );
}

/** Keeps the places that fit between those of the other hunks: hunks of a diff are in the order of the file. */
function inOrder(found: readonly Candidates[]): Candidates[] {
  if (found.every(({ placed }) => placed.length === 1)) return [...found];
  let least = 0;
  const forward = found.map((one) => {
    const placed = one.placed.filter((each) => changedRange(each).from >= least);
    least = Math.max(least, Math.min(...placed.map((each) => changedRange(each).to)));
    return { ...one, placed };
  });
  let most = Infinity;
  return forward
    .reverse()
    .map((one) => {
      const placed = one.placed.filter((each) => changedRange(each).to <= most);
      most = Math.min(most, Math.max(...placed.map((each) => changedRange(each).from)));
      return { ...one, placed };
    })
    .reverse();
}

/** The lines of the file that a hunk changes; an insertion has none, and stands before `from`. */
function changedRange({ hunk, place }: Placed): { from: number; to: number } {
  let cursor = place.start;
  let old = 0;
  let from = Infinity;
  let to = -1;
  for (const { op } of hunk) {
    if (op === 'add') {
      from = Math.min(from, cursor);
      to = Math.max(to, cursor);
      continue;
    }
    const at = place.at[old] ?? -1;
    old += 1;
    if (at < 0) continue;
    cursor = at + 1;
    if (op === 'keep') continue;
    from = Math.min(from, at);
    to = Math.max(to, at + 1);
  }
  return from === Infinity ? { from: place.start, to: place.start } : { from, to };
}

/** True if two hunks change the same lines, or one removes lines that the other keeps. */
function overlap(placed: readonly Placed[]): boolean {
  const ranges = placed.map(changedRange).sort((a, b) => a.from - b.from || a.to - b.to);
  if (ranges.some(({ from }, index) => index > 0 && from < (ranges[index - 1]?.to ?? 0))) return true;
  const removed = new Set(placed.flatMap((one) => linesOf(one, 'remove')));
  return placed.some((one) => linesOf(one, 'keep').some((line) => removed.has(line)));
}

/** The file's lines that a hunk keeps or removes. */
function linesOf({ hunk, place }: Placed, op: 'keep' | 'remove'): number[] {
  const old = hunk.filter((line) => line.op !== 'add');
  return place.at.filter((line, index) => line >= 0 && old[index]?.op === op);
}

/** Byte-order marks are no part of the lines. */
function withoutMarks(hunk: Hunk): Hunk {
  return hunk.map(({ op, text }) => ({ op, text: text.slice(markOf(text).length) }));
}

/** End of the file and byte-order mark, as the hunks have them. */
function endsOf(file: FileText, hunks: readonly DiffHunk[]): FileEnds {
  const finalNewline = hunks.map(({ ends }) => ends.finalNewline).findLast((said) => said !== undefined);
  const unended = hunks.some(({ ends }) => ends.unended);
  const [first] = hunks;
  const removed = first?.lines.find(({ op }) => op === 'remove');
  const added = first?.lines.find(({ op }) => op === 'add');
  const mark = added && markOf(added.text);
  const told =
    removed && mark !== undefined && markOf(removed.text) !== mark && markOf(removed.text) === file.mark;
  return { ...(finalNewline === undefined ? {} : { finalNewline }), unended, ...(told ? { mark } : {}) };
}
