import type { GlobNode, GroupKind } from './glob-node';
import { closingMarks } from './closing-marks';
import { rangeChoices } from './brace-range';
import { readSet } from './read-set';

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
