import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BlobHash, type TreeHash } from '../../domain/ids';
import { replaceFile } from '../../machine/atomic-file';
import { shortHash } from '../../machine/hash';
import type { TreeEntry, TreeStore } from '../../store';
import { composeTree } from '../trees/compose-tree';
import type { TreeAccess } from '../trees/tree-access';
import { identityNow, type DeviceNumbers } from './devices';
import type { IdentityPaths } from './identity-paths';

/** Entry of a run's tree that a file of the disk was made from. */
const Origin = z.object({ type: z.enum(['file', 'identity']), hash: BlobHash, size: z.number().int() });
type Origin = z.infer<typeof Origin>;

const Origins = z.object({ version: z.literal(1), origins: z.array(z.tuple([z.string(), Origin])) });

/** Most files of one set of roots that are remembered: the newest. */
const MOST = 20_000;

/**
 * Sources of the files that Kintsugi wrote or copied into folders, by their identities. A run's own trees call such a file by
 * its bytes, the disk by its identity: only here it shows that both are the same. One JSON file for each set of roots.
 */
export class FileOrigins {
  constructor(private readonly folder: string) {}

  /** Origins by identity; none where nothing was written, or the file is damaged: then what was written counts as changed. */
  async of(roots: readonly string[]): Promise<ReadonlyMap<string, Origin>> {
    try {
      const parsed = Origins.safeParse(JSON.parse(await readFile(this.fileOf(roots), 'utf8')));
      return new Map(parsed.success ? parsed.data.origins : []);
    } catch {
      return new Map();
    }
  }

  /** Notes what was published: `made` are entries of the run's tree by path, `tree` is the manifest of the disk since. */
  async note(
    trees: TreeStore,
    roots: readonly string[],
    made: ReadonlyMap<string, TreeEntry>,
    tree: TreeHash,
  ): Promise<void> {
    const fresh: [string, Origin][] = [];
    for (const [path, { type, hash, size }] of made) {
      if (type !== 'file' && type !== 'identity') continue;
      const found = await trees.find(tree, path);
      if (found?.type === 'identity' && found.hash !== hash) fresh.push([found.hash, { type, hash, size }]);
    }
    if (fresh.length === 0) return;
    const all = [...new Map([...(await this.of(roots)), ...fresh])].slice(-MOST);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.fileOf(roots), JSON.stringify({ version: 1, origins: all }));
  }

  private fileOf(roots: readonly string[]): string {
    return join(this.folder, `${shortHash([...roots].sort().join('\0'))}.json`);
  }
}

export function originsNow(
  origins: ReadonlyMap<string, Origin>,
  numbers: DeviceNumbers,
): ReadonlyMap<string, Origin> {
  if (numbers.size === 0) return origins;
  return new Map(
    [...origins].map(([identity, origin]): [string, Origin] => [
      identityNow(identity, numbers),
      origin.type === 'identity' ? { ...origin, hash: identityNow(origin.hash, numbers) } : origin,
    ]),
  );
}

/** The tree in the words of runs: files that they wrote by their bytes, copies by what they are copies of. */
export async function inRunsWords(
  store: TreeAccess & { paths: IdentityPaths },
  tree: TreeHash,
  origins: ReadonlyMap<string, Origin>,
): Promise<TreeHash> {
  if (origins.size === 0) return tree;
  const changes = new Map<string, TreeEntry>();
  for (const [identity, paths] of await store.paths.of(tree)) {
    const origin = originOf(identity, origins);
    if (!origin) continue;
    for (const path of paths) {
      const entry = await store.trees.find(tree, path);
      if (entry) changes.set(path, { name: entry.name, mode: entry.mode, ...origin });
    }
  }
  return composeTree(store, tree, changes);
}

/** A copy of a copy is one of the first. */
function originOf(identity: string, origins: ReadonlyMap<string, Origin>): Origin | undefined {
  let origin = origins.get(identity);
  for (let depth = 0; origin?.type === 'identity' && depth < MOST_COPIES; depth += 1) {
    const before = origins.get(origin.hash);
    if (!before) break;
    origin = before;
  }
  return origin;
}

const MOST_COPIES = 100;
