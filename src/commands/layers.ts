import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that show a folder with a private one over it. */
export interface LayerTools {
  unshare: string;
  mount: string;
}

/** Prepares a folder whose part `seen` will show `below`, and over it what is written there. Gives the path of that part. */
export function openLayer(folder: string, below: string): string {
  for (const part of ['above', 'work', 'seen'])
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  // By a name without commas and colons, which divide the options of a mount.
  symlinkSync(below, join(folder, 'below'));
  return join(folder, 'seen');
}

/** Shell that mounts the parts of the folders before `--`, and becomes what follows. */
const MOUNT =
  'mount=$1; shift; while [ "$1" != -- ]; do cd "$1" && "$mount" -t overlay overlay -o userxattr,lowerdir=below,upperdir=above,workdir=work seen || exit 1; shift; done; shift; exec "$@"';

/** The program as it runs where the layered folders are put together, of which nothing is seen elsewhere. */
export function withLayers(
  { unshare, mount }: LayerTools,
  folders: readonly string[],
  [program, args]: [string, string[]],
): [string, string[]] {
  const shell = ['/bin/sh', '-c', MOUNT, 'sh', mount, ...folders, '--', program, ...args];
  return [unshare, ['--user', '--map-root-user', '--mount', '--', ...shell]];
}
