import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { badInput } from '../domain/kintsugi-error';

/** Real path of a directory. Throws a sentence if there is none; `otherwise` says what to name in place of a file. */
export async function requireDirectory(
  path: string,
  otherwise = "name the project's folder",
): Promise<string> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) throw badInput(`There is no directory ${absolute}: check the path.`);
  if (!found.isDirectory()) throw badInput(`${absolute} is not a directory: ${otherwise}.`);
  return realpath(absolute);
}

/** Real path of a file. Throws a sentence if there is none. */
export async function requireFile(path: string): Promise<string> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isFile()) throw badInput(`There is no file ${absolute}: check the path of the data.`);
  return realpath(absolute);
}
