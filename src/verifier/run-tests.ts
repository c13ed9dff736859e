import { compileGlob } from '../domain/files/globs';
import type { HostDirectory } from '../domain/files/workspace';
import type { TreeHash } from '../domain/ids';
import { isSourceFile } from '../domain/verification/protected-paths';
import type { CheckReport, VerificationSpec } from '../domain/verification/verification';
import type { LoadedProgram } from './load-program';
import { selectTestFiles } from './select-tests';
import { runTestFile } from './run-all';
import type { VerifierDeps } from './verify-task';

export interface TestsTask {
  tree: TreeHash;
  spec: VerificationSpec;
  directory?: HostDirectory;
  /** Paths or globs of test files; absent: all that a verification runs. */
  files?: readonly string[];
  signal: AbortSignal;
  progress?(note: string): void;
}

/** Visits of states in all globs of a call together, about a second. */
const GLOB_VISITS = 50_000_000;

/**
 * Reports of the test files that were run; `unknown` are wanted files that the tree does not have. `problem`: nothing was run,
 * for this reason.
 */
export type TestsRun =
  { checks: CheckReport[]; unknown: string[]; problem?: undefined } | { problem: string };

/** Runs chosen test files of a tree once, in the sandbox. It decides nothing: a verification does. */
export async function runTests(
  deps: Pick<VerifierDeps, 'sandbox' | 'loadProgram'>,
  task: TestsTask,
): Promise<TestsRun> {
  const program = await deps.loadProgram(task);
  const choice = chosenFiles(program, task);
  if (!choice) return { problem: 'The globs take too long to match: name the test files by their paths.' };
  const { chosen, unknown } = choice;
  let done = 0;
  const checks = await Promise.all(
    chosen.map(async (file) => {
      const report = await runTestFile(deps, task, program, file);
      done += 1;
      task.progress?.(`${done} of ${chosen.length} test files`);
      return report;
    }),
  );
  return { checks, unknown };
}

/** Undefined where the globs take too long. */
function chosenFiles(
  { files, context }: LoadedProgram,
  { spec, files: wanted }: TestsTask,
): { chosen: string[]; unknown: string[] } | undefined {
  const tests = selectTestFiles([...files.keys()], spec, context.config);
  if (!wanted?.length) return { chosen: tests, unknown: [] };
  const chosen = new Set<string>();
  const unknown: string[] = [];
  const budget = { left: GLOB_VISITS };
  for (const given of wanted) {
    const path = given.replace(/^(\.\/)+/, '');
    // A path chooses a source of any name; a glob chooses among the tests.
    const found =
      files.has(path) && isSourceFile(path)
        ? [path]
        : tests.filter(compileGlob(path, { dot: true, budget }).matches);
    if (budget.left <= 0) return undefined;
    if (found.length === 0) unknown.push(given);
    for (const file of found) chosen.add(file);
  }
  return { chosen: [...chosen].sort(), unknown };
}
