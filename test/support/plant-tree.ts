import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TreeHash } from '../../src/domain/ids';
import { importDirectory } from '../../src/workspace/capture/import';
import type { Store } from '../../src/store/types';
import { tempFolder } from './temp-folder';

/** Something to be put into a folder: a file, a link or a folder. */
export interface Plant {
  path: string;
  text?: string;
  bytes?: Buffer;
  link?: string;
  dir?: boolean;
  mode?: number;
}

/** Makes real files. Folders on the way get mode 0755 whatever the umask. */
export function plant(folder: string, plants: readonly Plant[]): void {
  for (const { path, text, bytes, link, dir, mode } of plants) {
    const target = join(folder, path);
    const made = mkdirSync(dirname(target), { recursive: true });
    for (let at = dirname(target); made !== undefined && at.length >= made.length; at = dirname(at))
      chmodSync(at, 0o755);
    if (link !== undefined) symlinkSync(link, target);
    else if (dir) mkdirSync(target, { recursive: true });
    else writeFileSync(target, bytes ?? text ?? '');
    if (link === undefined) chmodSync(target, mode ?? (dir ? 0o755 : 0o644));
  }
}

/** The tree of a folder with these things in it. */
export async function plantTree(store: Store, plants: readonly Plant[]): Promise<TreeHash> {
  const folder = tempFolder('plant');
  try {
    plant(folder, plants);
    return (await importDirectory(store, folder)).tree;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
