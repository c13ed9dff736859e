import { decodeName } from '../../machine/file-names';
import type { TreeHash } from '../../domain/ids';
import { readingAt, type TreeChange, type TreeEntry } from '../../store';
import type { TreeAccess } from './tree-access';

/** So many different lines make a move; fewer only where they are all of a deleted file. */
const MOVED_LINES = 3;
/** Shorter lines (letters and digits) stand in every program. */
const TELLING_CHARS = 10;
/** Most bytes of one file and of all that are searched. */
const LARGEST = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** Lines that a change takes away, and those that it brings. */
interface LineChange {
  path: string;
  added: string[];
  removed: string[];
  deleted: boolean;
}

/** Pairs of paths, where the first loses lines that the second gets: half of such a move would lose the lines. */
export async function movedLines(
  store: TreeAccess,
  trees: { base: TreeHash; tree: TreeHash },
  changes: readonly TreeChange[],
): Promise<[from: string, to: string][]> {
  const files = changes.filter(({ before, after }) => isText(before) || isText(after));
  const bytes = files.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0);
  if (files.length < 2 || bytes > MOST_BYTES) return [];
  const read = async (tree: TreeHash, path: string, entry: TreeEntry | undefined): Promise<Set<string>> =>
    isText(entry)
      ? tellingLines(await readingAt({ tree, path }, () => store.blobs.load(entry.hash)))
      : new Set();
  const changed: LineChange[] = [];
  for (const { path, before, after } of files) {
    const [old, fresh] = [await read(trees.base, path, before), await read(trees.tree, path, after)];
    const without = (lines: Set<string>, others: Set<string>) =>
      [...lines].filter((line) => !others.has(line));
    changed.push({ path, added: without(fresh, old), removed: without(old, fresh), deleted: !after });
  }
  const adders = new Map<string, string[]>();
  for (const { path, added } of changed)
    for (const line of added) adders.set(line, [...(adders.get(line) ?? []), path]);
  return changed.flatMap((from) => targetsOf(from, adders).map((to): [string, string] => [from.path, to]));
}

function targetsOf({ path, removed, deleted }: LineChange, adders: ReadonlyMap<string, string[]>): string[] {
  const enough = deleted ? Math.min(MOVED_LINES, removed.length) : MOVED_LINES;
  const taken = new Map<string, number>();
  for (const line of removed)
    for (const to of adders.get(line) ?? []) taken.set(to, (taken.get(to) ?? 0) + 1);
  return [...taken].filter(([to, count]) => to !== path && count >= enough).map(([to]) => to);
}

function isText(entry: TreeEntry | undefined): entry is TreeEntry {
  return entry?.type === 'file' && entry.size > 0 && entry.size <= LARGEST;
}

function tellingLines(content: Buffer): Set<string> {
  if (content.includes(0)) return new Set();
  const lines = decodeName(content).split('\n');
  return new Set(
    lines
      .map((line) => line.trim())
      .filter((line) => (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING_CHARS),
  );
}
