import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program with a small disk at `root` (256 KiB unless said otherwise), which only it sees. */
export function onSmallDisk(root: string, args: readonly string[], size = '256k'): SpawnSyncReturns<string> {
  return withMount(`mount -t tmpfs -o size=${size} tmpfs ${root}`, args);
}

/** Runs a program of Node after a command that mounts something, which only the program sees. */
export function withMount(mount: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('unshare', ['-rm', 'sh', '-c', `${mount} && exec "$0" "$@"`, process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_PATH: join(__dirname, '../../node_modules') },
  });
}

/** True where this machine lets a test mount a disk of its own. */
export function canMount(): boolean {
  return spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}
