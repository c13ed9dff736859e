import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A random token of this data folder, readable by its owner alone: made once, the same for every process that uses the folder. */
export async function readOwnToken(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known?.trim()) return known.trim();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomUUID()}`;
  await writeFile(temporary, `${randomUUID()}\n`, { mode: 0o600 });
  // A link fails where the name exists, so of two first starts one wins and both read the winner.
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary, { force: true });
  return (await readFile(path, 'utf8')).trim();
}
