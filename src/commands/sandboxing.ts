import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcessSync, type SpawnSyncReturns } from '../machine/processes';
import { withLayers, type LayerTools } from './build-caches';

/** Programs of this machine that isolate commands. */
export interface CommandTools {
  /** Path of bubblewrap, where it is there and works. */
  bwrap?: string;
  /** It can bound what folders in memory take. */
  boundsMemoryFolders?: boolean;
  /** It can keep commands from making namespaces of users. */
  forbidsUserns?: boolean;
  /** Programs that show a folder with a private one over it, where they work. */
  layers?: LayerTools;
  /** Path of setpriv, which lets a command die with the process that started it. */
  setpriv?: string;
  /** One sentence: why commands cannot be isolated, and the ways out. */
  missing?: string;
}

const WAYS_OUT =
  'install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap), or pass --allow-unsandboxed to run commands without isolation';

/** Looks for the tools on a search path, and tries bubblewrap: many containers forbid what it needs. */
export function findCommandTools(path: string): CommandTools {
  if (process.platform !== 'linux') {
    return {
      missing: `Commands can be isolated on Linux only, so here pass --allow-unsandboxed to run them without isolation.`,
    };
  }
  const setpriv = findTool('setpriv', path);
  const bwrap = findTool('bwrap', path);
  if (!bwrap)
    return { setpriv, missing: `Commands need bubblewrap (bwrap), which is not on PATH: ${WAYS_OUT}.` };
  const plain = tryBubblewrap(bwrap, path, []);
  if (plain.status === 0) {
    const works = (...option: string[]): boolean => tryBubblewrap(bwrap, path, option).status === 0;
    return {
      ...{ setpriv, bwrap, layers: layerTools(bwrap, path) },
      // Since 0.7 and 0.8.
      boundsMemoryFolders: works('--size', '1048576'),
      forbidsUserns: works('--disable-userns'),
    };
  }
  const said =
    (plain.stderr ?? '').trim().split('\n')[0] || String(plain.error ?? `exit code ${plain.status}`);
  return {
    setpriv,
    missing: `Commands need bubblewrap, which is installed but does not work here (${said}): allow user namespaces, or pass --allow-unsandboxed to run commands without isolation.`,
  };
}

function tryBubblewrap(bwrap: string, path: string, option: string[]): SpawnSyncReturns<string> {
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
  const folders = ['--proc', '/proc', '--dev', '/dev', ...option, '--tmpfs', '/dev/shm'];
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
    for (const name of ['below', 'above', 'work', 'seen']) mkdirSync(join(folder, name));
    const trial: [string, string[]] = [
      bwrap,
      [
        '--unshare-all',
        '--unshare-user',
        '--ro-bind',
        '/',
        '/',
        '--bind',
        join(folder, 'seen'),
        '/tmp',
        'mkdir',
        '/tmp/x',
      ],
    ];
    const [program, args] = withLayers({ unshare, mount }, [folder], trial);
    const { status } = runProcessSync(program, args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeoutMs: 10_000,
      env: { PATH: path },
    });
    return status === 0 && existsSync(join(folder, 'above', 'x')) ? { unshare, mount } : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
