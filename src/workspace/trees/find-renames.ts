import type { TreeHash } from '../../domain/ids';
import { baseName } from '../../domain/files/paths';
import { piecesOf, similarity, type Pieces } from '../../domain/files/similarity';
import { readingAt, type TreeChange, type TreeEntry } from '../../store';
import type { TreeAccess } from './tree-access';

/** From this likeness (percent) on a deleted and an added file are one that was renamed, as git has it. */
const THRESHOLD = 50;
/** With more files than this on either side, or more bytes in all, only identical files are paired. */
const MOST_FILES = 200;
const MOST_BYTES = 16 * 1024 * 1024;
/** Larger files are paired only where they are identical. */
const LARGEST = 1024 * 1024;

/** A file that has another path now, with what it was; `likeness` in percent, 100 where its bytes are the same. */
export interface Rename {
  from: string;
  before: TreeEntry;
  likeness: number;
}

type Side = Required<Pick<TreeChange, 'path'>> & { entry: TreeEntry };

/**
 * Pairs added files with deleted ones, by the added path. Identical files are paired first (of several those with the
 * same name), then texts from the most similar pair down. The same trees give the same pairs.
 */
export async function findRenames(
  store: TreeAccess,
  { base, tree }: { base: TreeHash; tree: TreeHash },
  changes: readonly TreeChange[],
): Promise<ReadonlyMap<string, Rename>> {
  const deleted: Side[] = [];
  const added: Side[] = [];
  for (const { path, before, after } of changes) {
    if (before && !after && isNamed(before)) deleted.push({ path, entry: before });
    else if (after && !before && isNamed(after)) added.push({ path, entry: after });
  }
  const pairs = new Pairs();
  if (deleted.length > 0 && added.length > 0) {
    pairIdentical(deleted, added, pairs);
    await pairSimilar(store, { base, tree }, pairs.left(deleted, added), pairs);
  }
  return pairs.byTarget;
}

/** An empty file is like every other, unless its identity is known; a link is told by where it leads. */
function isNamed(entry: TreeEntry): boolean {
  return entry.type === 'identity' || (entry.type === 'file' && entry.size > 0);
}

class Pairs {
  readonly byTarget = new Map<string, Rename>();
  private readonly sources = new Set<string>();

  take(from: Side, to: Side, likeness: number): void {
    if (this.sources.has(from.path) || this.byTarget.has(to.path)) return;
    this.sources.add(from.path);
    this.byTarget.set(to.path, { from: from.path, before: from.entry, likeness });
  }

  left(deleted: readonly Side[], added: readonly Side[]): { deleted: Side[]; added: Side[] } {
    return {
      deleted: deleted.filter(({ path }) => !this.sources.has(path)),
      added: added.filter(({ path }) => !this.byTarget.has(path)),
    };
  }
}

function pairIdentical(deleted: readonly Side[], added: readonly Side[], pairs: Pairs): void {
  const byHash = new Map<string, Side[]>();
  for (const side of deleted) byHash.set(side.entry.hash, [...(byHash.get(side.entry.hash) ?? []), side]);
  const sameName = (to: Side): Side | undefined =>
    byHash.get(to.entry.hash)?.find(({ path }) => baseName(path) === baseName(to.path));
  for (const pick of [sameName, (to: Side) => byHash.get(to.entry.hash)?.[0]]) {
    for (const to of added) {
      const from = pairs.byTarget.has(to.path) ? undefined : pick(to);
      if (!from) continue;
      pairs.take(from, to, 100);
      const rest = byHash.get(to.entry.hash)?.filter((side) => side !== from) ?? [];
      byHash.set(to.entry.hash, rest);
    }
  }
}

async function pairSimilar(
  store: TreeAccess,
  trees: { base: TreeHash; tree: TreeHash },
  left: { deleted: Side[]; added: Side[] },
  pairs: Pairs,
): Promise<void> {
  const deleted = left.deleted.filter(isComparable);
  const added = left.added.filter(isComparable);
  if (deleted.length === 0 || added.length === 0) return;
  const bytes = [...deleted, ...added].reduce((sum, { entry }) => sum + entry.size, 0);
  if (Math.max(deleted.length, added.length) > MOST_FILES || bytes > MOST_BYTES) return;
  const sources = await readPieces(store, trees.base, deleted);
  const targets = await readPieces(store, trees.tree, added);
  const found: { from: Side; to: Side; likeness: number; sameName: boolean }[] = [];
  for (const [to, target] of targets)
    for (const [from, source] of sources) {
      // Sizes alone say that less than half of the larger one can be common.
      if (100 * Math.min(source.size, target.size) < THRESHOLD * Math.max(source.size, target.size)) continue;
      const likeness = Math.min(99, similarity(source, target));
      const sameName = baseName(from.path) === baseName(to.path);
      if (likeness >= THRESHOLD) found.push({ from, to, likeness, sameName });
    }
  // The sort is stable, so equals stay in the order of their paths.
  found.sort((a, b) => b.likeness - a.likeness || Number(b.sameName) - Number(a.sameName));
  for (const { from, to, likeness } of found) pairs.take(from, to, likeness);
}

function isComparable({ entry }: Side): boolean {
  return entry.type === 'file' && entry.size <= LARGEST;
}

/** Pieces of those that are text. */
async function readPieces(
  store: TreeAccess,
  tree: TreeHash,
  sides: readonly Side[],
): Promise<Map<Side, Pieces>> {
  const pieces = new Map<Side, Pieces>();
  for (const side of sides) {
    const bytes = await readingAt({ tree, path: side.path }, () => store.blobs.load(side.entry.hash));
    if (bytes.includes(0)) continue;
    // Byte by byte, since a piece may end within a character.
    pieces.set(
      side,
      piecesOf(bytes, (piece) =>
        Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'),
      ),
    );
  }
  return pieces;
}
