/** Package sources by directory: the same one while what is installed stays the same, so that children need not ask again. */
import { Lru } from '../../../machine/lru';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { PackageSource } from '../../types';
import { createPackageSource } from '.';

/** Sources kept. */
const KEPT = 16;

/** Files that every installation writes anew. */
const MARKS = ['.package-lock.json', '.yarn-state.yml', '.yarn-integrity', '.modules.yaml', '.'];

function installedAt(root: string): string {
  return MARKS.map((mark) => {
    const found = statSync(path.join(root, 'node_modules', mark), { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}` : '';
  }).join();
}

/** Packages of directories on this machine. */
export class PackageSources {
  private readonly sources = new Lru<string, PackageSource>(KEPT);

  /** Packages of a directory; undefined where there is no such directory (any more). */
  of(root: string, allow: readonly string[] | undefined): PackageSource | undefined {
    const key = JSON.stringify([root, allow ?? null, installedAt(root)]);
    const known = this.sources.get(key) ?? this.open(root, allow);
    if (known) this.sources.set(key, known);
    return known;
  }

  private open(root: string, allow: readonly string[] | undefined): PackageSource | undefined {
    try {
      return createPackageSource({ root, allow });
    } catch {
      return undefined;
    }
  }
}
