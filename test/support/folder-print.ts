import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Hash of all that a folder holds: names, kinds, permissions, times of change, contents, links. */
export async function folderPrint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (path: string): Promise<void> => {
    const { mode, mtimeMs } = await lstat(path);
    hash.update(JSON.stringify([path.slice(folder.length), mode, mtimeMs]));
    const kind = await lstat(path);
    if (kind.isSymbolicLink()) hash.update(await readlink(path));
    else if (kind.isFile()) hash.update(await readFile(path));
    else if (kind.isDirectory())
      for (const name of (await readdir(path)).sort()) await visit(join(path, name));
  };
  await visit(folder);
  return hash.digest('hex');
}
