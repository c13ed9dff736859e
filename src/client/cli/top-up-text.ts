import { amountText, topUpCommand, type BudgetReport } from '../../domain/budget-report';

/** What a run waits for, and the command that answers it. */
export function waitsForTopUp(id: string, waiting: NonNullable<BudgetReport['waiting']>): string[] {
  const { what, missing, deadline } = waiting;
  return [
    `The run waits for a top-up of its budget until ${deadline}: to ${what} it may take ${amountText(missing)} more than is left.`,
    `  top up: ${topUpCommand(id, missing)}`,
  ];
}
