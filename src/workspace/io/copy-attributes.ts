import { constants, closeSync, fchmodSync, fchownSync, lstatSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { startProcess } from '../../machine/processes';

/** Owner and permissions that a file has, whatever it gets from another one. */
export interface Ownership {
  uid: number;
  gid: number;
  mode: number;
}

const SET_ID = 0o6000;

/**
 * Gives a new file the extended attributes and access lists of the one whose place it takes, as far as the system allows. Node has no
 * call for that; GNU's `cp` has. Rights to more than its owner may (set-user-id, capabilities) are not among them.
 */
export async function copyAttributes(
  from: string | Buffer,
  to: string | Buffer,
  { uid, gid, mode }: Ownership,
): Promise<void> {
  // The arguments of a program are text, and other systems have another `cp`.
  if (process.platform !== 'linux' || typeof from !== 'string' || typeof to !== 'string') return;
  const fd = openSync(to, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    // `cp` opens it to write.
    fchmodSync(fd, 0o600);
    // With the mode come access lists, and set-user-id bits.
    const { mode: before = SET_ID } = lstatSync(from, { throwIfNoEntry: false }) ?? {};
    const what = (before & SET_ID) === 0 ? 'mode,xattr' : 'xattr';
    const own = [from, to].map((path) => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`));
    const child = startProcess('cp', ['--attributes-only', `--preserve=${what}`, '--', ...own], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    // A `cp` without these options, or attributes that this user may not set: the file stays without.
    await once(child, 'close').catch(() => undefined);
    // A change of the owner takes capabilities away.
    if (process.geteuid?.() === 0) fchownSync(fd, uid, gid);
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}
