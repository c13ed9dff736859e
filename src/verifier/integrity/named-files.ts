import { posix } from 'node:path';
import { globMatcher } from '../../domain/files/globs';
import { protectedReason } from '../../domain/verification/protected-paths';
import type { LoadedProgram } from '../load-program';
import { checkWords, type CheckWord, type Scripts } from './check-words';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.sh'];
const INDEXES = ['/index.js', '/index.cjs', '/index.mjs', '/index.ts', '/__main__.py'];
/** Characters of a word that may name a file: no system has longer paths. */
const LONGEST_PATH = 4_096;
/** Visits of states while globs are matched for one check: about half a second; what a script names beyond is not looked for. */
const GLOB_VISITS = 20_000_000;

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
  const meaning = new Meaning(paths);
  for (const word of checkWords(commands, scriptsOf(program))) {
    const found = meaning.of(word);
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

/** Tells what words mean among the paths of a tree. */
class Meaning {
  private readonly budget = { left: GLOB_VISITS };
  private readonly known = new Map<string, NamedFiles>();
  private folders: ReadonlyMap<string, string[]> | undefined;

  constructor(private readonly paths: ReadonlySet<string>) {}

  of({ folder, word }: CheckWord): NamedFiles {
    const key = `${folder}\n${word}`;
    const found = this.known.get(key) ?? this.find(folder, word);
    this.known.set(key, found);
    return found;
  }

  private find(folder: string, word: string): NamedFiles {
    if (word.length > LONGEST_PATH) return NOTHING;
    // `tests.py::TestSum::test_adds`, `sum.js:12`.
    const [named = ''] = word.split('::', 1);
    const plain = named.replace(/:\d+(?::\d+)?$/, '').replace(/\/$/, '');
    const path = posix.normalize(posix.join(folder, plain));
    if (plain === '' || path === '.' || path.startsWith('..') || posix.isAbsolute(plain)) return NOTHING;
    if (/[*?[{]/.test(plain)) {
      const matches = globMatcher([path], { budget: this.budget });
      return { ...NOTHING, files: [...this.paths].filter((one) => matches(one)) };
    }
    const modules = [
      path,
      ...(/^[\w.]+$/.test(plain) ? [posix.join(folder, plain.replaceAll('.', '/'))] : []),
    ];
    const possible = modules.flatMap((one) => [...ENDINGS, ...INDEXES].map((ending) => one + ending));
    const file = possible.find((one) => this.paths.has(one));
    if (file === undefined) return { ...NOTHING, below: this.below(path) };
    return { ...NOTHING, files: [file] };
  }

  private below(folder: string): string[] {
    this.folders ??= filesByFolder(this.paths);
    return this.folders.get(folder) ?? [];
  }
}

/** Each folder with all files below it. */
function filesByFolder(paths: Iterable<string>): ReadonlyMap<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      const files = folders.get(folder);
      if (files) files.push(path);
      else folders.set(folder, [path]);
    }
  return folders;
}
