import type { TreeHash } from '../domain/ids';
import { withKinds } from '../domain/verification/analysis';
import type { FileCoverage } from '../domain/verification/coverage';
import { totalsOf } from '../domain/verification/totals';
import type { CheckReport, CommandCheck, TestResult } from '../domain/verification/verification';
import { readLeft, readLeftCoverage } from './left-reports';
import { type ReadReport, toResults } from './reports';

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
