import { readdirSync, type Dirent } from 'node:fs';
import { join, relative, isAbsolute } from 'node:path';
import type { Completion } from '../../../domain/session/chat-input';

/** Most entries of a folder that are offered. */
const MOST_OFFERED = 200;

/** Completion of the last word of a line by the paths of a directory; none leads out of it. */
export function completePath(directory: string, line: string): Completion {
  const part = line.slice(line.lastIndexOf(' ') + 1);
  const cut = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, cut), part.slice(cut)];
  const from = relative(directory, join(directory, folder));
  if (isAbsolute(folder) || from === '..' || from.startsWith('../') || part === '') return { fits: [], part };
  const fits = entriesOf(join(directory, folder))
    .filter((entry) => entry.name.startsWith(name) && (name !== '' || !entry.name.startsWith('.')))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
  return { fits: fits.slice(0, MOST_OFFERED), part };
}

/** Entries of a folder; none where it can't be listed. Read at once: keys that are pressed meanwhile would come first. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
