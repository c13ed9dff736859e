import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './system-errors';

/** Makes a folder, and takes it and the files directly in it away from all others of this machine, who may have been let in before. */
export async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    await chmod(join(folder, entry.name), 0o600).catch((error: unknown) => {
      // What was removed meanwhile is nobody's.
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}
