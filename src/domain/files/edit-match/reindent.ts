import { indentOf, isBlank } from './whitespace';

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
  let tabbed = 0;
  let spaced = 0;
  let before: number | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith('\t')) tabbed += 1;
    else if (indent.length > 1) spaced += 1;
    const width = indent.includes('\t') ? undefined : indent.length;
    const unit = width === undefined || before === undefined ? 0 : width - before;
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
  const fits = (reindent: Reindent): boolean => pairs.every((pair) => reindent(pair.given) === pair.found);
  for (const reindent of candidates(pairs, first, given(), file())) if (fits(reindent)) return reindent;
  return undefined;
}

function* candidates(
  pairs: readonly IndentPair[],
  first: IndentPair,
  given: IndentStyle,
  file: IndentStyle,
): Generator<Reindent> {
  const found = pairs.map((pair) => pair.found).join('');
  const givenUnits = distinct([given.unit, file.unit, ...USUAL_UNITS]);
  if (found.includes('\t') || (found === '' && file.tabs)) {
    for (const unit of givenUnits) yield toTabs(unit, first);
  } else {
    const fileUnits = distinct([file.unit, ...USUAL_UNITS]);
    // Units of another width without any shift say more than a shift does.
    if (given.unit > 0 && file.unit > 0 && given.unit !== file.unit)
      yield toSpaces(given.unit, file.unit, first, 0);
    for (const unit of fileUnits) yield toSpaces(unit, unit, first);
    for (const unit of fileUnits) for (const from of givenUnits) yield toSpaces(from, unit, first);
  }
  yield shifted(first);
}

/** Whole units and the spaces beyond them. */
function measure(indent: string, unit: number): { depth: number; rest: number } {
  const tabs = indent.split('\t').length - 1;
  const spaces = indent.length - tabs;
  return { depth: tabs + Math.floor(spaces / unit), rest: spaces % unit };
}

function toTabs(unit: number, first: IndentPair): Reindent {
  const found = { tabs: first.found.split('\t').length - 1, rest: first.found.replaceAll('\t', '').length };
  const beyond = measure(first.given, unit).rest - found.rest;
  const shift = found.tabs - measure(first.given, unit).depth;
  return (indent) => {
    const { depth, rest } = measure(indent, unit);
    const [whole, over] = rest >= beyond ? [depth, rest - beyond] : [depth - 1, rest - beyond + unit];
    return whole + shift < 0 ? undefined : '\t'.repeat(whole + shift) + ' '.repeat(over);
  };
}

function toSpaces(from: number, to: number, first: IndentPair, onlyShift?: number): Reindent {
  const columns = (indent: string): number => {
    const { depth, rest } = measure(indent, from);
    // More than a unit that is left over would make two depths one.
    return from !== to && rest >= to ? NaN : depth * to + rest;
  };
  const shift = onlyShift ?? first.found.length - columns(first.given);
  return (indent) => {
    const width = columns(indent) + shift;
    return width >= 0 ? ' '.repeat(width) : undefined;
  };
}

/** For indentations that mix tabs and spaces: the same characters before all of them, or taken from all of them. */
function shifted({ given, found }: IndentPair): Reindent {
  if (found.endsWith(given)) {
    const more = found.slice(0, found.length - given.length);
    return (indent) => more + indent;
  }
  const less = given.endsWith(found) ? given.slice(0, given.length - found.length) : undefined;
  return (indent) => (less !== undefined && indent.startsWith(less) ? indent.slice(less.length) : undefined);
}

function distinct(units: readonly number[]): number[] {
  return [...new Set(units)].filter((unit) => unit > 0);
}
