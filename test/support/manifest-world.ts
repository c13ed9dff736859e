import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store';
import { createWorkspaces, type ManifestPublishRequest, type Workspaces } from '../../src/workspace';
import { plant, type Plant } from './plant-tree';
import { tempFolder } from './temp-folder';
import { timedManifest } from './manifest';

/** Two roots with people's files, a store, and what publishes to them. */
export class ManifestWorld {
  readonly roots: string[];
  private count = 0;

  private constructor(
    readonly folder: string,
    readonly store: Store,
    readonly workspaces: Workspaces,
    elsewhere: readonly string[],
  ) {
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

  async close(): Promise<void> {
    await this.store.close();
    for (const root of [...this.roots, this.folder]) rmSync(root, { recursive: true, force: true });
  }

  /** Empties the roots and what is kept, and plants these things in the roots by their tree paths. */
  plant(plants: readonly Plant[]): void {
    for (const root of [...this.roots, this.kept]) rmSync(root, { recursive: true, force: true });
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

  publish(base: string, tree: string, more: Partial<ManifestPublishRequest> = {}) {
    this.count += 1;
    const key = { run: 'run-1', effect: `publish-${this.count}` };
    return this.workspaces.publishManifest({ roots: this.roots, base, tree, key, ...more });
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

  /** All that the roots hold, with modification times. */
  state(): string[] {
    return this.roots.flatMap((root, index) => [
      `${index} ${lstatSync(root, { bigint: true }).mtimeNs / 1_000n}`,
      ...timedManifest(root).map((line) => `${index}/${line}`),
    ]);
  }
}
