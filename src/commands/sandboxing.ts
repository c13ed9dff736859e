import { said, type Said } from '../domain/run/said';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcessSync, type SpawnSyncReturns } from '../machine/processes';

/** Programs that show a folder with a private one over it. */
export interface LayerTools {
  unshare: string;
  mount: string;
}

/** Shell that mounts the parts of the folders before `--`, and becomes what follows. */
const MOUNT =
  'mount=$1; shift; while [ "$1" != -- ]; do cd "$1" && "$mount" -t overlay overlay -o userxattr,lowerdir=below,upperdir=above,workdir=work seen || exit 1; shift; done; shift; exec "$@"';

/** Programs of this machine that isolate commands. */
export interface CommandTools {
  /** Path of bubblewrap, where it is there and works. */
  bwrap?: string;
  boundsMemoryFolders?: boolean;
  /** It can keep commands from making namespaces of users. */
  forbidsUserns?: boolean;
  /** Programs that show a folder with a private one over it, where they work. */
  layers?: LayerTools;
  /** Path of setpriv, which lets a command die with the process that started it. */
  setpriv?: string;
  /** Why commands cannot be isolated, and the ways out. */
  missing?: Said;
}

const UNISOLATED = '--allow-unsandboxed';

/** Looks for the tools on a search path, and tries bubblewrap: many containers forbid what it needs. */
export function findCommandTools(path: string): CommandTools {
  if (process.platform !== 'linux') {
    return {
      missing: said`Commands can be isolated on ${'Linux'} only, so here pass ${UNISOLATED} to run them without isolation.`,
    };
  }
  const setpriv = findTool('setpriv', path);
  const bwrap = findTool('bwrap', path);
  if (!bwrap)
    return {
      setpriv,
      missing: said`Commands need ${'bubblewrap (bwrap)'}, which is not on ${'PATH'}: install it (${'Debian, Ubuntu: apt-get install bubblewrap'}), or pass ${UNISOLATED} to run commands without isolation.`,
    };
  const tried = (options: string[]) => tryBubblewrap(bwrap, path, options);
  // Since 0.8 and since 0.7; the second belongs to the folder that follows.
  const [userns, size] = [['--disable-userns'], ['--size', '1048576']];
  const hasAll = tried([...userns, ...size]).status === 0;
  const plain = hasAll ? undefined : tried([]);
  if (plain === undefined || plain.status === 0)
    return {
      ...{ setpriv, bwrap, layers: layerTools(bwrap, path) },
      boundsMemoryFolders: hasAll || tried(size).status === 0,
      forbidsUserns: hasAll || tried(userns).status === 0,
    };
  const words =
    (plain.stderr ?? '').trim().split('\n')[0] || String(plain.error ?? `exit code ${plain.status}`);
  return {
    setpriv,
    missing: said`Commands need ${'bubblewrap'}, which is installed but does not work here (${words}): allow user namespaces, or pass ${UNISOLATED} to run commands without isolation.`,
  };
}

function tryBubblewrap(bwrap: string, path: string, options: string[]): SpawnSyncReturns<string> {
  const isolation = [
    '--die-with-parent',
    '--unshare-all',
    '--unshare-user',
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
  ];
  const folders = ['--proc', '/proc', '--dev', '/dev', ...options, '--tmpfs', '/dev/shm'];
  return runProcessSync(bwrap, [...isolation, ...folders, 'true'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeoutMs: 10_000,
    env: { PATH: path },
  });
}

/** Tries whether folders can be layered, with bubblewrap on them: kernels before 5.11 and some containers forbid it. */
function layerTools(bwrap: string, path: string): LayerTools | undefined {
  const [unshare, mount] = ['unshare', 'mount'].map((name) => findTool(name, path));
  if (unshare === undefined || mount === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'kintsugi-layers-'));
  try {
    const below = join(folder, 'kept');
    mkdirSync(below);
    const layer = join(folder, 'layer');
    const seen = openLayer(layer, below);
    const view = ['--unshare-all', '--unshare-user', '--ro-bind', '/', '/', '--bind', seen, seen];
    const trial: [string, string[]] = [bwrap, [...view, 'mkdir', join(seen, 'made')]];
    const [program, args] = withLayers({ unshare, mount }, [layer], trial);
    const { status } = runProcessSync(program, args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeoutMs: 10_000,
      env: { PATH: path },
    });
    return status === 0 && existsSync(join(layer, 'above', 'made')) ? { unshare, mount } : undefined;
  } finally {
    removeTrial(folder);
  }
}

/** The kernel leaves a folder that its own user may not open. What can't be removed must not stop the worker. */
function removeTrial(folder: string): void {
  try {
    chmodSync(join(folder, 'layer', 'work', 'work'), 0o700);
  } catch {
    // Nothing was layered.
  }
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // An empty folder is left.
  }
}

/** Path of an executable file on a search path. */
export function findTool(name: string, path: string): string | undefined {
  for (const folder of path.split(':').filter((part) => part !== '')) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Not there: the next one.
    }
  }
  return undefined;
}

/** Prepares a folder whose part `seen` will show `below`, and over it what is written there. Gives the path of that part. */
export function openLayer(folder: string, below: string): string {
  for (const part of ['above', 'work', 'seen'])
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  // By a name without commas and colons, which divide the options of a mount.
  symlinkSync(below, join(folder, 'below'));
  return join(folder, 'seen');
}

/** The program as it runs where the layered folders are put together, of which nothing is seen elsewhere. */
export function withLayers(
  { unshare, mount }: LayerTools,
  folders: readonly string[],
  [program, args]: [string, string[]],
): [string, string[]] {
  const shell = ['/bin/sh', '-c', MOUNT, 'sh', mount, ...folders, '--', program, ...args];
  return [unshare, ['--user', '--map-root-user', '--mount', '--', ...shell]];
}
