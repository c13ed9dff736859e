import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderRules, heavyFolder } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import { joinPath } from '../../domain/files/paths';
import { isSourceFile } from '../../domain/verification/protected-paths';
import { READ_BY_DETECTION, type Project } from './project';

/** Bytes of a file that is read. */
const LARGEST = 1024 * 1024;

/** Most files of a directory that are looked at. */
export const MOST_FILES = 100_000;

/** The project in a directory of this machine, without its heavy folders, as a run would capture it. */
export function projectIn(directory: string, rules?: HeavyRules): Project {
  const known = folderRules(rules);
  const paths: string[] = [];
  const waiting = [''];
  for (
    let folder = waiting.pop();
    folder !== undefined && paths.length < MOST_FILES;
    folder = waiting.pop()
  ) {
    const entries = entriesOf(join(directory, folder));
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const path = joinPath(folder, entry.name);
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !heavyFolder(path, names, known)) waiting.push(path);
    }
  }
  const own = new Set(paths);
  const isRead = (path: string) =>
    own.has(path) && (isSourceFile(path) || path.endsWith('.json') || READ_BY_DETECTION.test(path));
  return {
    paths: paths.sort(),
    text: (path) => (isRead(path) ? fileIn(directory, path) : undefined),
    installed: (path) => fileIn(directory, path),
  };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Text of a file of a directory; undefined where it is not there, or too large to be a manifest. */
export function fileIn(directory: string, path: string): string | undefined {
  try {
    const place = join(directory, path);
    const found = statSync(place);
    return found.isFile() && found.size <= LARGEST ? readFileSync(place, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
