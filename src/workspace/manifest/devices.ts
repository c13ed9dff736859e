import type { BlobHash, TreeHash } from '../../domain/ids';
import { identityOf, type TreeEntry } from '../../store';
import { composeTree } from '../trees/compose-tree';
import type { TreeAccess } from '../trees/tree-access';
import type { Disk } from './disk';
import type { IdentityPaths, PathsByIdentity } from './identity-paths';

/**
 * Devices of older trees by their numbers now, as they stand in identities. A restart of the machine may number its file systems
 * anew: the files are the same, with the same inodes and times.
 */
export type DeviceNumbers = ReadonlyMap<string, string>;

/** Hex digits of the device at the beginning of an identity. */
const DIGITS = 16;
/** Files of one device that are looked at on disk. */
const MOST_LOOKED_AT = 50;

function deviceOf(identity: string): string {
  return identity.slice(0, DIGITS);
}

/** Numbers that devices of a tree have in one that was listed now; those that are still in use have no other. */
export async function devicesSince(
  paths: IdentityPaths,
  was: TreeHash,
  now: TreeHash,
): Promise<DeviceNumbers> {
  const [before, present] = [await paths.of(was), await paths.of(now)];
  const inUse = new Set([...present.keys()].map(deviceOf));
  const gone = [...before.keys()].filter((identity) => !inUse.has(deviceOf(identity)));
  if (gone.length === 0) return new Map();
  const known = new Map(
    [...present].flatMap(([identity, at]) => at.map((path) => [path, identity] as const)),
  );
  const numbers = new Numbers();
  for (const identity of gone)
    for (const path of before.get(identity) ?? []) numbers.compare(identity, known.get(path));
  return numbers.found;
}

export async function devicesOnDisk(
  paths: IdentityPaths,
  disk: Disk,
  trees: readonly TreeHash[],
): Promise<DeviceNumbers> {
  const numbers = new Numbers();
  for (const tree of trees) lookAt(await paths.of(tree), disk, numbers);
  return numbers.found;
}

function lookAt(tree: PathsByIdentity, disk: Disk, numbers: Numbers): void {
  const looked = new Map<string, number>();
  for (const [identity, [path]] of tree) {
    const device = deviceOf(identity);
    const count = looked.get(device) ?? 0;
    if (path === undefined || count >= MOST_LOOKED_AT || numbers.isSettled(device)) continue;
    looked.set(device, count + 1);
    numbers.compare(identity, identityAt(disk, path));
  }
}

function identityAt(disk: Disk, path: string): string | undefined {
  try {
    const stat = disk.stat(path);
    return stat && identityOf(stat);
  } catch {
    return undefined;
  }
}

/** New numbers, by files that differ in nothing else. */
class Numbers {
  readonly found = new Map<string, string>();
  private readonly settled = new Set<string>();

  isSettled(device: string): boolean {
    return this.settled.has(device);
  }

  compare(was: string, now: string | undefined): void {
    if (now === undefined || now.slice(DIGITS) !== was.slice(DIGITS)) return;
    const device = deviceOf(was);
    if (this.settled.has(device)) return;
    this.settled.add(device);
    if (deviceOf(now) !== device) this.found.set(device, deviceOf(now));
  }
}

export async function withDevices(
  store: TreeAccess & { paths: IdentityPaths },
  tree: TreeHash,
  numbers: DeviceNumbers,
): Promise<TreeHash> {
  if (numbers.size === 0) return tree;
  const changes = new Map<string, TreeEntry>();
  for (const { path, ...entry } of await store.trees.list(tree)) {
    const hash = entry.type === 'identity' ? identityNow(entry.hash, numbers) : undefined;
    if (hash !== undefined && hash !== entry.hash) changes.set(path, { ...entry, hash } as TreeEntry);
  }
  return composeTree(store, tree, changes);
}

export function identityNow(identity: string, numbers: DeviceNumbers): BlobHash {
  const device = deviceOf(identity);
  return `${numbers.get(device) ?? device}${identity.slice(DIGITS)}` as BlobHash;
}
