import type { BudgetReport } from '../../../domain/run/budget-report';
import type { Question } from '../../../domain/run/questions';
import type { RunHandle } from '../../run-handle';
import type { Output } from '../output';
import { waitsForTopUp } from '../top-up-text';
import { answerCommand, lookCommand, rejectCommand } from './commands';
import { waitsText } from './phrases';

/** Says what a run waits for where nobody can answer here, with the commands that do. `changed`: what the user has changed since. */
export function printWaiting(
  run: RunHandle<unknown>,
  pending: Question,
  output: Output,
  json: boolean,
  changed: readonly string[],
): void {
  if (json) {
    output.print(JSON.stringify({ taskId: run.id, status: 'waiting-for-approval', pending }));
    return;
  }
  printWarnings(pending, output);
  for (const line of changed) output.hint(output.paint('yellow', line));
  const { say } = output;
  output.print(waitsText(pending, say));
  for (const choice of pending.choices ?? []) output.print(say`  choice:  ${choice}`);
  output.hint(say`  look:    ${lookCommand(run.id, pending)}`);
  const answer = answerCommand(run.id, pending);
  output.hint(pending.form === 'approval' ? say`  approve: ${answer}` : say`  answer:  ${answer}`);
  output.hint(say`  reject:  ${rejectCommand(run.id)}`);
  if (run.webUrl) output.print(say`  web:     ${run.webUrl}`);
}

/** Says what a run's budget lacks, with the command that tops it up. */
export function printBudgetWait(
  run: RunHandle<unknown>,
  budget: BudgetReport,
  output: Output,
  json: boolean,
): void {
  if (json) {
    output.print(JSON.stringify({ taskId: run.id, status: 'waiting-for-budget', budget }));
    return;
  }
  for (const line of waitsForTopUp(run.id, budget, output.say)) output.print(line);
  if (run.webUrl) output.print(output.say`  web:     ${run.webUrl}`);
}

/** Warnings of a question, a line each. */
export function printWarnings({ warnings = [] }: Question, output: Output): void {
  for (const warning of warnings) output.print(output.paint('yellow', warning));
}
