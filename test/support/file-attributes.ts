import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';

const SET = `import os, sys
for i in range(1, len(sys.argv), 3): os.setxattr(sys.argv[i], sys.argv[i + 1], bytes.fromhex(sys.argv[i + 2]))`;
const GET = `import os, sys
for n in os.listxattr(sys.argv[1]): print(n, os.getxattr(sys.argv[1], n).hex())`;

/** An access list as Linux keeps it: user 2000 may read besides the owner and the group. */
const ACCESS_LIST = [
  '02000000',
  '0100' + '0600' + 'ffffffff',
  '0200' + '0400' + 'd0070000',
  '0400' + '0400' + 'ffffffff',
  '1000' + '0400' + 'ffffffff',
  '2000' + '0000' + 'ffffffff',
].join('');

/** The program itself: on the path a script may stand before it, which takes eight times as long to start. */
const PYTHON = existsSync('/usr/bin/python3')
  ? '/usr/bin/python3'
  : run('python3', ['-c', 'import sys; print(sys.executable)']).stdout.trim();

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8' });
}

/** Runs a script without the packages and settings of the user, whose loading takes most of a start. */
const python = (script: string, ...args: readonly string[]) =>
  run(PYTHON, ['-I', '-S', '-c', script, ...args]);

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** True if the extended attribute could be set: this machine has Python, and its file system keeps them. */
export function setAttribute(path: string, name: string, value: string): boolean {
  return python(SET, path, name, hexOf(value)).status === 0;
}

/** Sets `user.tag` of many files: path → value. */
export function setTags(tags: ReadonlyMap<string, string>): void {
  python(SET, ...[...tags].flatMap(([path, tag]) => [path, 'user.tag', hexOf(tag)]));
}

/** The same for an access list. It gives the file the mode 0640. */
export function setAccessList(path: string): boolean {
  return python(SET, path, 'system.posix_acl_access', ACCESS_LIST).status === 0;
}

/** Extended attributes of users that a file or folder has. */
export function attributesOf(path: string): Record<string, string> {
  const own = Object.entries(allAttributes(path)).filter(([name]) => name.startsWith('user.'));
  return Object.fromEntries(own.map(([name, hex]) => [name, decoded(hex) ?? '']));
}

const decoded = (hex: string | undefined): string | undefined =>
  hex === undefined ? undefined : Buffer.from(hex, 'hex').toString();

/** What a file has besides its bytes. */
export interface Attributes {
  owner: number;
  mode: string;
  /** Modification time, whole µs since 1970. */
  time: bigint;
  tag?: string;
  acl: boolean;
  inode: bigint;
}

export function statOf(path: string): Attributes {
  const { uid, mode, mtimeNs, ino } = lstatSync(path, { bigint: true });
  const attributes = allAttributes(path);
  return {
    owner: Number(uid),
    mode: (mode & 0o7777n).toString(8),
    time: mtimeNs / 1_000n,
    tag: decoded(attributes['user.tag']),
    acl: 'system.posix_acl_access' in attributes,
    inode: ino,
  };
}

/** In hexadecimal. */
function allAttributes(path: string): Record<string, string> {
  const lines = python(GET, path).stdout.trim().split('\n');
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(' ') as [string, string]));
}
