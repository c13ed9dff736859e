import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';

const SET = 'import os, sys; os.setxattr(sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3]))';
const GET = `import json, os, sys
print(json.dumps({n: os.getxattr(sys.argv[1], n).hex() for n in os.listxattr(sys.argv[1])}))`;

/** An access list as Linux keeps it: user 2000 may read besides the owner and the group. */
const ACCESS_LIST = [
  '02000000',
  '0100' + '0600' + 'ffffffff',
  '0200' + '0400' + 'd0070000',
  '0400' + '0400' + 'ffffffff',
  '1000' + '0400' + 'ffffffff',
  '2000' + '0000' + 'ffffffff',
].join('');

/** Not the one on the path, which may be a script that looks for another one first. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

/** True if the extended attribute could be set: this machine has Python, and its file system keeps them. */
export function setAttribute(path: string, name: string, value: string): boolean {
  return spawnSync(PYTHON, ['-c', SET, path, name, Buffer.from(value).toString('hex')]).status === 0;
}

/** The same for an access list. It gives the file the mode 0640. */
export function setAccessList(path: string): boolean {
  return spawnSync(PYTHON, ['-c', SET, path, 'system.posix_acl_access', ACCESS_LIST]).status === 0;
}

/** Extended attributes of users that a file or folder has. */
export function attributesOf(path: string): Record<string, string> {
  const own = Object.entries(allAttributes(path)).filter(([name]) => name.startsWith('user.'));
  return Object.fromEntries(own.map(([name, hex]) => [name, Buffer.from(hex, 'hex').toString()]));
}

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
  const acl = 'system.posix_acl_access' in allAttributes(path);
  const tag = attributesOf(path)['user.tag'];
  return {
    owner: Number(uid),
    mode: (mode & 0o7777n).toString(8),
    time: mtimeNs / 1_000n,
    tag,
    acl,
    inode: ino,
  };
}

function allAttributes(path: string): Record<string, string> {
  const { stdout } = spawnSync(PYTHON, ['-c', GET, path], { encoding: 'utf8' });
  return JSON.parse(stdout) as Record<string, string>;
}
