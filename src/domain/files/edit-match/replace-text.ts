import { applyPlaced, type Placed } from './apply-hunks';
import { elidedParts, findElided, type Elided } from './elision';
import { FileText } from './file-text';
import type { Level } from './levels';
import { hunkOf, levelsFor, oldLines, type Hunk } from './hunk';
import { markOf, newlineOf, passageLines } from './lines';
import { ambiguous, malformed, noMatch, type MatchLayer, type MatchOutcome } from './outcome';
import { occurrences } from './occurrences';
import { findPassage, type Passage } from './partial-lines';
import { findPlaces } from './places';
import { isBlank } from './whitespace';

/** A passage of a file and what takes its place. */
export interface Replacement {
  search: string;
  replacement: string;
  /** Replaces every place, as it stands letter for letter. */
  all?: boolean;
}

/** Most places that a refusal counts. */
const COUNTED = 20;
const NOT_THERE = 'the text to replace does not stand in the file: copy it as it stands there';

/**
 * Replaces a passage that has one place: letter for letter, or else with other blanks or line ends, or with its middle
 * left out. With several places nothing is replaced. Texts may have one character a byte, if all three do.
 */
export function replaceText(text: string, { search, replacement, all }: Replacement): MatchOutcome {
  if (search === '') return malformed('the text to replace is empty');
  const places = offsetsOf(text, search, all ? Number.MAX_SAFE_INTEGER : COUNTED);
  if (all) return replaceAll(text, search, replacement, places);
  if (places.length > 1) return severalPlaces(lineNumbers(text, places), places.length >= COUNTED);
  const file = new FileText(text);
  const [at] = places;
  const edit = { search, replacement };
  return at === undefined ? replaceLoosely(file, edit) : replaceAt(file, text, edit, at);
}

function replaceAll(
  text: string,
  search: string,
  replacement: string,
  places: readonly number[],
): MatchOutcome {
  if (places.length === 0) return noMatch(NOT_THERE, search);
  if (places.some((place, index) => place < (places[index - 1] ?? -Infinity) + search.length))
    return ambiguous('the text to replace overlaps itself', lineNumbers(text, places.slice(0, COUNTED)));
  return { ok: true, text: text.split(search).join(replacement), layer: 'exact' };
}

/** Replaces an exact text at an offset. A match that cuts through the indentation of a line is looked at more closely. */
function replaceAt(file: FileText, text: string, edit: Replacement, at: number): MatchOutcome {
  const before = text.slice(lineStart(text, at), at);
  const { search, replacement } = edit;
  if (before === '' || !isBlank(before)) return spliced(file, text, edit, at, search.length);
  if (/^[ \t]/.test(search)) return replaceWithinIndent(file, text, edit, at);
  // A whole line that goes takes its indentation along.
  if (replacement === '' && /[\r\n]$/.test(search))
    return spliced(file, text, edit, at - before.length, before.length + search.length);
  return spliced(file, text, edit, at, search.length);
}

/** A passage within one line says nothing of line ends: the replacement takes those of the file. */
function spliced(
  file: FileText,
  text: string,
  { search, replacement }: Replacement,
  at: number,
  length: number,
): MatchOutcome {
  const silent = !/[\r\n]/.test(search) && !replacement.includes('\r') && replacement.includes('\n');
  const end = silent ? file.endNear(lineIndex(text, at)) : '\n';
  const fitted = end === '\n' ? replacement : replacement.replaceAll('\n', end);
  return { ok: true, text: text.slice(0, at) + fitted + text.slice(at + length), layer: 'exact' };
}

/**
 * Replaces a passage that begins with fewer blanks than the line it is in. As whole lines it must have the same place
 * and no other; then further lines of the replacement are shifted like the first.
 */
function replaceWithinIndent(file: FileText, text: string, edit: Replacement, at: number): MatchOutcome {
  const { hunk, given } = wholeLines(edit);
  if (given.lines.length > 1) return replaceLoosely(file, edit);
  const places = findPlaces(file, oldLines(hunk), 'indentation', texts(hunk));
  const [place] = places;
  if (!place) return spliced(file, text, edit, at, edit.search.length);
  if (places.length > 1 || place.start !== lineIndex(text, at))
    return severalPlaces([...new Set([...places.map(({ start }) => start + 1), lineIndex(text, at) + 1])]);
  return applied(file, [{ hunk, place }], 'indentation', edit.search);
}

const BLOCK_LEVELS: readonly Level[] = ['indentation', 'spacing'];

/** The looser layers in turn: the first one that finds a place decides. */
function replaceLoosely(file: FileText, edit: Replacement): MatchOutcome {
  const { search } = edit;
  const { hunk, given, fresh } = wholeLines(edit);
  const byLines = (level: Level): Placed[] =>
    findPlaces(file, oldLines(hunk), level, texts(hunk)).map((place) => ({ hunk, place }));
  const layers: [MatchLayer, () => Placed[]][] = [
    ['line-ends', () => findPassage(file, given, fresh)],
    ...BLOCK_LEVELS.filter((level) => levelsFor(hunk).includes(level)).map(
      (level): [MatchLayer, () => Placed[]] => [level, () => byLines(level)],
    ),
  ];
  for (const [layer, find] of layers) {
    const found = find();
    if (found.length > 1) return severalPlaces(found.map(({ place }) => place.start + 1));
    if (found.length === 1) return applied(file, found, layer, search);
  }
  const elided = elidedParts(given.lines, fresh.lines);
  if (elided === undefined) return noMatch(NOT_THERE, search);
  if (typeof elided === 'string') return noMatch(`the text to replace ${elided}`, search);
  return replaceElided(file, elided, search);
}

const ELIDED_LEVELS: readonly Level[] = ['line-ends', 'indentation', 'spacing'];

function replaceElided(file: FileText, elided: Elided, search: string): MatchOutcome {
  for (const level of ELIDED_LEVELS) {
    const ways = findElided(file, elided, level);
    if (!ways) return severalPlaces([], true);
    if (ways.length > 1) return severalPlaces(ways.map((way) => (way[0]?.place.start ?? 0) + 1));
    const [way] = ways;
    if (way) return applied(file, way, 'elided', search);
  }
  return noMatch(NOT_THERE, search);
}

function applied(file: FileText, placed: readonly Placed[], layer: MatchLayer, search: string): MatchOutcome {
  const text = applyPlaced(file, placed);
  if (text !== undefined) return { ok: true, text, layer };
  return noMatch('the replacement begins further to the left than the file can follow', search);
}

function severalPlaces(lines: readonly number[], more = lines.length > COUNTED): MatchOutcome {
  const count = more ? `at least ${COUNTED}` : String(lines.length);
  return ambiguous(
    `the text to replace stands in the file ${count} times; add lines around it`,
    lines.slice(0, COUNTED),
  );
}

/** Both texts as lines. An empty replacement of an unfinished line leaves the rest of that line: an empty one. */
function wholeLines({ search, replacement }: Replacement): { hunk: Hunk; given: Passage; fresh: Passage } {
  const given = passage(search);
  const made = passage(replacement);
  const fresh = made.lines.length === 0 && !given.ended ? { ...made, lines: [''] } : made;
  return { hunk: hunkOf(given.lines, fresh.lines), given, fresh };
}

function passage(text: string): Passage {
  return { lines: passageLines(text), ended: /[\r\n]$/.test(text) && text !== markOf(text) };
}

function texts(hunk: Hunk): string[] {
  return hunk.map(({ text }) => text);
}

/** Offsets of a passage, overlapping ones too. */
function offsetsOf(text: string, search: string, limit: number): number[] {
  const places: number[] = [];
  for (const at of occurrences(text, search)) {
    places.push(at);
    if (places.length >= limit) break;
  }
  return places;
}

function lineNumbers(text: string, offsets: readonly number[]): number[] {
  return offsets.map((offset) => lineIndex(text, offset) + 1);
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf(newlineOf(text), at - 1) + 1;
}

/** The line (from 0) that an offset lies in. */
function lineIndex(text: string, offset: number): number {
  const newline = newlineOf(text);
  let line = 0;
  for (let at = text.indexOf(newline); at >= 0 && at < offset; at = text.indexOf(newline, at + 1)) line += 1;
  return line;
}
