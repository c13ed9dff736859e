import { headerAbove, isWord, tokensOf } from '../../domain/signs/code-lines';
import { isLike } from '../../domain/signs/edit-signs';
import { applyMutations, type PlacedMutation } from './mutation';
import { said } from '../../domain/run/said';

/** Least characters of a line that is not written twice by chance. */
const TELLING_LINE = 12;
/** Most lines that an edit is repeated at, and most lines that it spans. */
const MOST_PLACES = 12;
const MOST_LINES = 8;
/** Most lines between the first and the last repeat, if they become one edit. */
const FAR = 60;

/** Some lines of a text as their tokens with their offsets. */
interface Chunk {
  tokens: readonly string[];
  starts: readonly number[];
}

export interface Repeat {
  edit: PlacedMutation;
  /** The lines are equal. Else they differ by names alone and are in the same function. */
  isCopy: boolean;
}

/**
 * Lines of a text that were written as one: copies of a line, and lines of one function that differ by names alone, such as
 * `[a.start, a.end].sort()` and `[b.start, b.end].sort()`. A mistake in one of them may stand in all.
 */
export class LikeLines {
  private readonly lines: readonly string[];
  private readonly offsets: readonly number[];
  private readonly tokens: (readonly string[] | undefined)[] = [];
  private readonly found = new Map<string, readonly Chunk[]>();

  constructor(private readonly text: string) {
    this.lines = text.split('\n');
    let offset = 0;
    this.offsets = this.lines.map((line) => (offset += line.length + 1) - line.length - 1);
  }

  /** The edit in all lines like its own, with their names, in the order of the file; none where there are too many. */
  repeatsOf(edit: PlacedMutation): Repeat[] {
    const first = this.lineAt(edit.start);
    const last = this.lineAt(edit.end);
    if (last - first >= MOST_LINES) return [];
    const others = this.like(first, last - first + 1);
    if (others.length === 0 || others.length >= MOST_PLACES) return [];
    const own = this.chunk(first, last - first + 1);
    return others.flatMap((other) => {
      const names = renaming(own.tokens, other.tokens);
      const [start, end] = [edit.start, edit.end].map((offset) => placeIn(own, other, offset));
      if (!names || start === undefined || end === undefined) return [];
      const description = said`the same as on line ${String(edit.line)}`;
      const moved = { start, end, replacement: renamed(edit.replacement, names), description };
      return [{ edit: { ...edit, ...moved, line: this.lineAt(start) + 1 }, isCopy: names.size === 0 }];
    });
  }

  /** The edit and its repeats as one edit of all that lies between them; undefined where it has none. */
  everywhere<One extends PlacedMutation>(edit: One): One | undefined {
    const edits = [edit, ...this.repeatsOf(edit).map((repeat) => repeat.edit)];
    const [start, end] = [
      Math.min(...edits.map((one) => one.start)),
      Math.max(...edits.map((one) => one.end)),
    ];
    if (edits.length === 1 || this.lineAt(end) - this.lineAt(start) > FAR) return undefined;
    const moved = edits.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    const replacement = applyMutations(this.text.slice(start, end), moved);
    const description = said`${edit.description}, and so on the lines like it`;
    return { ...edit, start, end, replacement, description, line: this.lineAt(start) + 1 };
  }

  /** Chunks like the one of so many lines from a line on, without itself. */
  private like(first: number, count: number): readonly Chunk[] {
    const key = `${first}:${count}`;
    const known = this.found.get(key);
    if (known) return known;
    const own = this.chunk(first, count);
    const home = headerAbove(this.lines, first)?.line;
    const found: Chunk[] = [];
    for (let at = 0; at + count <= this.lines.length; at++) {
      if (Math.abs(at - first) < count || this.tokensAt(at).length !== this.tokensAt(first).length) continue;
      if (this.isLikeAt(at, own, count, home)) found.push(this.chunk(at, count));
    }
    this.found.set(key, found);
    return found;
  }

  private isLikeAt(at: number, own: Chunk, count: number, home: number | undefined): boolean {
    const tokens = this.range(at, count).flatMap((line) => this.tokensAt(line));
    if (tokens.length !== own.tokens.length) return false;
    if (tokens.every((token, index) => token === own.tokens[index]))
      return (this.lines[at] ?? '').trim().length >= TELLING_LINE;
    return (
      isLike(own.tokens, tokens) &&
      renaming(own.tokens, tokens) !== undefined &&
      home !== undefined &&
      headerAbove(this.lines, at)?.line === home
    );
  }

  private chunk(first: number, count: number): Chunk {
    const tokens: string[] = [];
    const starts: number[] = [];
    for (const line of this.range(first, count)) {
      let from = 0;
      for (const token of this.tokensAt(line)) {
        from = (this.lines[line] ?? '').indexOf(token, from);
        tokens.push(token);
        starts.push((this.offsets[line] ?? 0) + from);
        from += token.length;
      }
    }
    return { tokens, starts };
  }

  /** Number of the line of an offset, from 0. */
  private lineAt(offset: number): number {
    let [low, high] = [0, this.offsets.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private range(first: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => first + index);
  }

  private tokensAt(line: number): readonly string[] {
    return (this.tokens[line] ??= tokensOf(this.lines[line] ?? ''));
  }
}

/** Like lines of some files by their paths: each file is read once, when it is first asked for. */
export function likeLinesIn(texts: { get(path: string): string | undefined }): (path: string) => LikeLines {
  const known = new Map<string, LikeLines>();
  return (path) => {
    const lines = known.get(path) ?? new LikeLines(texts.get(path) ?? '');
    known.set(path, lines);
    return lines;
  };
}

/** Names of one list of tokens with the other list's names for them; undefined: the lists differ by more than names. */
function renaming(own: readonly string[], other: readonly string[]): ReadonlyMap<string, string> | undefined {
  const names = new Map<string, string>();
  const backwards = new Map<string, string>();
  for (const [at, word] of own.entries()) {
    if (word !== other[at] && !(isWord(word) && isWord(other[at]))) return undefined;
    // A member has another name than a variable that is called the same.
    const dot = /\.$/.test(own[at - 1] ?? '') ? '.' : '';
    const [token, there] = [dot + word, dot + (other[at] ?? '')];
    if ((names.get(token) ?? there) !== there || (backwards.get(there) ?? token) !== token) return undefined;
    names.set(token, there);
    backwards.set(there, token);
  }
  return new Map([...names].filter(([token, there]) => token !== there));
}

/** Offset in another chunk that corresponds to one in its own; undefined: it is inside of a token that differs. */
function placeIn(own: Chunk, other: Chunk, offset: number): number | undefined {
  const next = own.starts.findIndex((start, at) => start + (own.tokens[at] ?? '').length > offset);
  const at = next < 0 ? own.starts.length - 1 : next;
  const [token = '', start = 0, there] = [own.tokens[at], own.starts[at], other.starts[at]];
  if (there === undefined) return undefined;
  const into = offset - start;
  if (into <= 0) return there + into;
  if (next < 0) return there + (other.tokens[at] ?? '').length + into - token.length;
  return token === other.tokens[at] ? there + into : undefined;
}

/** Code with the names of another place. */
function renamed(code: string, names: ReadonlyMap<string, string>): string {
  return code.replaceAll(/\.?[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => names.get(word) ?? word);
}

/** Pairs of neighbouring tokens of a project's code. */
export type TokenPairs = ReadonlySet<string>;

export function pairsOf(texts: Iterable<string>): Set<string> {
  const pairs = new Set<string>();
  for (const text of texts) for (const pair of pairsIn(text)) pairs.add(pair);
  return pairs;
}

function pairsIn(text: string): string[] {
  const tokens = tokensOf(text);
  return tokens.slice(1).map((token, index) => `${tokens[index] ?? ''} ${token}`);
}

/** Share of the new token pairs of a line that the project has elsewhere: 1 where nothing is new. */
export function likenessOf(lineBefore: string, lineAfter: string, project: TokenPairs): number {
  const before = new Set(pairsIn(lineBefore));
  const fresh = pairsIn(lineAfter).filter((pair) => !before.has(pair));
  if (fresh.length === 0) return 1;
  return fresh.filter((pair) => project.has(pair)).length / fresh.length;
}
