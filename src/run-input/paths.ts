import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { HostDirectory } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { said } from '../domain/run/said';
import type { StartFacts } from './start-facts';

/** Real path of a directory. Throws a sentence if there is none; `otherwise` says what to name in place of a file. */
export async function requireDirectory(
  path: string,
  otherwise = said`name the project's folder`,
): Promise<string> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) throw badInput(said`There is no directory ${absolute}: check the path.`);
  if (!found.isDirectory()) throw badInput(said`${absolute} is not a directory: ${otherwise}.`);
  return realpath(absolute);
}

/** A directory of this machine, as runs name it. Throws a sentence if there is none. */
export async function requireHostDirectory(
  path: string,
  { hostId, hostName }: Pick<StartFacts, 'hostId' | 'hostName'>,
): Promise<HostDirectory> {
  return { hostId, hostName, realpath: await requireDirectory(path) };
}

/** Real path of a file. Throws a sentence if there is none. */
export async function requireFile(path: string): Promise<string> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isFile()) throw badInput(said`There is no file ${absolute}: check the path of the data.`);
  return realpath(absolute);
}
