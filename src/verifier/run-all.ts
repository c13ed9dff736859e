import { said, saidText, type Said } from '../domain/run/said';
import { randomBytes } from 'node:crypto';
import { failuresOf } from '../domain/verification/failed-checks';
import { isRandom, type FlakyRuns, placeOfUse } from '../domain/verification/chance';
import { narrowed } from '../domain/verification/narrow';
import {
  totalsOf,
  type CheckReport,
  type CommandCheck,
  type FailedCheck,
  type TestResult,
  type VerificationSpec,
  type TestRunner,
} from '../domain/verification/verification';
import type { LoadedProgram } from './load-program';
import { whyNotRun } from './select-tests';
import type { Covered, VerifierDeps, VerifyTask } from './verify-task';
import { configFor } from '../domain/verification/test-config';

/** Counts of each test over several runs of one tree. A test that a run does not have says nothing: that run was cut off, or did not load. */
export class RunTally {
  private readonly counts: Map<string, FlakyRuns>;

  constructor(private readonly known: readonly FlakyRuns[] = []) {
    this.counts = new Map(known.map((one) => [one.id, one]));
  }

  /** Counts the run that is in the report, but for tests that were counted before. */
  addFirst(checks: readonly CheckReport[]): this {
    return this.add(checks, new Set(this.known.map(({ id }) => id)));
  }

  add(checks: readonly CheckReport[], except: ReadonlySet<string> = new Set()): this {
    for (const check of checks) {
      const place = check.chance?.[0] && placeOfUse(check.chance[0]);
      for (const [id, isPassed] of verdictsOf(check)) if (!except.has(id)) this.count(id, isPassed, place);
    }
    return this;
  }

  private count(id: string, isPassed: boolean, place: string | undefined): void {
    const { passed, runs, where = place } = this.counts.get(id) ?? { passed: 0, runs: 0 };
    const counted = { id, passed: passed + (isPassed ? 1 : 0), runs: runs + 1 };
    this.counts.set(id, { ...counted, ...(where !== undefined && { where }) });
  }

  /** Tests that passed in some runs and failed in others. */
  flaky(): FlakyRuns[] {
    return [...this.counts.values()].filter(({ passed, runs }) => passed > 0 && passed < runs);
  }
}

/** Runs all test files in the sandbox, side by side, and then the commands, one after another. */
export async function runAll(
  deps: VerifierDeps,
  task: VerifyTask,
  program: LoadedProgram,
  testFiles: readonly string[],
  cover?: (covered: Covered) => void,
): Promise<CheckReport[]> {
  let done = 0;
  const tests = await Promise.all(
    testFiles.map(async (testFile) => {
      const report = await runTestFile(deps, task, program, testFile, cover);
      done += 1;
      task.progress(said`${done} of ${testFiles.length} test files`);
      return report;
    }),
  );
  const commands: CheckReport[] = [];
  for (const check of task.spec.commands) {
    task.progress(check.command);
    commands.push(await runCommand(task, check));
  }
  return [...tests, ...commands];
}

/** Which files it opens is looked at on every tree: those of a change open what those before it opened. */
export function runCommand(
  { runCheck, tree, signal }: Pick<VerifyTask, 'runCheck' | 'tree' | 'signal'>,
  check: CommandCheck,
): Promise<CheckReport> {
  return runCheck(tree, check, signal, { observe: true });
}

/** Runs one test file in the sandbox. One that the sandbox can't run is a report too, which says why. */
export async function runTestFile(
  deps: Pick<VerifierDeps, 'sandbox'>,
  task: Pick<VerifyTask, 'spec' | 'draw' | 'signal'>,
  program: LoadedProgram,
  testFile: string,
  cover?: (covered: Covered) => void,
): Promise<CheckReport> {
  const reason = whyNotRun(program, testFile);
  if (reason !== undefined) return notRunReport(testFile, reason);
  const { limits } = task.spec;
  const request = { ...program, testFile, limits, draw: task.draw, ...(cover && { coverage: true }) };
  const { report, coverage, lines } = await deps.sandbox.run(request, task.signal);
  if (cover && coverage && lines) cover({ tests: coverage, lines });
  const runner = runnerOf(program, testFile);
  return runner === 'jest' ? report : { ...report, runner };
}

/** A test file that the sandbox can't run, with the reason: no verdict at all. */
function notRunReport(testFile: string, notRun: Said): CheckReport {
  return {
    name: testFile,
    kind: 'tests',
    trust: 'sandbox',
    end: 'not-run',
    exitCode: null,
    tests: [],
    stdout: '',
    notRun,
    stderr: saidText(notRun),
    durationMs: 0,
    totals: totalsOf([]),
  };
}

/** Runs after the first of failing tests that ask for random numbers: over three, none stays on one side of a middle threshold. */
const RERUNS_OF_CHANCE = 3;

/**
 * Reruns failures once, or until they differ where they ask for random numbers: a timeout alone, since a busy machine makes false ones; every failure of a baseline; and later
 * those of tests that were flaky there. Only a test that changes between two runs of one tree is flaky in it.
 */
export async function rerun(
  deps: VerifierDeps,
  task: VerifyTask,
  program: LoadedProgram,
  first: readonly CheckReport[],
  knownFlaky: ReadonlySet<string>,
): Promise<{ checks: CheckReport[]; flaky: FlakyRuns[] }> {
  const checks: CheckReport[] = [];
  const flaky: FlakyRuns[] = [];
  for (const check of first) {
    const failing = failuresOf(check);
    const suspect = task.rerunFailures ? failing : failing.filter((failed) => knownFlaky.has(failed.id));
    const again = check.end === 'timeout' || suspect.length > 0;
    if (!again || check.end === 'not-run') {
      checks.push(check);
      continue;
    }
    const tally = new RunTally().add([check]);
    let last = check;
    const isLucky = task.rerunFailures && check.end !== 'timeout' && check.chance?.some(isRandom);
    const times = isLucky ? RERUNS_OF_CHANCE : 1;
    const common = { seed: randomBytes(32).toString('hex'), of: times, atMs: 0, clock: 'own' as const };
    for (let time = 0; time < times && tally.flaky().length === 0; time += 1) {
      task.progress(said`again: ${check.name}`);
      last =
        check.kind === 'tests'
          ? await runTestFile(
              deps,
              isLucky ? { ...task, draw: { ...common, index: time } } : task,
              program,
              check.name,
            )
          : await runCommand(task, narrowed(commandOf(task.spec, check.name), testsOf(check, suspect)));
      tally.add([last]);
    }
    flaky.push(...tally.flaky());
    // Of a command only the tests in question ran again; some runners list the others as skipped.
    checks.push(check.kind === 'tests' || ranIn(last) >= ranIn(check) ? last : check);
  }
  return { checks, flaky };
}

function ranIn({ totals }: CheckReport): number {
  return totals.passed + totals.failed;
}

/** The failing tests of a check; all where it failed as a whole. */
function testsOf(check: CheckReport, failed: readonly FailedCheck[]): TestResult[] {
  const ids = new Set(failed.map(({ id }) => id));
  const tests = check.tests.filter(({ id }) => ids.has(id));
  return tests.some(({ file }) => file === check.name) ? [] : tests;
}

export function commandOf(spec: VerificationSpec, command: string): CommandCheck {
  const found = spec.commands.find((check) => check.command === command);
  if (!found) throw new Error(`no check "${command}" in the specification`);
  return found;
}

const NODE_TEST = /(?:\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)(['"])node:test\1/;
const VITEST = /(?:\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)(['"])vitest\1/;

/** The runner that a test file is written for: by what it imports, else by the project's settings. */
export function runnerOf({ files, context }: LoadedProgram, testFile: string): TestRunner {
  const text = files.get(testFile) ?? '';
  if (NODE_TEST.test(text)) return 'node';
  if (VITEST.test(text)) return 'vitest';
  return context.config ? configFor(context.config, testFile).runner : 'jest';
}

/** Ids and whether they passed. A command that is green counts as a whole too: it may fail without a failed test. */
function verdictsOf(check: CheckReport): Map<string, boolean> {
  const failed = failuresOf(check);
  const passed = check.tests.filter(({ status }) => status === 'passed').map(({ id }) => id);
  const whole = check.kind === 'command' && failed.length === 0 ? [check.name] : [];
  return new Map([
    ...[...passed, ...whole].map((id) => [id, true] as const),
    ...failed.map(({ id }) => [id, false] as const),
  ]);
}
