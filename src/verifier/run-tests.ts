import type { TestChoice } from '../domain/verification/choice';
import { runChosen, type ChosenRun } from './chosen-tests';
import { foundChecks } from './found-checks';
import type { TestsTask, VerifierDeps } from './verify-task';

/** Runs chosen tests of a tree once, as a verification of them does. It decides nothing: a verification does. */
export async function runTests(
  deps: Pick<VerifierDeps, 'sandbox' | 'loadProgram' | 'dependenciesOf'>,
  task: TestsTask,
  choice: TestChoice,
): Promise<ChosenRun> {
  const program = await deps.loadProgram(task);
  const found = await foundChecks(deps, task, program);
  const run = await runChosen(deps, task, choice, program, found);
  return { ...run, checks: run.checks.map(run.only) };
}
