import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { badInput, infrastructure } from '../../domain/kintsugi-error';
import { errorCode } from '../../machine/system-errors';

/** Errors of the system that come of the path alone. */
const WRONG_PATH: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a file stands where it needs a folder',
  EEXIST: 'a file stands where it needs a folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk there is read-only',
};

/** Writes a file that the user named. */
export function writeNamed(file: string, text: string, wayOut?: string): Promise<void> {
  return writingTo(file, () => writeFile(file, text), wayOut);
}

/** Does some writing at a path that the user named: a wrong path is bad input. `wayOut`: what the user can do about it. */
export async function writingTo(
  named: string,
  write: () => Promise<void>,
  wayOut = 'name another path',
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const wrong = WRONG_PATH[errorCode(error) ?? ''];
    if (wrong !== undefined) throw badInput(`${named} cannot be written, since ${wrong}: ${wayOut}.`);
    const reason = error instanceof Error ? error.message : String(error);
    throw infrastructure(`${named} could not be written (${reason}): ${wayOut}.`);
  }
}

/** Makes a folder, and those above it. Node's own recursion fails on a read-only disk as if a folder did not exist. */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && dirname(folder) !== folder) {
      await makeFolders(dirname(folder));
      await makeFolders(folder);
    } else if (errorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
}
