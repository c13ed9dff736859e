import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a file that is read. */
const LARGEST = 1024 * 1024;

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
