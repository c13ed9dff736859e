import { momentText } from '../../domain/run/times';
import { amountText, standText, topUpCommand, type BudgetReport } from '../../domain/run/budget-report';

/** Lines after a top-up: the run goes on, or it still waits for more. */
export function toppedUpLines(id: string, budget: BudgetReport): string[] {
  const stand = `Topped up: ${standText(budget)} spent.`;
  const { waiting } = budget;
  if (!waiting || (waiting.missing.tokens === 0 && waiting.missing.microUsd === 0))
    return [`${stand} Follow with: kintsugi watch ${id}`];
  return [`${stand} That is not enough yet.`, ...waitsForTopUp(id, budget)];
}

/** Lines on a run that waits for a top-up, with the command that gives it; none where it does not wait. */
export function waitsForTopUp(id: string, budget: BudgetReport): string[] {
  const { waiting } = budget;
  if (!waiting) return [];
  const until = momentText(waiting.deadline);
  return [
    `The run waits for a top-up of its budget until ${until}: ${lackText(budget, waiting)}`,
    `  top up: ${topUpCommand(id, waiting.missing)}`,
  ];
}

function lackText(
  { limit, spent }: BudgetReport,
  { what, takes, missing }: NonNullable<BudgetReport['waiting']>,
): string {
  const isFirst = spent.tokens === 0 && spent.microUsd === 0;
  if (!isFirst) return `to ${what} takes about ${amountText(missing)} more than is left.`;
  const of = { tokens: limit.tokens && takes.tokens, microUsd: limit.microUsd && takes.microUsd };
  return `${amountText(limit)} are too little to begin: to ${what} takes about ${amountText(of)}.`;
}
