import { posix } from 'node:path';
import picomatch from 'picomatch';
import { protectedReason } from '../../domain/protected-paths';
import type { LoadedProgram } from '../verifier/load-program';
import { checkWords, type CheckWord, type Scripts } from './check-words';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.sh'];
const INDEXES = ['/index.js', '/index.cjs', '/index.mjs', '/index.ts', '/__main__.py'];

/** Files that commands name, by themselves or through package scripts. */
export interface NamedFiles {
  /** Named one by one, or by a glob. */
  files: string[];
  /** Below a folder that is named. */
  below: string[];
  /** Those of `files` that settings name, or that are loaded first. */
  settings: string[];
  /** Named one by one, and protected as tests. */
  tests: string[];
}

/** Resolves the words of commands in a tree; paths that the general rule protects are left out. */
export function namedFiles(program: LoadedProgram, commands: readonly string[]): NamedFiles {
  if (commands.length === 0) return NOTHING;
  const paths = new Set([...program.files.keys(), ...(program.context.assets?.paths ?? [])]);
  const files = new Set<string>();
  const below = new Set<string>();
  const settings = new Set<string>();
  for (const word of checkWords(commands, scriptsOf(program))) {
    const found = meant(word, paths);
    for (const path of found.files) {
      files.add(path);
      if (word.isSetting) settings.add(path);
    }
    for (const path of found.below) below.add(path);
  }
  const free = (path: string): boolean => protectedReason(path) === undefined;
  return {
    settings: [...settings].filter(free).sort(),
    tests: [...files].filter((path) => protectedReason(path) === 'is a test').sort(),
    files: [...files].filter(free).sort(),
    below: [...below].filter((path) => free(path) && !files.has(path)).sort(),
  };
}

const NOTHING: NamedFiles = { files: [], below: [], settings: [], tests: [] };

function scriptsOf({ files }: LoadedProgram): Scripts {
  const scripts = new Map<string, Record<string, string>>();
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package.json') continue;
    const folder = posix.dirname(path);
    scripts.set(folder === '.' ? '' : folder, scriptsIn(text));
  }
  return scripts;
}

function scriptsIn(text: string): Record<string, string> {
  try {
    const { scripts = {} } = (JSON.parse(text) ?? {}) as { scripts?: Record<string, unknown> };
    const lines = Object.entries(scripts ?? {});
    return Object.fromEntries(lines.filter((one): one is [string, string] => typeof one[1] === 'string'));
  } catch {
    return {};
  }
}

function meant({ folder, word }: CheckWord, paths: ReadonlySet<string>): NamedFiles {
  // `tests.py::TestSum::test_adds`, `sum.js:12`.
  const plain = word.replace(/::.*$|:\d+(?::\d+)?$/, '').replace(/\/$/, '');
  const path = posix.normalize(posix.join(folder, plain));
  if (plain === '' || path === '.' || path.startsWith('..') || posix.isAbsolute(plain)) return NOTHING;
  if (/[*?[{]/.test(plain)) {
    const matches = picomatch(path);
    return { ...NOTHING, files: [...paths].filter((one) => matches(one)) };
  }
  const modules = [path, ...(/^[\w.]+$/.test(plain) ? [posix.join(folder, plain.replaceAll('.', '/'))] : [])];
  const possible = modules.flatMap((one) => [...ENDINGS, ...INDEXES].map((ending) => one + ending));
  const file = possible.find((one) => paths.has(one));
  if (file === undefined)
    return { ...NOTHING, below: [...paths].filter((one) => one.startsWith(`${path}/`)) };
  return { ...NOTHING, files: [file] };
}
