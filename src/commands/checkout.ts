import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderRules, heavyFolder, type HeavyFolder } from '../domain/files/heavy-folders';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import { badInput } from '../domain/kintsugi-error';
import { joinPath } from '../domain/files/paths';
import { replaceFile, writeDurable } from '../machine/atomic-file';
import { errorCode } from '../machine/system-errors';
import { isAlive, ownIdentity, ProcessIdentity } from '../machine/process-identity';
import type { BlobStore, TreeStore } from '../store';
import { materialise } from '../workspace/checkout';
import { DirCursor, SafeDir } from '../workspace/io';
import { DependencyCache, type LentCopy } from './dependency-cache';
import { killAll } from './process-group';
import { removeTree } from './remove-tree';

export interface CheckoutDeps {
  blobs: BlobStore;
  trees: TreeStore;
  /** Folder for checkouts and copies of dependencies. */
  checkouts: string;
}

export interface CheckoutRequest {
  tree: TreeHash;
  /** Names the checkout; absent: a name of its own. */
  id?: string;
  /** The user's directory, by its real path, where its dependencies are to be used. */
  original?: string;
  /** `bind`: the caller shows dependencies read-only in their places; `copy`: the checkout gets copies. */
  dependencies: 'bind' | 'copy';
  /** Rules that the tree was captured by. */
  heavyFolders?: HeavyRules;
  signal: AbortSignal;
  progress?: (detail: unknown) => void;
}

export interface Checkout {
  /** Also the id of the command's processes. */
  id: string;
  /** The tree. */
  work: string;
  /** Private temporary folder; `home` is in it. */
  tmp: string;
  home: string;
  /** Folder for what tools build and nobody keeps. */
  caches: string;
  logFile: string;
  /** Dependency folders to be bound, relative to the root. Empty where they were copied. */
  bound: string[];
  /** Removes it. Never rejects: what cannot be removed is swept at the next start. */
  dispose(): Promise<void>;
}

const open = (deps: { checkouts: string }): string => join(deps.checkouts, 'open');

/**
 * Writes a tree into a private folder and gives it the dependencies of the user's directory. Output folders are private
 * and empty. The caller disposes of it; checkouts of killed processes are swept.
 */
export async function prepareCheckout(deps: CheckoutDeps, request: CheckoutRequest): Promise<Checkout> {
  const { id = randomUUID() } = request;
  const root = checkoutFolder(deps, id);
  const { work, tmp, ...places } = placesIn(root);
  await mkdir(places.home, { recursive: true, mode: 0o700 });
  await writeDurable(join(root, 'owner.json'), JSON.stringify(ownIdentity()));
  const lent: LentCopy[] = [];
  try {
    await materialise(deps, {
      tree: request.tree,
      directory: work,
      signal: request.signal,
      progress: request.progress,
    });
    const bound = await furnish(deps, request, work, lent);
    const dispose = async (): Promise<void> => {
      // A copy that cannot be taken back, since a command removed it or worse, is made anew for the next one.
      for (const copy of lent) await copy.giveBack().catch(() => undefined);
      await removeTree(root).catch(() => undefined);
    };
    return { id, work, tmp, ...places, bound, dispose };
  } catch (error) {
    await removeTree(root).catch(() => undefined);
    throw error;
  }
}

export function checkoutFolder(deps: { checkouts: string }, id: string): string {
  return join(open(deps), id);
}

function placesIn(root: string): Pick<Checkout, 'work' | 'tmp' | 'home' | 'caches' | 'logFile'> {
  const tmp = join(root, 'tmp');
  const [work, caches, logFile] = [join(root, 'work'), join(root, 'caches'), join(root, 'output')];
  return { work, tmp, home: join(tmp, 'home'), caches, logFile };
}

/** A checkout as a process that was killed has left it; its new owner is this one. */
export async function reopenCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest & { id: string; original: string },
): Promise<Checkout> {
  const { id, original } = request;
  const root = checkoutFolder(deps, id);
  const owner = await ownerOf(root);
  if (owner && isAlive(owner))
    throw badInput('This guard is still at work: end its command first, or wait for it.');
  await replaceFile(join(root, 'owner.json'), JSON.stringify(ownIdentity()));
  const found = await heavyFoldersOf(deps.trees, request, original);
  const bound = found.filter(({ rule }) => rule.kind === 'dependencies').map(({ path }) => path);
  const places = placesIn(root);
  for (const path of bound) await mkdir(join(places.work, path), { recursive: true });
  return { id, ...places, bound, dispose: () => removeTree(root).catch(() => undefined) };
}

/** Fills the places of folders that are not captured. Resolves to those that are to be bound. */
async function furnish(
  deps: CheckoutDeps,
  request: CheckoutRequest,
  work: string,
  lent: LentCopy[],
): Promise<string[]> {
  const { original, signal } = request;
  if (original === undefined) return [];
  const cache = new DependencyCache(join(deps.checkouts, 'dependencies'));
  const bound: string[] = [];
  for (const { path, rule } of await heavyFoldersOf(deps.trees, request, original)) {
    if (rule.kind === 'dependencies' && request.dependencies === 'copy') {
      request.progress?.(`copying ${path}`);
      lent.push(await cache.lend(original, path, work, signal));
    } else {
      await mkdir(join(work, path));
      if (rule.kind === 'dependencies') bound.push(path);
    }
  }
  return bound;
}

/** Dependency and output folders of the user's directory that stand in folders which the tree has too. */
async function heavyFoldersOf(
  trees: TreeStore,
  { tree, heavyFolders }: CheckoutRequest,
  original: string,
): Promise<{ path: string; rule: HeavyFolder }[]> {
  const rules = folderRules(heavyFolders);
  const listed = await trees.list(tree, { dirs: true });
  const taken = new Set(listed.map(({ path }) => path));
  const root = SafeDir.openRoot(original);
  const cursor = new DirCursor(root);
  const found: { path: string; rule: HeavyFolder }[] = [];
  try {
    for (const folder of ['', ...listed.filter(({ type }) => type === 'dir').map(({ path }) => path)]) {
      const dir = enterIfThere(cursor, folder);
      const names = new Set(dir?.names());
      for (const name of names) {
        const path = joinPath(folder, name);
        const rule = heavyFolder(path, names, rules);
        const wanted = rule?.kind === 'dependencies' || rule?.kind === 'output';
        if (rule && wanted && !taken.has(path) && isFolder(dir, name)) found.push({ path, rule });
      }
    }
    return found;
  } finally {
    cursor.reset();
    root.close();
  }
}

function enterIfThere(cursor: DirCursor, folder: string): SafeDir | undefined {
  try {
    return cursor.enter(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function isFolder(dir: SafeDir | undefined, name: string): boolean {
  try {
    dir?.openDir(name).close();
    return dir !== undefined;
  } catch {
    return false;
  }
}

/** Ends what commands of dead processes left running, and removes their checkouts, but for those that somebody `keeps`. Resolves to the ids. */
export async function sweepCheckouts(
  checkouts: string,
  nowMs = Date.now(),
  keeps: (path: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<string[]> {
  const folder = open({ checkouts });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const swept: string[] = [];
  for (const id of await readdir(folder)) {
    const path = join(folder, id);
    if (!(await isOrphan(path, nowMs)) || (await keeps(path))) continue;
    killAll(undefined, id);
    await removeTree(path);
    swept.push(id);
  }
  return swept;
}

/** Process that works in a checkout; undefined where none is named. */
async function ownerOf(root: string): Promise<ProcessIdentity | undefined> {
  try {
    return ProcessIdentity.safeParse(JSON.parse(await readFile(join(root, 'owner.json'), 'utf8'))).data;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Without an owner it is just being made, or its maker was killed: an hour tells which. */
async function isOrphan(path: string, nowMs: number): Promise<boolean> {
  const owner = await ownerOf(path);
  if (owner) return !isAlive(owner);
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && nowMs - found.mtimeMs > 3_600_000;
}
