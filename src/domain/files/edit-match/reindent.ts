import { indentOf, isBlank } from './text';

/** Turns an indentation of an edit into the file's; undefined where that would have to begin left of the margin. */
export type Reindent = (indent: string) => string | undefined;

/** The indentation of a line as the edit gives it, and as the file has it. */
export interface IndentPair {
  given: string;
  found: string;
}

/** How a text indents: by tabs or by `unit` spaces; 0 where it does not show. */
export interface IndentStyle {
  tabs: boolean;
  unit: number;
}

const USUAL_UNITS = [2, 4, 8, 3];

export const sameIndent: Reindent = (indent) => indent;

/** Indentation style of a text: its unit is what most lines are deeper by than the line before. */
export function indentStyle(lines: Iterable<string>): IndentStyle {
  const units = new Map<number, number>();
  let [tabbed, spaced] = [0, 0];
  let before = NaN;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith('\t')) tabbed += 1;
    else if (indent.length > 1) spaced += 1;
    const width = indent.includes('\t') ? NaN : indent.length;
    const unit = width - before;
    if (unit >= 2 && unit <= 8) units.set(unit, (units.get(unit) ?? 0) + 1);
    before = width;
  }
  const [usual] = [...units].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0];
  return { tabs: tabbed > spaced, unit: usual };
}

/**
 * The one shift that makes every given indentation the found one: so many columns to the right or left, and tabs for
 * spaces, spaces for tabs, or units of another width. Undefined where there is none: the block has another structure.
 */
export function reindentOf(
  pairs: readonly IndentPair[],
  given: () => IndentStyle,
  file: () => IndentStyle,
): Reindent | undefined {
  const [first] = pairs;
  if (!first || pairs.every((pair) => pair.given === pair.found)) return sameIndent;
  for (const reindent of shifts(pairs, first, given(), file()))
    if (pairs.every((pair) => reindent(pair.given) === pair.found)) return reindent;
  return undefined;
}

function* shifts(
  pairs: readonly IndentPair[],
  first: IndentPair,
  given: IndentStyle,
  file: IndentStyle,
): Generator<Reindent> {
  const found = pairs.map((pair) => pair.found).join('');
  const from = distinct([given.unit, file.unit, ...USUAL_UNITS]);
  if (found.includes('\t') || (found === '' && file.tabs)) {
    for (const unit of from) yield shift(unit, unit, first, true);
  } else {
    // Units of another width without any shift say more than a shift does.
    if (given.unit > 0 && file.unit > 0 && given.unit !== file.unit)
      yield shift(given.unit, file.unit, { given: '', found: '' });
    const to = distinct([file.unit, ...USUAL_UNITS]);
    for (const unit of to) yield shift(unit, unit, first);
    for (const unit of to) for (const other of from) yield shift(other, unit, first);
  }
  yield prefixed(first);
}

/** Shift by the columns that one pair of indentations differs by, where units of one width become units of another, or tabs. */
function shift(from: number, to: number, { given, found }: IndentPair, tabs = false): Reindent {
  const columns = (indent: string): number => {
    const tabCount = indent.split('\t').length - 1;
    const spaces = indent.length - tabCount;
    const rest = spaces % from;
    // More than a unit that is left over would make two depths one.
    return from !== to && rest >= to ? NaN : (tabCount + Math.floor(spaces / from)) * to + rest;
  };
  const foundWidth = found.replaceAll('\t', ' '.repeat(to)).length;
  const by = foundWidth - columns(given);
  return (indent) => {
    const width = columns(indent) + by;
    if (!(width >= 0)) return undefined;
    return tabs ? '\t'.repeat(Math.floor(width / to)) + ' '.repeat(width % to) : ' '.repeat(width);
  };
}

/** For indentations that mix tabs and spaces: the same characters before all of them, or taken from all of them. */
function prefixed({ given, found }: IndentPair): Reindent {
  const more = found.endsWith(given) ? found.slice(0, found.length - given.length) : '';
  const less = given.endsWith(found) ? given.slice(0, given.length - found.length) : '';
  if (more === less) return () => undefined;
  return (indent) => (indent.startsWith(less) ? more + indent.slice(less.length) : undefined);
}

function distinct(units: readonly number[]): number[] {
  return [...new Set(units)].filter((unit) => unit > 0);
}
