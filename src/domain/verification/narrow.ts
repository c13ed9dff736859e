import type { z } from 'zod';
import { shellPath, shellWord } from '../shell-word';
import { FILE_MARK, REPORT_WORD, type Selection, type Selector } from './reporting';
import type { CommandCheck, TestResult } from './verification';

type SelectionInput = z.input<typeof Selection>;

type Named = Pick<TestResult, 'file' | 'path'>;

/** Longest list of names of a command line; a longer one is cut to whole files. */
const MOST_NAMES = 200;

/**
 * The check as one that runs these tests and few others: of one that fails, its results have the same ids. A check
 * that runs only as a whole stays as it is, as does one of whose tests nothing is known.
 */
export function narrowed(check: CommandCheck, tests: readonly Named[]): CommandCheck {
  const { selection, reporting, command } = check;
  if (!selection || !reporting || tests.length === 0) return check;
  const local = tests.map(({ file, path }) => ({
    file: file === command ? '' : within(reporting.folder, file),
    path,
  }));
  const names = NAMES[selection.by](local.slice(0, MOST_NAMES), local);
  if (names === undefined) return check;
  const files = unique(local.map(({ file }) => file)).filter((file) => file !== '');
  const line = lineOf(selection, names);
  return { ...check, reporting: { ...reporting, line, isPart: true, ...(files.length > 0 && { files }) } };
}

/** The command line of a selection that runs these names, words of a shell. */
export function lineOf(
  { by, before = '', start, end = '' }: SelectionInput,
  names: readonly string[],
): string {
  return `${before}${by === 'each' ? eachFile(start, names) : `${[start, ...names].join(' ')}${end}`}`;
}

/** Runs files one after another; the report says whose results follow. */
function eachFile(start: string, files: readonly string[]): string {
  const mark = `printf '\\n%s%s\\n' ${shellWord(FILE_MARK)} "$file" >>${REPORT_WORD}`;
  const loop = `for file in ${files.join(' ')}; do ${mark}; ${start} "$file" >>${REPORT_WORD} 2>&1 || code=1; done`;
  return `code=0; ${loop}; cat ${REPORT_WORD}; exit $code`;
}

type Names = (few: readonly Named[], all: readonly Named[]) => string[] | undefined;

/** Words for the tests, by the way in which a runner is told; undefined: it has to run all. */
const NAMES: Record<Selector, Names> = {
  pytest: (few, all) =>
    fewer(few, all) ? words(few.map(({ file, path }) => [file, ...path].join('::'))) : filesOf(all),
  unittest: (few, all) => (fewer(few, all) ? words(few.map(({ path }) => path.join('.'))) : undefined),
  go: goNames,
  cargo: cargoNames,
  jest: (few, all) => titled(few, all, '-t', ' '),
  // Its titles were joined by spaces until vitest 4.
  vitest: (few, all) => titled(few, all, '-t', '(?: > | )'),
  mocha: (few, all) => titled(few, all, '--grep', ' '),
  ava: (few, all) => avaNames(few, all),
  files: (_, all) => filesOf(all),
  each: (_, all) => filesOf(all),
  maven: (few) => oneWord('-Dtest=', few, ({ file, path }) => `${classOf(file)}#${path.at(-1) ?? '*'}`, ','),
  gradle: (few) =>
    few.flatMap(({ file, path }) => ['--tests', shellWord([classOf(file), ...path.slice(-1)].join('.'))]),
  ctest: (few) => ['-R', shellWord(patternOf(few, '/'))],
};

function fewer(few: readonly Named[], all: readonly Named[]): boolean {
  return few.length === all.length && few.every(({ path }) => path.length > 0);
}

/** All files that the tests are in; undefined where one names none. */
function filesOf(tests: readonly Named[]): string[] | undefined {
  const files = unique(tests.map(({ file }) => file));
  return files.includes('') ? undefined : words(files);
}

function titled(
  few: readonly Named[],
  all: readonly Named[],
  option: string,
  between: string,
): string[] | undefined {
  const files = filesOf(all);
  if (!files || !fewer(few, all)) return files;
  return [...files, option, shellWord(patternOf(few, between))];
}

/** A pattern of the whole titles; `between` is a pattern as well. */
function patternOf(tests: readonly Named[], between: string): string {
  const titles = unique(tests.map(({ path }) => path.map(escaped).join(between)));
  return `^(?:${titles.join('|')})$`;
}

/** Titles with a star or at a mark of ava's own mean something else to it. */
function avaNames(few: readonly Named[], all: readonly Named[]): string[] | undefined {
  const files = filesOf(all);
  const titles = unique(few.map(({ path }) => path.at(-1) ?? ''));
  const plain = fewer(few, all) && titles.every((title) => !/^!|[*\\]/.test(title));
  return plain && files ? [...files, ...titles.map((title) => shellWord(`--match=${title}`))] : files;
}

/** Packages, and the tests in them: of one test its subtest, of more their heads. */
function goNames(few: readonly Named[], all: readonly Named[]): string[] | undefined {
  const packages = unique(
    all.map(({ file }) => (file === '.' || file.startsWith('./') ? file : `./${goFolder(file)}`)),
  );
  if (all.some(({ file }) => file === '')) return undefined;
  const [only, ...others] = few;
  if (!only || !fewer(few, all)) return words(packages);
  const parts =
    others.length === 0 ? only.path.map((part) => [part]) : [unique(few.map(({ path }) => path[0] ?? ''))];
  const pattern = parts.map((names) => `^(${names.map(escaped).join('|')})$`).join('/');
  return ['-run', shellWord(pattern), ...words(packages)];
}

/** A package is a folder; a place in one of its files means it as well. */
function goFolder(file: string): string {
  return file.endsWith('.go') ? file.split('/').slice(0, -1).join('/') : file;
}

/** The target that a file is the root of, and the whole names of its tests. */
function cargoNames(few: readonly Named[], all: readonly Named[]): string[] | undefined {
  const targets = unique(all.map(({ file }) => file)).map(cargoTarget);
  const chosen = targets.every((target) => target !== undefined) ? unique(targets) : [];
  // Documentation tests go with no other target.
  const target = chosen.includes('--doc') && chosen.length > 1 ? [] : chosen;
  if (!fewer(few, all)) return target;
  const names = words(unique(few.map(({ path }) => path.join('::'))));
  return [...target, '--', '--exact', ...names];
}

function cargoTarget(file: string): string | undefined {
  const [, name] = /^(?:.*\/)?tests\/([^/]+)(?:\/main)?\.rs$/.exec(file) ?? [];
  if (name !== undefined) return `--test ${shellWord(name)}`;
  const [, bin] = /^(?:.*\/)?src\/bin\/([^/]+)(?:\/main)?\.rs$/.exec(file) ?? [];
  if (bin !== undefined) return `--bin ${shellWord(bin)}`;
  if (/^(?:.*\/)?src\/lib\.rs$/.test(file)) return '--lib';
  if (/^(?:.*\/)?src\/main\.rs$/.test(file)) return '--bins';
  return undefined;
}

function oneWord(
  option: string,
  tests: readonly Named[],
  name: (test: Named) => string,
  between: string,
): string[] {
  return [shellWord(`${option}${unique(tests.map(name)).join(between)}`)];
}

/** Folders of `src/main` and `src/test` that packages begin in. */
const SOURCES = new Set(['java', 'kotlin', 'groovy', 'scala']);

/** Class of a file of Java or Kotlin. */
function classOf(file: string): string {
  const folders = file.split('/');
  const root = folders.findIndex((name, index) => folders[index - 2] === 'src' && SOURCES.has(name));
  return folders
    .slice(root + 1)
    .join('.')
    .replace(/\.[a-z]+$/, '');
}

function within(folder: string, file: string): string {
  return folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

function words(texts: readonly string[]): string[] {
  return unique(texts).map(shellPath);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
