import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { infrastructure } from '../domain/kintsugi-error';
import { errorCode } from './system-errors';

/** Rights of a file's group and of everybody. */
const OTHERS = 0o077;

/** Makes a folder, and closes it and the files directly in it to all other users of the machine. */
export async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await close(folder);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await close(join(folder, entry.name));
}

async function close(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o7777 & ~OTHERS);
  } catch (error) {
    if (errorCode(error) === 'EPERM')
      throw infrastructure(
        `${path} belongs to another user, so Kintsugi can't keep it to you: give it to yourself (chown), or remove it.`,
      );
    // What was removed meanwhile is nobody's.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
