import { LEVELS, type Level } from './levels';
import { isBlank, withoutTrailing } from './whitespace';

/** A line of a change: kept as it is, removed, or added. The text has no line end; a CR before it may remain. */
export interface HunkLine {
  op: 'keep' | 'remove' | 'add';
  text: string;
}

/** Consecutive lines of a file and what becomes of them. */
export type Hunk = readonly HunkLine[];

/** Lines of the file before the change. */
export function oldLines(hunk: Hunk): string[] {
  return hunk.filter(({ op }) => op !== 'add').map(({ text }) => text);
}

/** Lines of the file after the change. */
export function newLines(hunk: Hunk): string[] {
  return hunk.filter(({ op }) => op !== 'remove').map(({ text }) => text);
}

/** True if a hunk changes anything. */
export function changes(hunk: Hunk): boolean {
  return hunk.some(({ op }) => op !== 'keep');
}

/** How a hunk may be compared: a change of blank lines alone cannot be found where blank lines do not count. */
export function levelsFor(hunk: Hunk): readonly Level[] {
  const solid = hunk.some(({ op, text }) => op !== 'keep' && !isBlank(text));
  return solid ? LEVELS : LEVELS.filter((level) => level !== 'spacing');
}

/** The runs of changed lines of a hunk, each with all the context before and after it. */
export function splitHunk(hunk: Hunk): Hunk[] {
  const parts: Hunk[] = [];
  let from = 0;
  let at = 0;
  while (at < hunk.length) {
    while (at < hunk.length && hunk[at]?.op === 'keep') at += 1;
    if (at === hunk.length) break;
    while (at < hunk.length && hunk[at]?.op !== 'keep') at += 1;
    const changed = at;
    let end = changed;
    while (end < hunk.length && hunk[end]?.op === 'keep') end += 1;
    parts.push(hunk.slice(from, end));
    from = changed;
  }
  return parts;
}

/** Above this many pairs of lines no common lines are looked for inside. */
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
  const old = before.map(key);
  const fresh = after.map(key);
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const kept = (from: number, to: number): HunkLine[] => marked('keep', before.slice(from, to));
  const oldMiddle = {
    texts: before.slice(head, before.length - tail),
    keys: old.slice(head, old.length - tail),
  };
  const newMiddle = {
    texts: after.slice(head, after.length - tail),
    keys: fresh.slice(head, fresh.length - tail),
  };
  return [...kept(0, head), ...middle(oldMiddle, newMiddle), ...kept(before.length - tail, before.length)];
}

interface Side {
  texts: readonly string[];
  keys: readonly string[];
}

/** Removed and added lines around a longest common subsequence. */
function middle(old: Side, fresh: Side): HunkLine[] {
  const width = fresh.keys.length + 1;
  if (old.keys.length * fresh.keys.length > PAIR_LIMIT)
    return [...marked('remove', old.texts), ...marked('add', fresh.texts)];
  const common = new Uint32Array((old.keys.length + 1) * width);
  for (let i = old.keys.length - 1; i >= 0; i -= 1)
    for (let j = fresh.keys.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old.keys[i] === fresh.keys[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const lines: HunkLine[] = [];
  let added: HunkLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.keys.length || j < fresh.keys.length) {
    const same = i < old.keys.length && j < fresh.keys.length && old.keys[i] === fresh.keys[j];
    if (same) {
      lines.push(...added, { op: 'keep', text: old.texts[i] ?? '' });
      added = [];
      i += 1;
      j += 1;
    } else if (
      j >= fresh.keys.length ||
      (i < old.keys.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push({ op: 'remove', text: old.texts[i] ?? '' });
      i += 1;
    } else {
      added.push({ op: 'add', text: fresh.texts[j] ?? '' });
      j += 1;
    }
  }
  return [...lines, ...added];
}

function marked(op: HunkLine['op'], texts: readonly string[]): HunkLine[] {
  return texts.map((text) => ({ op, text }));
}
