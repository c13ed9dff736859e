/** How a child process is started: as little as possible around it, and nothing of it left when the parent dies. */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startProcess, type ChildProcess } from '../../machine/processes';
import { diesWithParent, systemTool, works } from '../../machine/processes/system-tools';
import { LIBRARY_NAMES, libraryFile } from '../libraries';
import { COLLECT, YOUNG_MIB } from '../memory';

export interface ChildFiles {
  childPath: string;
  runtimePath: string;
}

/**
 * Data segment of a child, KiB. V8 reserves a large range at start, so a child does not start with 1 GB. The memory in
 * use is watched as resident memory.
 */
const DATA_LIMIT_KB = 2_500_000;

const SHELL_LIMITS = `ulimit -c 0; ulimit -f 0; ulimit -n 64; ulimit -d ${DATA_LIMIT_KB}; unset PWD OLDPWD; exec "$@"`;

/** Roots of the packages a child loads at run time. */
function nativePackages(childPath: string): string[] {
  const require = createRequire(childPath);
  const isolatedVm = path.dirname(require.resolve('isolated-vm/package.json'));
  const loader = createRequire(path.join(isolatedVm, 'package.json')).resolve('node-gyp-build/package.json');
  return [isolatedVm, path.dirname(loader)];
}

/** The compiler that a child loads when a source needs it; undefined where it is not installed. */
function findTypeScript(childPath: string): string | undefined {
  try {
    return realpathSync(createRequire(childPath).resolve('typescript'));
  } catch {
    return undefined;
  }
}
/**
 * isolated-vm forgets a rejection that nobody handles when a collection of young objects meets its promise. With room for some
 * MiB of them (it would give half of one), and the means to collect between tests (child/isolate.ts), only a turn that makes
 * more than that after a rejection can lose it. Measured over 6,000 tests: 11 % of them were lost, now none.
 */
const YOUNG_FLAGS = [
  `--min-semi-space-size=${YOUNG_MIB}`,
  `--max-semi-space-size=${YOUNG_MIB}`,
  `--expose-gc-as=${COLLECT}`,
];

/**
 * Flags for isolates that live for milliseconds. Strings of the snapshot keep their hash seed: by collisions a program
 * could only slow itself. Hardly a function of a test file runs often enough for the middle tier's compiler to pay.
 */
const SHORT_LIFE_FLAGS = ['--no-rehash-snapshot', '--no-sparkplug'];

/** node-gyp-build looks at this file, which is often not there, to tell one C library from the other. */
const LIBC_MARK = '/etc/alpine-release';

/** The runtime and the libraries of stand-ins beside it. */
export function runtimeFiles(runtimePath: string): string[] {
  const folder = path.dirname(runtimePath);
  return [runtimePath, ...LIBRARY_NAMES.map((name) => path.join(folder, libraryFile(name)))];
}

function nodeArguments({ childPath, runtimePath }: ChildFiles): string[] {
  const own = [childPath, ...runtimeFiles(runtimePath), ...nativePackages(childPath)].flatMap((name) => [
    name,
    realpathSync(name),
  ]);
  const typescript = findTypeScript(childPath);
  const readable = [...own, ...(typescript === undefined ? [] : [typescript]), LIBC_MARK];
  return [
    // isolated-vm aborts next to Node's own startup snapshot.
    '--no-node-snapshot',
    ...YOUNG_FLAGS,
    ...SHORT_LIFE_FLAGS,
    '--permission',
    '--allow-addons',
    ...[...new Set(readable)].map((name) => `--allow-fs-read=${name}`),
    '--no-warnings',
    childPath,
    runtimePath,
    ...(typescript === undefined ? [] : [typescript]),
  ];
}

let prefix: string[] | undefined;

/** Commands to put before Node: what this machine offers of limits, no network and death with the parent. */
function commandPrefix(): string[] {
  if (prefix) return prefix;
  prefix = [];
  if (process.platform === 'win32') return prefix;
  const shell = systemTool('sh');
  if (shell && works(shell, ['-c', SHELL_LIMITS, 'sh', shell, '-c', 'exit 0']))
    prefix.push(shell, '-c', SHELL_LIMITS, 'sh');
  if (process.platform !== 'linux') return prefix;
  const unshare = systemTool('unshare');
  if (unshare && works(unshare, ['-rn', '/bin/sh', '-c', 'exit 0'])) prefix.push(unshare, '-rn');
  prefix.push(...diesWithParent());
  return prefix;
}

/** Starts a child with pipes for requests (3) and answers (4); its own output is for diagnosis only. */
export function launchChild(files: ChildFiles): ChildProcess {
  const command = [...commandPrefix(), process.execPath, ...nodeArguments(files)];
  return startProcess(command[0] ?? process.execPath, command.slice(1), {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
