import type { GlobNode, GroupKind } from './automaton';

/** Texts that the ranges of one glob may stand for together; a range beyond that stands for itself. */
const RANGE_TEXTS = 1_000;
/** Groups within groups that are read; marks of deeper ones are plain characters, so that no glob ends the stack. */
const DEEPEST = 100;

/** Parts of a glob. An unclosed bracket stands for itself. */
export function parseGlob(glob: string): GlobNode[] {
  const reader = new Reader(glob);
  return reader.sequence(glob.length, true);
}

class Reader {
  private at = 0;
  private rangeTexts = RANGE_TEXTS;
  private depth = 0;
  private readonly closes: ReadonlyMap<number, number>;

  constructor(private readonly glob: string) {
    this.closes = closingMarks(glob);
  }

  /** Reads up to `end`. `boundary`: a name begins here, so that `**` stands for folders. */
  sequence(end: number, boundary: boolean): GlobNode[] {
    const nodes: GlobNode[] = [];
    let starts = boundary;
    while (this.at < end) {
      const from = this.at;
      const read = this.stars(end, starts, nodes) ?? this.group(starts) ?? this.single();
      nodes.push(...read);
      starts = this.glob[this.at - 1] === '/' && this.at > from;
    }
    return nodes;
  }

  private stars(end: number, starts: boolean, before: GlobNode[]): GlobNode[] | undefined {
    if (this.glob[this.at] !== '*' || this.opensGroup(this.at)) return undefined;
    const from = this.at;
    while (this.at < end && this.glob[this.at] === '*' && !this.opensGroup(this.at)) this.at += 1;
    if (this.at - from < 2 || !starts) return [{ kind: 'star' }];
    const next = this.glob[this.at];
    if (this.at < end && next === '/') {
      this.at += 1;
      // One of several says it all.
      return before.at(-1)?.kind === 'folders' ? [] : [{ kind: 'folders' }];
    }
    if (this.at < end) return [{ kind: 'star' }];
    if (before.at(-1)?.kind === 'folders') before.pop();
    // `src/**` is `src` as well, but `*/**` is no file at the top.
    const [name, slash] = before.slice(-2);
    if (!name || name.kind === 'star' || slash?.kind !== 'char') return [{ kind: 'below' }];
    before.pop();
    return [{ kind: 'group', group: '?', choices: [[slash, { kind: 'below' }]] }];
  }

  /** `@(a|b)` and the like, `(a|b)`, `{a,b}` and `{1..3}`. */
  private group(starts: boolean): GlobNode[] | undefined {
    const open = this.opensGroup(this.at) ? this.at + 1 : this.at;
    const close = this.closes.get(open);
    if (close === undefined || this.glob[open] === '[' || this.depth >= DEEPEST) return undefined;
    if (this.glob[open] === '{') return this.braces(open, close, starts);
    const prefixed = open > this.at;
    let group = (prefixed ? this.glob[this.at] : '@') as GroupKind;
    const choices = this.choices(open, close, '|', starts);
    const quantifier = prefixed || this.opensGroup(this.at) ? undefined : this.glob[this.at];
    if (quantifier === '?' || quantifier === '+') {
      group = quantifier;
      this.at += 1;
    }
    return [{ kind: 'group', group, choices }];
  }

  private braces(open: number, close: number, starts: boolean): GlobNode[] | undefined {
    const range = rangeChoices(this.glob.slice(open + 1, close), this.rangeTexts);
    if (range) {
      this.rangeTexts -= range.length;
      this.at = close + 1;
      const choices = range.map((text) => [...text].map((char) => ({ kind: 'char' as const, char })));
      return [{ kind: 'group', group: '@', choices }];
    }
    if (this.separators(open, close, ',').length === 0) return undefined;
    return [{ kind: 'group', group: '@', choices: this.choices(open, close, ',', starts) }];
  }

  private choices(open: number, close: number, separator: string, starts: boolean): GlobNode[][] {
    const choices: GlobNode[][] = [];
    let from = open + 1;
    this.depth += 1;
    for (const end of [...this.separators(open, close, separator), close]) {
      this.at = from;
      choices.push(this.sequence(end, starts));
      from = end + 1;
    }
    this.depth -= 1;
    this.at = close + 1;
    return choices;
  }

  /** Places of the separators of a group that are in none within it. */
  private separators(open: number, close: number, separator: string): number[] {
    const found: number[] = [];
    for (let at = open + 1; at < close; at += 1) {
      if (this.glob[at] === '\\') at += 1;
      else if (this.glob[at] === separator) found.push(at);
      else at = Math.min(this.closes.get(at) ?? at, close);
    }
    return found;
  }

  /** True where a mark and the parenthesis after it begin a group. */
  private opensGroup(at: number): boolean {
    return '@?+*!'.includes(this.glob[at] ?? ' ') && this.glob[at + 1] === '(' && this.closes.has(at + 1);
  }

  private single(): GlobNode[] {
    const char = this.glob[this.at] ?? '';
    const setEnd = char === '[' ? this.closes.get(this.at) : undefined;
    if (setEnd !== undefined) {
      const set = readSet(this.glob.slice(this.at + 1, setEnd));
      this.at = setEnd + 1;
      return [{ kind: 'set', ...set }];
    }
    this.at += 1;
    if (char === '?') return [{ kind: 'any' }];
    const escaped = char === '\\' ? this.glob[this.at] : undefined;
    if (escaped === undefined) return [{ kind: 'char', char }];
    this.at += 1;
    return [{ kind: 'char', char: escaped }];
  }
}

/** The texts of `1..5`, `01..10`, `a..e` and `1..9..2`; undefined for what is no range, or one of more than `most` texts. */
function rangeChoices(text: string, most: number): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (numbers) {
    const [, from = '', to = '', step] = numbers;
    const width = [from, to].some((one) => /^-?0\d/.test(one)) ? Math.max(from.length, to.length) : 0;
    return steps([Number(from), Number(to)], step, most, (value) => padded(value, width));
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (!letters) return undefined;
  const [, from = '', to = '', step] = letters;
  return steps([from.charCodeAt(0), to.charCodeAt(0)], step, most, (value) => String.fromCharCode(value));
}

function steps(
  [from, to]: readonly [number, number],
  given: string | undefined,
  most: number,
  show: (value: number) => string,
): string[] | undefined {
  const step = Math.abs(Number(given ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > most) return undefined;
  return Array.from({ length: count }, (_, index) => show(from + index * step * (to < from ? -1 : 1)));
}

function padded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}

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
function readSet(text: string): { negated: boolean; ranges: Range[] } {
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

/** Opening mark → closing mark, for sets, parentheses and braces that are closed; read once from left to right. */
export function closingMarks(glob: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: { at: number; closing: string }[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at];
    if (char === '\\') at += 1;
    else if (char === '[') {
      const end = setEnd(glob, at);
      if (end === undefined) continue;
      closes.set(at, end);
      at = end;
    } else if (char === '(') open.push({ at, closing: ')' });
    else if (char === '{') open.push({ at, closing: '}' });
    else if (char === ')' || char === '}') {
      const begun = open.findLastIndex(({ closing }) => closing === char);
      const [opening] = open.splice(begun < 0 ? open.length : begun);
      if (opening) closes.set(opening.at, at);
    }
  }
  return closes;
}

/** The bracket that ends a set; the first character may be one itself. */
function setEnd(glob: string, open: number): number | undefined {
  const first = open + (/^[!^]/.test(glob[open + 1] ?? '') ? 2 : 1);
  for (let at = first; at < glob.length; at += 1) {
    const class_ = glob[at] === '[' && glob[at + 1] === ':' ? glob.indexOf(':]', at + 2) : -1;
    if (class_ >= 0) at = class_ + 1;
    else if (glob[at] === '\\') at += 1;
    else if (glob[at] === ']' && at > first) return at;
  }
  return undefined;
}
