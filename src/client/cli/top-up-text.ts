import { momentText } from '../../domain/run/times';
import { amountText, standText, topUpCommand, type BudgetReport } from '../../domain/run/budget-report';

/** Lines after a top-up: the run goes on, or it still waits for more. */
export function toppedUpLines(id: string, budget: BudgetReport): string[] {
  const stand = `Topped up: ${standText(budget)} spent.`;
  const { waiting } = budget;
  if (!waiting || (waiting.missing.tokens === 0 && waiting.missing.microUsd === 0))
    return [`${stand} Follow with: kintsugi watch ${id}`];
  return [`${stand} That is not enough yet.`, ...waitsForTopUp(id, waiting)];
}

/** Lines on a run that waits for a top-up, with the command that gives it. */
export function waitsForTopUp(id: string, waiting: NonNullable<BudgetReport['waiting']>): string[] {
  const { what, missing, deadline } = waiting;
  return [
    `The run waits for a top-up of its budget until ${momentText(deadline)}: to ${what} it may take ${amountText(missing)} more than is left.`,
    `  top up: ${topUpCommand(id, missing)}`,
  ];
}
