import { applyPlaced } from './apply';
import { elidedParts, findElided } from './elision';
import { hunkOf, oldLines } from './hunk';
import { ambiguous, malformed, noMatch, type MatchLayer, type MatchOutcome, type Refusal } from './outcome';
import { climb, FileText, LEVELS, mostPlaces, occurrences, placeOf, type Placed } from './places';
import { isBlank, isTelling, markOf, newlineOf, passageLines, withoutTrailing } from './text';

/** A passage of a file and what takes its place. */
export interface Replacement {
  search: string;
  replacement: string;
  /** Replaces every place, as it stands letter for letter. */
  all?: boolean;
}

/** Place of a passage in a text: its offset, its line (from 0), and what stands before it in that line. */
interface Spot {
  at: number;
  line: number;
  before: string;
}

const NOT_THERE = 'the text to replace does not stand in the file: copy it as it stands there';

/**
 * Replaces a passage that has one place: letter for letter, or else with other blanks or line ends, or with its middle
 * left out. With several places nothing is replaced. Texts may have one character a byte, if all three do.
 */
export function replaceText(text: string, edit: Replacement): MatchOutcome {
  const { search, all } = edit;
  if (search === '') return malformed('the text to replace is empty');
  if (all) return replaceAll(text, edit);
  const whole: Spot[] = [];
  const cut: Spot[] = [];
  for (const spot of spotsOf(text, search)) {
    (cutsIndent(spot, search) ? cut : whole).push(spot);
    if (whole.length === MOST_SPOTS) break;
  }
  if (whole.length > 1) return severalPlaces(whole);
  const file = new FileText(text);
  if (whole[0]) return spliced(file, text, edit, whole[0]);
  const loose = replaceLoosely(file, edit);
  const within = cut.length === 1 && passageLines(search).length === 1 ? cut[0] : undefined;
  return within && !loose.ok && loose.problem.reason === 'no-match'
    ? spliced(file, text, edit, within)
    : loose;
}

/** More places than these are not told apart. */
const MOST_SPOTS = 20;

function replaceAll(text: string, { search, replacement }: Replacement): MatchOutcome {
  const spots: Spot[] = [];
  let [end, overlaps] = [0, false];
  for (const spot of spotsOf(text, search)) {
    if (spots.length < MOST_SPOTS) spots.push(spot);
    overlaps ||= spot.at < end;
    end = spot.at + search.length;
  }
  if (spots.length === 0) return noMatch(NOT_THERE, search);
  if (overlaps) return severalPlaces(spots, ' and overlaps itself');
  return { ok: true, text: text.split(search).join(replacement), layer: 'exact' };
}

function* spotsOf(text: string, search: string, newline: string = newlineOf(text)): Generator<Spot> {
  let [line, start, end] = [0, 0, text.indexOf(newline)];
  for (const at of occurrences(text, search)) {
    for (; end >= 0 && end < at; end = text.indexOf(newline, start)) {
      line += 1;
      start = end + 1;
    }
    yield { at, line, before: text.slice(start, at) };
  }
}

/** True if a passage begins within the indentation of a line: as a whole line it stands elsewhere, or deeper. */
function cutsIndent({ before }: Spot, search: string): boolean {
  return before !== '' && isBlank(before) && /^[ \t]/.test(search);
}

/** The text with a passage replaced letter for letter. */
function spliced(
  file: FileText,
  text: string,
  { search, replacement }: Replacement,
  { at, line, before }: Spot,
): MatchOutcome {
  // A whole line that goes takes its indentation along.
  const from = isBlank(before) && replacement === '' && /[\r\n]$/.test(search) ? at - before.length : at;
  // A passage within one line says nothing of line ends: the replacement takes those of the file.
  const fitted = /[\r\n]/.test(search + replacement.replaceAll('\n', ''))
    ? replacement
    : replacement.replaceAll('\n', file.endNear(line));
  return { ok: true, text: text.slice(0, from) + fitted + text.slice(at + search.length), layer: 'exact' };
}

/** The looser rungs in turn: the first one on which the passage has a place decides. */
function replaceLoosely(file: FileText, edit: Replacement): MatchOutcome {
  const { search } = edit;
  const [given, fresh] = linesOf(edit);
  const passages = passagePlaces(file, edit);
  const hunk = hunkOf(given, fresh);
  const found =
    passages.length > 0
      ? passages
      : climb(file, hunk, ['indentation', 'spacing']).map((place) => ({ hunk, place }));
  const [first] = found;
  if (found.length > 1) return severalLines(found);
  if (first) return applied(file, found, first.place.level, search);
  const parts = elidedParts(given, fresh);
  if (parts === undefined) return noMatch(NOT_THERE, search);
  if (typeof parts === 'string') return noMatch(`the text to replace ${parts}`, search);
  for (const level of LEVELS) {
    const way = findElided(file, parts, level);
    if ('several' in way) return severalLines(way.several);
    if (way.length > 0) return applied(file, way, 'elided', search);
  }
  return noMatch(NOT_THERE, search);
}

/**
 * Places of a passage that differs only in line ends and blanks before them. It may begin within a line and end within
 * another; the rest of these lines is kept, as part of the hunk's first and last line. No word is cut in two.
 */
function passagePlaces(file: FileText, edit: Replacement): Placed[] {
  const [given, fresh] = linesOf(edit);
  const keys = given.map(withoutTrailing);
  const final = keys.at(-1) ?? '';
  const whole = isEnded(edit.search) || final !== given.at(-1);
  const wanted = keys.join('\n') + (whole ? '\n' : '');
  if (isBlank(keys.join(''))) return [];
  const placed: Placed[] = [];
  for (const spot of spotsOf(`${file.rows('line-ends').keys.join('\n')}\n`, wanted, '\n')) {
    const { line, before } = spot;
    const last = file.textAt(line + keys.length - 1);
    const after = whole ? '' : last.slice(final.length + (keys.length === 1 ? before.length : 0));
    if (cutsIndent(spot, wanted) || cutsWord(before, wanted) || cutsWord(final, after)) continue;
    const hunk = hunkOf(widened(given, before, after), widened(fresh, before, after));
    const block = oldLines(hunk);
    const at = block.map((_, index) => line + index);
    const place = placeOf(file, block, 'line-ends', at);
    if (place) placed.push({ hunk, place });
    if (placed.length >= mostPlaces(keys.length)) break;
  }
  return placed;
}

function cutsWord(before: string, after: string): boolean {
  return isTelling(before.slice(-1)) && isTelling(after.slice(0, 1));
}

/** Lines of a passage with what stands before and after it. */
function widened(lines: readonly string[], before: string, after: string): readonly string[] {
  if (before + after === '') return lines;
  const wide = lines.length === 0 ? [''] : [...lines];
  wide[0] = before + (wide[0] ?? '');
  wide.push((wide.pop() ?? '') + after);
  return wide;
}

/** Both texts as lines. An empty replacement of an unfinished line leaves the rest of that line: an empty one. */
function linesOf({ search, replacement }: Replacement): [given: string[], fresh: string[]] {
  const fresh = passageLines(replacement);
  return [passageLines(search), fresh.length === 0 && !isEnded(search) ? [''] : fresh];
}

function isEnded(passage: string): boolean {
  return /[\r\n]$/.test(passage) && passage !== markOf(passage);
}

function applied(file: FileText, placed: readonly Placed[], layer: MatchLayer, search: string): MatchOutcome {
  const text = applyPlaced(file, placed);
  if (text !== undefined) return { ok: true, text, layer };
  return noMatch('the replacement begins further to the left than the file can follow', search);
}

function severalLines(placed: readonly Placed[]): Refusal {
  return severalPlaces(placed.map(({ place }) => ({ line: place.start })));
}

function severalPlaces(spots: readonly { line: number }[], advice = '; add lines around it'): Refusal {
  const lines = spots.map(({ line }) => line + 1);
  return ambiguous('the text to replace stands', advice, lines);
}
