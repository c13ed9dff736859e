import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { BlobHash } from '../../src/domain/ids';
import { openStore, type Store } from '../../src/store';
import { createWorkspaces, type ManifestPublishRequest, type Workspaces } from '../../src/workspace';
import { KeptPlaces } from '../../src/workspace/manifest/kept/kept-places';
import { asTree } from './hashes';
import { plant, type Plant } from './plant-tree';
import { tempFolder } from './temp-folder';
import { timedManifest } from './manifest';

/** Two roots with people's files, a store, and what publishes to them. */
export class ManifestWorld {
  readonly roots: string[];
  /** Run that its publishes belong to: other worlds may keep files in the same place. */
  readonly run: string;
  private count = 0;

  private constructor(
    readonly folder: string,
    readonly store: Store,
    readonly workspaces: Workspaces,
    elsewhere: readonly string[],
  ) {
    this.run = basename(folder);
    this.roots = [join(folder, 'desk'), join(folder, 'docs'), ...elsewhere];
    for (const root of this.roots) mkdirSync(root, { recursive: true });
  }

  /** `elsewhere`: further roots, which are removed in the end too. */
  static async open(elsewhere: readonly string[] = []): Promise<ManifestWorld> {
    const folder = tempFolder('manifest');
    const store = await openStore(join(folder, 'home', 'store'));
    const { blobs, trees } = store;
    const journals = join(folder, 'home', 'journals');
    const workspaces = createWorkspaces({ blobs, trees, store, journals });
    return new ManifestWorld(folder, store, workspaces, elsewhere);
  }

  get kept(): string {
    return join(this.folder, 'home', 'kept');
  }

  /** `more`: further folders that are to be removed. */
  async close(more: readonly string[] = []): Promise<void> {
    await this.store.close();
    for (const place of new KeptPlaces(this.kept).all()) removeOwn(place, this.run);
    for (const root of [...this.roots, this.folder, ...more]) rmSync(root, { recursive: true, force: true });
  }

  /** Empties the roots and what is kept, and plants these things in the roots by their tree paths. */
  plant(plants: readonly Plant[]): void {
    const kept = new KeptPlaces(this.kept).all().map((place) => join(place, this.run));
    for (const folder of [...this.roots, ...kept]) rmSync(folder, { recursive: true, force: true });
    for (const root of this.roots) mkdirSync(root);
    for (const [index, root] of this.roots.entries()) {
      const own = plants.filter(({ path }) => path.startsWith(`${index}/`));
      plant(
        root,
        own.map((each) => ({ ...each, path: each.path.slice(2) })),
      );
    }
  }

  capture() {
    return this.workspaces.captureManifest({ roots: this.roots });
  }

  publish(base: BlobHash, tree: BlobHash, more: Partial<ManifestPublishRequest> = {}) {
    this.count += 1;
    const key = { run: this.run, effect: `publish-${this.count}` };
    return this.workspaces.publishManifest({
      roots: this.roots,
      base: asTree(base),
      tree: asTree(tree),
      key,
      ...more,
    });
  }

  /** Real path of a path of the tree. */
  at(path: string): string {
    return join(this.roots[Number(path[0])] ?? '', path.slice(2));
  }

  write(path: string, text: string, mode = 0o644): void {
    writeFileSync(this.at(path), text);
    chmodSync(this.at(path), mode);
  }

  inode(path: string): number {
    return lstatSync(this.at(path)).ino;
  }

  /** The same store, with Kintsugi's data in another folder. */
  withOwn(home: string): Workspaces {
    const { blobs, trees } = this.store;
    return createWorkspaces({ blobs, trees, store: this.store, journals: join(home, 'journals') });
  }

  /** The same, with a hook that hears of each blob before it is read. */
  withReads(read: (hash: string) => void): Workspaces {
    const { blobs, trees } = this.store;
    const load = (hash: BlobHash) => {
      read(hash);
      return blobs.load(hash);
    };
    const heard = Object.assign(Object.create(blobs) as typeof blobs, { load });
    const journals = join(this.folder, 'home', 'journals');
    return createWorkspaces({ blobs: heard, trees, store: this.store, journals });
  }

  /** Bytes of the files of the store. */
  storeSize(): number {
    const store = join(this.folder, 'home', 'store');
    const names = readdirSync(store, { recursive: true, encoding: 'utf8' });
    return names.reduce((sum, name) => sum + lstatSync(join(store, name)).blocks * 512, 0);
  }

  /** All that the roots hold, with modification times. */
  state(): string[] {
    return this.roots.flatMap((root, index) => [
      `${index} ${lstatSync(root, { bigint: true }).mtimeNs / 1_000n}`,
      ...timedManifest(root).map((line) => `${index}/${line}`),
    ]);
  }
}

/** Removes what a run has put aside, and the place where that was all there was. */
function removeOwn(place: string, run: string): void {
  rmSync(join(place, run), { recursive: true, force: true });
  if (readdirSync(place).length === 0) rmdirSync(place);
}

/** Contents of all files below a folder. */
export function contentsOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}
