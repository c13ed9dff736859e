import { once } from 'node:events';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  symlinkSync,
  type BigIntStats,
} from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '../../machine/processes';
import { READ_FLAGS } from './safe-dir';

/** A new file, and the one that it is to be like, both open: whoever has other rights cannot put something else in their place. */
export interface Likeness {
  model: OpenFile;
  made: OpenFile;
}

export interface OpenFile {
  fd: number;
  stat: BigIntStats;
}

const SET_ID = 0o6000n;
/** Files of one process: each has two descriptors. */
export const LIKENESS_BATCH = 100;
const NAME = 'attributes-';
/** Time for a process, and age of a folder that one which was killed left behind, ms. */
const LONGEST_MS = 60_000;

/** Opens a file, never a link, and never waiting for a FIFO; undefined where it can't be had, or is another one than expected. */
export function openFile(
  path: string | Buffer,
  expected?: Pick<BigIntStats, 'dev' | 'ino'>,
): OpenFile | undefined {
  try {
    const fd = openSync(path, READ_FLAGS);
    const found = fstatSync(fd, { bigint: true });
    const isIt = !expected || (found.ino === expected.ino && found.dev === expected.dev);
    if (found.isFile() && isIt) return { fd, stat: found };
    closeSync(fd);
  } catch {
    // It may not be read, or is gone: the new file stays without.
  }
  return undefined;
}

/**
 * Gives new files the extended attributes and access lists of others, as far as the system allows. Node has no call for that; GNU's
 * `cp` has, and copies those of many files at once to files of the same names: so it is shown two folders of links to descriptors.
 * Rights to more than its owner may (set-user-id, capabilities) are not among them. Closes the files. `own`: a folder of Kintsugi's own.
 */
export async function copyAttributes(files: readonly Likeness[], own: string): Promise<void> {
  try {
    // Other systems have another `cp`.
    if (process.platform !== 'linux' || files.length === 0) return;
    const isPrivileged = ({ model }: Likeness): boolean => (model.stat.mode & SET_ID) !== 0n;
    // With the mode come access lists, and set-user-id bits.
    await copyEach(files.filter(isPrivileged), 'xattr', own);
    await copyEach(
      files.filter((file) => !isPrivileged(file)),
      'mode,xattr',
      own,
    );
  } finally {
    for (const { model, made } of files) for (const { fd } of [model, made]) closeSync(fd);
  }
}

async function copyEach(files: readonly Likeness[], what: string, own: string): Promise<void> {
  if (files.length === 0) return;
  let links: string | undefined;
  try {
    // `cp` opens them to write.
    for (const { made } of files) fchmodSync(made.fd, 0o600);
    links = await mkdtemp(join(own, NAME));
    const [from, to] = [join(links, 'from'), join(links, 'to')];
    for (const folder of [from, to]) await mkdir(folder);
    for (const [index, { model, made }] of files.entries()) {
      symlinkSync(`/proc/${process.pid}/fd/${model.fd}`, join(from, String(index)));
      symlinkSync(`/proc/${process.pid}/fd/${made.fd}`, join(to, String(index)));
    }
    const names = files.map((_, index) => join(from, String(index)));
    const args = ['-H', '--attributes-only', `--preserve=${what}`, '-t', to, '--', ...names];
    const child = startProcess('cp', args, { stdio: ['ignore', 'ignore', 'ignore'] });
    await once(child, 'close', { signal: AbortSignal.timeout(LONGEST_MS) }).finally(() => child.kill());
  } catch {
    // A `cp` without these options, or attributes that this user may not set: the files stay without.
  } finally {
    for (const { made } of files) {
      const { uid, gid, mode } = made.stat;
      // A change of the owner takes capabilities away.
      if (process.geteuid?.() === 0) fchownSync(made.fd, Number(uid), Number(gid));
      fchmodSync(made.fd, Number(mode) & 0o7777);
    }
    if (links !== undefined) await rm(links, { recursive: true, force: true });
  }
}

/** Removes what a process that was killed has left in Kintsugi's own folder. */
export async function sweepAttributes(own: string): Promise<void> {
  const names = (await readdir(own).catch(() => [])).filter((name) => name.startsWith(NAME));
  for (const name of names) {
    const found = await stat(join(own, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > 2 * LONGEST_MS)
      await rm(join(own, name), { recursive: true, force: true });
  }
}
