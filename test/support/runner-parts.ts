import { join } from 'node:path';
import type { Store } from '../../src/store';

/** Parts of whoever runs commands of a project, with checkouts below a folder. */
export function runnerParts({ blobs, trees }: Store, folder: string) {
  return { blobs, trees, checkouts: join(folder, 'checkouts'), path: process.env['PATH'] ?? '' };
}
