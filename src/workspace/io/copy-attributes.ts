import { once } from 'node:events';
import {
  constants,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  symlinkSync,
  type Stats,
} from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../../machine/processes';

/** A new file, and the one that it is to be like. */
export interface Likeness {
  /** Real path of a file that is there. */
  like: string | Buffer;
  folder: string | Buffer;
  /** Name in the folder, plain ASCII. */
  name: string;
}

const SET_ID = 0o6000;
/** Files of one process. */
const BATCH = 500;

/**
 * Gives new files the extended attributes and access lists of others, as far as the system allows. Node has no call for that; GNU's
 * `cp` has, and copies those of many files at once to files of the same names: so it is shown a folder of links. Rights to more than
 * its owner may (set-user-id, capabilities) are not among them.
 */
export async function copyAttributes(files: readonly Likeness[]): Promise<void> {
  // Other systems have another `cp`.
  if (process.platform !== 'linux' || files.length === 0) return;
  const links = await mkdtemp(join(tmpdir(), 'kintsugi-attributes-'));
  try {
    const batches = new Map<string, Likeness[]>();
    for (const file of files) {
      const key = `${hasSetId(file.like)} ${file.folder.toString('latin1')}`;
      const batch = batches.get(key);
      if (batch) batch.push(file);
      else batches.set(key, [file]);
    }
    for (const [index, batch] of [...batches.values()].entries())
      for (let at = 0; at < batch.length; at += BATCH)
        await copyBatch(join(links, `${index}-${at}`), batch.slice(at, at + BATCH));
  } finally {
    await rm(links, { recursive: true, force: true });
  }
}

async function copyBatch(links: string, files: readonly Likeness[]): Promise<void> {
  await mkdir(links);
  const [first] = files;
  if (!first) return;
  symlinkSync(inProcess(first.folder), join(links, '.to'));
  for (const { like, name } of files) symlinkSync(inProcess(like), join(links, name));
  const opened = files.map((file) => openAsIs(file));
  try {
    // `cp` opens them to write.
    for (const { fd } of opened) fchmodSync(fd, 0o600);
    // With the mode come access lists, and set-user-id bits.
    const what = hasSetId(first.like) ? 'xattr' : 'mode,xattr';
    const names = files.map(({ name }) => join(links, name));
    const args = ['-H', '--attributes-only', `--preserve=${what}`, '-t', join(links, '.to'), '--', ...names];
    const child = startProcess('cp', args, { stdio: ['ignore', 'ignore', 'ignore'] });
    // A `cp` without these options, or attributes that this user may not set: the files stay without.
    await once(child, 'close').catch(() => undefined);
    for (const { fd, uid, gid, mode } of opened) {
      // A change of the owner takes capabilities away.
      if (process.geteuid?.() === 0) fchownSync(fd, uid, gid);
      fchmodSync(fd, mode & 0o7777);
    }
  } finally {
    for (const { fd } of opened) closeSync(fd);
  }
}

/** Opens a new file; its owner and permissions stay what they are, whatever the other one has. */
function openAsIs(file: Likeness): Pick<Stats, 'uid' | 'gid' | 'mode'> & { fd: number } {
  const fd = openSync(pathOf(file), constants.O_RDONLY | constants.O_NOFOLLOW);
  const { uid, gid, mode } = fstatSync(fd);
  return { fd, uid, gid, mode };
}

function hasSetId(path: string | Buffer): boolean {
  const { mode = SET_ID } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & SET_ID) !== 0;
}

function pathOf({ folder, name }: Likeness): string | Buffer {
  return typeof folder === 'string' ? `${folder}/${name}` : Buffer.concat([folder, Buffer.from(`/${name}`)]);
}

/** A path by a descriptor of this process, as another one has to name it. */
function inProcess(path: string | Buffer): string | Buffer {
  return typeof path === 'string' ? path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`) : path;
}
