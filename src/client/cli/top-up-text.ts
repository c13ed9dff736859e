import type { Say } from '../../domain/run/said';
import { momentText } from '../../domain/run/times';
import { amountText, standText, topUpCommand, type BudgetReport } from '../../domain/run/budget-report';

/** Lines after a top-up: the run goes on, or it still waits for more. */
export function toppedUpLines(id: string, budget: BudgetReport, say: Say): string[] {
  const stand = say`Topped up: ${standText(budget, say.language)} spent.`;
  const { waiting } = budget;
  if (!waiting || (waiting.missing.tokens === 0 && waiting.missing.microUsd === 0))
    return [`${stand} ${say`Follow with: ${`kintsugi watch ${id}`}`}`];
  return [`${stand} ${say`That is not enough yet.`}`, ...waitsForTopUp(id, budget, say)];
}

/** Lines on a run that waits for a top-up, with the command that gives it; none where it does not wait. */
export function waitsForTopUp(id: string, budget: BudgetReport, say: Say): string[] {
  const { waiting } = budget;
  if (!waiting) return [];
  const until = momentText(waiting.deadline);
  return [
    say`The run waits for a top-up of its budget until ${until}: ${lackText(budget, waiting, say)}`,
    say`  top up: ${topUpCommand(id, waiting.missing)}`,
  ];
}

function lackText(
  { limit, spent }: BudgetReport,
  { what, takes, missing }: NonNullable<BudgetReport['waiting']>,
  say: Say,
): string {
  const isFirst = spent.tokens === 0 && spent.microUsd === 0;
  if (!isFirst) return say`to ${what} takes about ${amountText(missing, say.language)} more than is left.`;
  const of = { tokens: limit.tokens && takes.tokens, microUsd: limit.microUsd && takes.microUsd };
  return say`${amountText(limit, say.language)} are too little to begin: to ${what} takes about ${amountText(of, say.language)}.`;
}
