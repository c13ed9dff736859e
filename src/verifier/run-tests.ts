import type { TestChoice } from '../domain/verification/choice';
import { isSourceFile } from '../domain/verification/protected-paths';
import { runChosen, type ChosenRun, withoutDots } from './chosen-tests';
import { foundChecks } from './found-checks';
import { runTestFile } from './run-all';
import type { TestsTask, VerifierDeps } from './verify-task';

/**
 * Runs chosen tests of a tree once, as a verification of them does, and sources without a test that a path chooses. It decides nothing: a
 * verification does.
 */
export async function runTests(
  deps: Pick<VerifierDeps, 'sandbox' | 'loadProgram' | 'dependenciesOf'>,
  task: TestsTask,
  choice: TestChoice,
): Promise<ChosenRun> {
  const program = await deps.loadProgram(task);
  const found = await foundChecks(deps, task, program);
  const run = await runChosen(deps, task, choice, program, found);
  const isPlain = (path: string): boolean => program.files.has(path) && isSourceFile(path);
  const plain = run.unknown.map(withoutDots).filter(isPlain);
  const others = await Promise.all(plain.map((file) => runTestFile(deps, task, program, file)));
  return {
    ...run,
    unknown: run.unknown.filter((one) => !isPlain(withoutDots(one))),
    checks: [...run.checks.map(run.only), ...others],
  };
}
