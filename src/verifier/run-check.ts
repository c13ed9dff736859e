import type { TreeHash } from '../domain/ids';
import { withKinds } from '../domain/verification/analysis';
import { type FileCoverage, COVERAGE_FILE, readCoverage } from '../domain/verification/coverage';
import {
  totalsOf,
  type CheckReport,
  type CommandCheck,
  type TestResult,
} from '../domain/verification/verification';
import { type ReadReport, toResults, type ReadTest, readReports } from './reports';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { compileGlob } from '../domain/files/globs';
import { isTest } from '../domain/verification/protected-paths';
import { REPORT_FILE, type Reporting } from '../domain/verification/reporting';

/** Most bytes of a report, and of all that a runner leaves in the tree. */
const REPORT_LIMIT = 32 * 1024 * 1024;
const MOST_LEFT = 2_000;
/** Most bytes of a source that is looked through for its tests. */
const SOURCE_LIMIT = 512 * 1024;

const GO_TEST = /^func ((?:Test|Example|Fuzz|Benchmark)\w{0,200})\(/gm;

/** Characters of a stream that a check carries. */
const STREAM_CHARS = 64 * 1024;

/**
 * Runs one command of the project on a tree; its failure is a report. `observe`: it tells which files it opened.
 * `afterwards` looks at the folder that it left.
 */
export type RunCheck = (
  tree: TreeHash,
  check: CommandCheck,
  signal: AbortSignal,
  options?: RunCheckOptions,
) => Promise<CheckReport>;

export interface RunCheckOptions {
  observe?: boolean;
  afterwards?(folder: string, report: CheckReport, seen: FolderSeen): Promise<void>;
}

/** Temporary folder of a command, and the paths by which it names its own folder. */
interface FolderSeen {
  tmp: string;
  roots: readonly string[];
}

/** Runs commands, and reads the result of each test where a command tells it. */
export function reportedBy(runCheck: RunCheck): RunCheck {
  return async (tree, check, signal, options = {}) => {
    const { reporting, command } = check;
    if (!reporting) {
      const { line, ...plain } = check;
      if (line === undefined) return runCheck(tree, check, signal, options);
      return named(await runCheck(tree, { ...plain, command: line }, signal, options), command);
    }
    let read: ReadReport | undefined;
    let coverage: FileCoverage[] | undefined;
    const report = await runCheck(tree, { ...check, command: reporting.line }, signal, {
      ...options,
      afterwards: async (folder, ended, seen) => {
        read = await readLeft(reporting, folder, seen);
        coverage = await readLeftCoverage(reporting, folder, seen);
        await options.afterwards?.(folder, ended, seen);
      },
    });
    return withTests({ ...named(report, command), ...(coverage && { coverage }) }, read, reporting.isPart);
  };
}

function named(report: CheckReport, command: string): CheckReport {
  const rename = (text: string) => (text === report.name ? command : text);
  const tests = report.tests.map((test) => ({
    ...test,
    id: rename(test.id),
    file: rename(test.file),
    path: test.path.map(rename),
  }));
  return { ...report, name: command, tests };
}

/** The report by its tests. A command that failed without a failed test, or was cut off, fails as a whole too. */
function withTests(report: CheckReport, read: ReadReport | undefined, isPart = false): CheckReport {
  if (!read || read.tests.length === 0) return report;
  const results = toResults(read.tests, report.name);
  const failed = results.some(({ status }) => status === 'failed');
  const isToldWhole = (failed || isPart) && read.cut !== true;
  const ended = report.end === 'completed' && (report.exitCode === 0 || isToldWhole);
  const tests = ended ? results : [...results, ...report.tests.map(withoutReport)];
  const stdout = read.printed === undefined ? report.stdout : read.printed.slice(-STREAM_CHARS);
  return withKinds({ ...report, seen: undefined, stdout, tests, totals: totalsOf(tests) });
}

/** A failure without the runner's word on the report that Kintsugi has it write. */
function withoutReport(test: TestResult): TestResult {
  const { failure } = test;
  if (!failure) return test;
  const lines = failure.message.split('\n').filter((line) => !/\breport written to\b/i.test(line));
  return { ...test, failure: { ...failure, message: lines.join('\n') } };
}

/** Reads what a command left: its report, or those that its runner writes to the tree. `roots` are paths of the tree. */
async function readLeft(
  { form, folder, files, left }: Reporting,
  work: string,
  { tmp, roots }: { tmp: string; roots: readonly string[] },
): Promise<ReadReport | undefined> {
  const here = join(work, folder);
  const texts = [
    (await readHead(join(tmp, REPORT_FILE), REPORT_LIMIT)) ?? '',
    ...(left.length > 0 ? await leftIn(here, left) : []),
  ];
  const isGo = form === 'go';
  const module = isGo ? await goModule(here) : undefined;
  const read = readReports({
    ...{ form, texts, folder, module, files },
    roots: roots.map((root) => join(root, folder)),
  });
  return read && isGo ? { ...read, tests: await withGoFiles(read.tests, work) } : read;
}

/** Lines of the tree's programs that a command says it executed; undefined where it measures none. */
export async function readLeftCoverage(
  { coverage: form, folder }: Reporting,
  work: string,
  { tmp, roots }: { tmp: string; roots: readonly string[] },
): Promise<FileCoverage[] | undefined> {
  if (!form) return undefined;
  const place = join(tmp, COVERAGE_FILE);
  const text =
    (await readHead(place, REPORT_LIMIT)) ?? (await readHead(join(place, 'lcov.info'), REPORT_LIMIT));
  const module = form === 'go' ? ((await goModule(join(work, folder))) ?? '') : '';
  return readCoverage(form, text ?? '').flatMap((file) => {
    const root = roots.find((one) => file.path.startsWith(`${one}/`));
    const local =
      module !== '' && file.path.startsWith(`${module}/`) ? file.path.slice(module.length + 1) : file.path;
    const path = root === undefined ? posix.join(folder, local) : file.path.slice(root.length + 1);
    const isOwn = !/^\/|^\.\.|(?:^|\/)node_modules\//.test(path) && !isTest(path);
    return isOwn ? [{ ...file, path }] : [];
  });
}

async function goModule(folder: string): Promise<string | undefined> {
  return /^module\s+(\S+)/m.exec((await readHead(join(folder, 'go.mod'), 65_536)) ?? '')?.[1];
}

/** Text of a file, which a command may have made a link or a pipe: then undefined. */
async function readHead(path: string, limit: number): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  try {
    const found = await file?.stat();
    if (!file || !found?.isFile() || found.size > limit) return undefined;
    return await file.readFile('utf8');
  } finally {
    await file?.close();
  }
}

async function leftIn(folder: string, globs: readonly string[]): Promise<string[]> {
  const matchers = globs.map((glob) => compileGlob(glob));
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const meant = names.filter((name) => matchers.some(({ matches }) => matches(name))).sort();
  const texts: string[] = [];
  let room = REPORT_LIMIT;
  for (const name of meant.slice(0, MOST_LEFT)) {
    const text = (await readHead(join(folder, name), room)) ?? '';
    room -= text.length;
    texts.push(text);
  }
  return texts;
}

/** Go tells the package of a test: its file is the one that declares it. */
async function withGoFiles(tests: readonly ReadTest[], work: string): Promise<ReadTest[]> {
  const declared = new Map<string, ReadonlyMap<string, string>>();
  const result: ReadTest[] = [];
  for (const test of tests) {
    const known = declared.get(test.file) ?? (await goTestsIn(work, test.file));
    declared.set(test.file, known);
    result.push({ ...test, file: known.get(test.path[0] ?? '') ?? test.file });
  }
  return result;
}

async function goTestsIn(work: string, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (folder.startsWith('/') || folder.split('/').includes('..')) return found;
  const names = await readdir(join(work, folder)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('_test.go'))) {
    const text = (await readHead(join(work, folder, name), SOURCE_LIMIT)) ?? '';
    const path = folder === '.' || folder === '' ? name : `${folder}/${name}`;
    for (const [, test = ''] of text.matchAll(GO_TEST)) found.set(test, path);
  }
  return found;
}
