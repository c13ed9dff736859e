import { withoutTrailing } from './text';

/** A line of a change: kept as it is, removed, or added. The text has no line end; a CR before it may remain. */
export interface HunkLine {
  op: 'keep' | 'remove' | 'add';
  text: string;
}

/** Consecutive lines of a file and what becomes of them. A search and its replacement are a hunk too. */
export type Hunk = readonly HunkLine[];

/** Lines of the file before the change. */
export function oldLines(hunk: Hunk): string[] {
  return hunk.filter(({ op }) => op !== 'add').map(({ text }) => text);
}

export function changes(hunk: Hunk): boolean {
  return hunk.some(({ op }) => op !== 'keep');
}

/** A hunk without its outer context, and that context. */
export function partsOf(hunk: Hunk): { lead: Hunk; core: Hunk; tail: Hunk } {
  const from = hunk.findIndex(({ op }) => op !== 'keep');
  const to = hunk.findLastIndex(({ op }) => op !== 'keep') + 1;
  return { lead: hunk.slice(0, from), core: hunk.slice(from, to), tail: hunk.slice(to) };
}

/** The runs of changed lines of a hunk, each with all the context before and after it. */
export function splitHunk(hunk: Hunk): Hunk[] {
  const starts = hunk.flatMap(({ op }, at) =>
    op !== 'keep' && (at === 0 || hunk[at - 1]?.op === 'keep') ? [at] : [],
  );
  return starts.map((start, index) => {
    const before = hunk.slice(0, start).findLastIndex(({ op }) => op !== 'keep') + 1;
    return hunk.slice(before, starts[index + 1]);
  });
}

/** Above this many pairs of lines fewer common lines are found. */
const PAIR_LIMIT = 4_000_000;

/**
 * Hunk that replaces some lines by others. Lines with the same key are kept, so that the file's own bytes stay. In each
 * run of changed lines the removed ones come first.
 */
export function hunkOf(
  before: readonly string[],
  after: readonly string[],
  key: (line: string) => string = withoutTrailing,
): HunkLine[] {
  const [old, fresh] = [before.map(key), after.map(key)];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const [oldEnd, freshEnd] = [old.length - tail, fresh.length - tail];
  const common = commonLengths(old.slice(head, oldEnd), fresh.slice(head, freshEnd));
  const ahead = (i: number, j: number): number => common[(i - head) * (freshEnd - head + 1) + j - head] ?? 0;
  const lines: HunkLine[] = [];
  let added: HunkLine[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < fresh.length;) {
    const text = before[i] ?? '';
    const inMiddle = i < oldEnd && i >= head && j < freshEnd;
    if (i < head || (i >= oldEnd && j >= freshEnd) || (inMiddle && old[i] === fresh[j])) {
      lines.push(...added, { op: 'keep', text });
      added = [];
      i += 1;
      j += 1;
    } else if (j >= freshEnd || (inMiddle && ahead(i + 1, j) >= ahead(i, j + 1))) {
      lines.push({ op: 'remove', text });
      i += 1;
    } else added.push({ op: 'add', text: after[j++] ?? '' });
  }
  return [...lines, ...added];
}

/** Lengths of the longest common subsequences of the ends of two rows, row by row; empty where there are too many. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array {
  if (old.length * fresh.length > PAIR_LIMIT) return new Uint32Array();
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      common[at] =
        old[i] === fresh[j]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  return common;
}
