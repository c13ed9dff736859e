import { disputed, type Disputed } from '../../domain/verification/agreement';
import { isSourceFile } from '../../domain/verification/protected-paths';
import { failuresOf } from '../../domain/verification/failed-checks';
import type {
  CheckReport,
  SandboxLimits,
  TestResult,
  VerificationReport,
  VerificationSpec,
} from '../../domain/verification/verification';
import type { Sandbox } from '../../sandbox';
import { adaptedFile, isAdapter } from '../adapters';
import { failedCommands, type FailedCommand } from '../commands/check-target';
import type { FailingProgram } from './locate';

/** Test files that are tried in the sandbox. */
const MOST_FILES = 30;
/** Time for a file that passes. Those that need longer are left to the command. */
const PASSING_MS = 3_000;

/** A program whose tests the sandbox can run although the project has another runner. */
export interface Accelerated {
  program: FailingProgram;
  /** Reports of the tests on the unchanged program, by the sandbox. */
  checks: CheckReport[];
  /** Tests that the command says otherwise of: they tell nothing. */
  ignored: Disputed;
}

/** A test file by the sandbox, with the tests that tell nothing. */
interface Judged {
  report: CheckReport;
  ignored: Disputed;
}

/**
 * The program with the failing tests of a command as the sandbox can run them, which takes milliseconds where the command takes a
 * process. Undefined unless the sandbox fails the same tests as the command and passes most of those that pass. The command has the last
 * word: it verifies what is found.
 */
export async function accelerated(
  sandbox: Sandbox,
  { program, report, spec }: { program: FailingProgram; report: VerificationReport; spec: VerificationSpec },
  signal: AbortSignal,
): Promise<Accelerated | undefined> {
  const [command] = failedCommands(report, spec);
  if (!command) return undefined;
  const sourceOf = sourcesOfBuilt(program);
  const tests = byFile(command, report, sourceOf);
  const failing = new Set(command.failing.map(({ file }) => sourceOf(file)));
  const isBuilt = command.failing.some(({ file }) => sourceOf(file) !== file);
  const adapted = withAdapters(program, [...tests.keys()], command.check.selection?.by);
  const { files, testFiles } = adapted;
  // Without an adapter they are tests that the sandbox runs anyway, or has failed to run.
  const isNews = isBuilt || files.size > program.files.size;
  if (!isNews || ![...failing].every((file) => testFiles.includes(file))) return undefined;
  const { context } = program;
  const judge = async (testFile: string, limits: SandboxLimits): Promise<Judged[]> => {
    const { report: own } = await sandbox.run({ files, context, testFile, limits }, signal);
    const ignored = disputed(own, tests.get(own.name) ?? []);
    return ignored ? [{ report: own, ignored }] : [];
  };
  const judged = async (wanted: readonly string[], limits: SandboxLimits): Promise<Judged[]> =>
    (await Promise.all(wanted.map((testFile) => judge(testFile, limits)))).flat();
  // Files that pass are not waited for where those that fail need what the sandbox lacks.
  const failed = await judged(
    testFiles.filter((file) => failing.has(file)),
    program.limits,
  );
  if (failed.length < failing.size) return undefined;
  const wallMs = Math.min(program.limits.wallMs, PASSING_MS);
  const passing = await judged(
    testFiles.filter((file) => !failing.has(file)),
    { ...program.limits, wallMs, turnMs: Math.min(program.limits.turnMs, wallMs) },
  );
  const all = [...failed, ...passing];
  const checks = all.map((one) => one.report);
  const ignored = {
    ids: all.flatMap((one) => one.ignored.ids),
    count: all.reduce((sum, one) => sum + one.ignored.count, 0),
  };
  return {
    ...{ checks, ignored },
    program: {
      ...program,
      files,
      testFiles: checks.map(({ name }) => name),
      failures: checks.flatMap(failuresOf).filter(({ id }) => !ignored.ids.includes(id)),
      isMutable: (path) => program.isMutable(path) && !isAdapter(path),
      endless: new Set(),
    },
  };
}

function byFile(
  { check, failing }: FailedCommand,
  report: VerificationReport,
  sourceOf: (file: string) => string,
): ReadonlyMap<string, readonly TestResult[]> {
  const all = report.checks.find(({ kind, name }) => kind === 'command' && name === check.command)?.tests;
  const found = new Map<string, TestResult[]>(failing.map(({ file }) => [sourceOf(file), []]));
  for (const test of all ?? []) {
    const source = sourceOf(test.file);
    found.set(source, [...(found.get(source) ?? []), test]);
  }
  return new Map([...found].slice(0, MOST_FILES));
}

/** The file that a build made a test file of, as `dist/test/a.test.js` of `test/a.test.ts`: the only one whose path ends so. */
function sourcesOfBuilt({ files }: FailingProgram): (file: string) => string {
  const plain = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '');
  const sources = [...files.keys()].filter(isSourceFile).map((path) => ({ path, end: `/${plain(path)}` }));
  const known = new Map<string, string>();
  const find = (file: string): string => {
    const parts = plain(file).split('/');
    for (const from of parts.keys()) {
      const end = `/${parts.slice(from).join('/')}`;
      const [source, ...others] = sources.filter((one) => one.end.endsWith(end));
      if (source) return others.length === 0 ? source.path : file;
    }
    return file;
  };
  return (file) => {
    const source = known.get(file) ?? (files.has(file) ? file : find(file));
    known.set(file, source);
    return source;
  };
}

/** The program with adapters in the place of the runner. Test files may load others that define the tests. */
function withAdapters(
  program: FailingProgram,
  tests: readonly string[],
  by: string | undefined,
): { files: Map<string, string>; testFiles: string[] } {
  const files = new Map(program.files);
  const testFiles = tests.filter((path) => files.has(path));
  for (const [path, text] of program.files) {
    const adapted = isSourceFile(path)
      ? adaptedFile(path, text, testFiles.includes(path) ? by : undefined)
      : undefined;
    if (adapted) files.set(path, adapted.text).set(adapted.module.path, adapted.module.text);
  }
  return { files, testFiles };
}
