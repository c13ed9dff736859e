import { posix } from 'node:path';
import { globMatcher } from '../../domain/globs';
import { definesTests, isJudge } from '../../domain/integrity/judge-text';
import { protectedReason } from '../../domain/protected-paths';
import type { LoadedProgram } from '../verifier/load-program';
import { checkWords, type CheckWord, type Scripts } from './check-words';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.sh'];
const INDEXES = ['/index.js', '/index.cjs', '/index.mjs', '/index.ts', '/__main__.py'];
/** Characters of a word that may name a file: no system has longer paths. */
const LONGEST_PATH = 4_096;
/** Steps of matching globs for one check: about half a second; what a script names beyond is not looked for. */
const GLOB_STEPS = 20_000_000;
/** Files of one folder that are read to see whether they define tests. */
const FOLDER_FILES = 500;

/** Files that commands name, by themselves or through package scripts. */
export interface NamedFiles {
  /** Named one by one, or by a glob. */
  files: string[];
  /** Below a folder that is named. */
  below: string[];
  /** Path that does not exist → the file that would be taken no more if it did: `check` for `check.js`. */
  before: ReadonlyMap<string, string>;
}

/** Resolves the words of commands in a tree; paths that the general rule protects are left out. */
export function namedFiles(program: LoadedProgram, commands: readonly string[]): NamedFiles {
  if (commands.length === 0) return NOTHING;
  const paths = new Set([...program.files.keys(), ...(program.context.assets?.paths ?? [])]);
  const files = new Set<string>();
  const below = new Set<string>();
  const before = new Map<string, string>();
  const meaning = new Meaning(paths);
  for (const word of checkWords(commands, scriptsOf(program))) {
    const found = meaning.of(word);
    for (const path of found.files) files.add(path);
    for (const path of found.below) below.add(path);
    for (const [path, file] of found.before) before.set(path, file);
  }
  const free = (path: string): boolean => protectedReason(path) === undefined;
  return {
    files: [...files].filter(free).sort(),
    below: [...below].filter((path) => free(path) && !files.has(path)).sort(),
    before,
  };
}

const NOTHING: NamedFiles = { files: [], below: [], before: new Map() };

/**
 * The files that judge, among those that commands name, and the paths at which a new file would take the place of one.
 * `failing` holds the files that the commands' failures are in: such a file may be the program itself.
 */
export async function namedJudges(
  program: LoadedProgram,
  commands: readonly string[],
  failing: ReadonlySet<string>,
): Promise<string[]> {
  const { files, below, before } = namedFiles(program, commands);
  const judges: string[] = [];
  for (const path of files)
    if (isJudge(path, await textOf(program, path), failing.has(path))) judges.push(path);
  for (const path of below.slice(0, FOLDER_FILES))
    if (definesTests(path, await textOf(program, path))) judges.push(path);
  const judging = (path: string): boolean => judges.includes(path) || protectedReason(path) !== undefined;
  return [...judges, ...[...before].filter(([, file]) => judging(file)).map(([path]) => path)];
}

async function textOf({ files, context }: LoadedProgram, path: string): Promise<string> {
  const text = files.get(path);
  if (text !== undefined || !context.assets) return text ?? '';
  return Buffer.from(await context.assets.read(path)).toString('utf8');
}

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
  private readonly budget = { left: GLOB_STEPS };
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
    const at = possible.findIndex((one) => this.paths.has(one));
    const file = possible[at];
    if (file === undefined) return { ...NOTHING, below: this.below(path) };
    return { ...NOTHING, files: [file], before: new Map(possible.slice(0, at).map((one) => [one, file])) };
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
