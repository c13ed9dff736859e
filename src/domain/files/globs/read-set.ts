type Range = readonly [number, number];

const code = (char: string): number => char.codePointAt(0) ?? 0;
const between = (from: string, to: string): Range => [code(from), code(to)];
const LETTERS = [between('a', 'z'), between('A', 'Z')];
const DIGITS = between('0', '9');

/** `[:alpha:]` and the others that shells know. */
const NAMED: Readonly<Record<string, readonly Range[]>> = {
  alnum: [...LETTERS, DIGITS],
  alpha: LETTERS,
  blank: [between(' ', ' '), between('\t', '\t')],
  cntrl: [between('\0', '\u001f'), between('\u007f', '\u007f')],
  digit: [DIGITS],
  graph: [between('!', '~')],
  lower: [between('a', 'z')],
  print: [between(' ', '~')],
  punct: [between('!', '/'), between(':', '@'), between('[', '`'), between('{', '~')],
  space: [between('\t', '\r'), between(' ', ' ')],
  upper: [between('A', 'Z')],
  word: [...LETTERS, DIGITS, between('_', '_')],
  xdigit: [DIGITS, between('a', 'f'), between('A', 'F')],
};

/** The characters of a set, from the text between its brackets. */
export function readSet(text: string): { negated: boolean; ranges: Range[] } {
  const negated = /^[!^]/.test(text);
  const chars = [...(negated ? text.slice(1) : text)];
  const ranges: Range[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const named = namedAt(chars, at);
    if (named) {
      ranges.push(...named.ranges);
      at = named.end;
      continue;
    }
    if (chars[at] === '\\' && at + 1 < chars.length) at += 1;
    const from = chars[at] ?? '';
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length;
    if (isRange) at += chars[at + 2] === '\\' && at + 3 < chars.length ? 3 : 2;
    ranges.push(between(from, isRange ? (chars[at] ?? '') : from));
  }
  return { negated, ranges };
}

function namedAt(
  chars: readonly string[],
  at: number,
): { ranges: readonly Range[]; end: number } | undefined {
  if (chars[at] !== '[' || chars[at + 1] !== ':') return undefined;
  // The longest name has six letters.
  for (let end = at + 2; end < at + 9; end += 1) {
    if (chars[end] !== ':' || chars[end + 1] !== ']') continue;
    const name = chars.slice(at + 2, end).join('');
    const ranges = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    return ranges && { ranges, end: end + 1 };
  }
  return undefined;
}
