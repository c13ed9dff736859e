import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH_FOLDERS } from './dependency-cache';

/** Most entries that are shown one by one: bubblewrap takes 0.25 s for 400 of them, and 1.4 s for 1,000. */
const SHOWN_ONE_BY_ONE = 600;

/** How the folders of dependencies are shown to a command, all paths absolute. */
export interface DependencyView {
  readOnly: { source: string; target: string }[];
  links: { path: string; to: string }[];
  /** Folders that are writable, empty and forgotten. */
  scratch: string[];
}

/**
 * Shows a folder of dependencies read-only, entry by entry, in the checkout's folder of that name. Tools may then make
 * folders beside the packages, as Vite does with `.vite-temp`. A folder with very many entries is shown as a whole, and
 * nothing can be made in it.
 */
export function dependencyView(folders: readonly string[]): DependencyView {
  const view: DependencyView = { readOnly: [], links: [], scratch: [] };
  for (const folder of folders) {
    const entries = readdirSync(folder, { withFileTypes: true });
    const isScratch = (name: string): boolean => SCRATCH_FOLDERS.some((scratch) => scratch === name);
    for (const { name } of entries) if (isScratch(name)) view.scratch.push(join(folder, name));
    // A name that is not UTF-8 cannot be given as an argument.
    if (entries.length > SHOWN_ONE_BY_ONE || entries.some(({ name }) => name.includes('\ufffd'))) {
      view.readOnly.push({ source: folder, target: folder });
      continue;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (isScratch(entry.name)) continue;
      if (entry.isSymbolicLink()) view.links.push({ path, to: readlinkSync(path) });
      else if (entry.isDirectory() || entry.isFile()) view.readOnly.push({ source: path, target: path });
    }
  }
  return view;
}
