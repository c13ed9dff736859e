import { InvalidArgumentError, type Command } from 'commander';
import type { z } from 'zod';
import type { Budget } from '../../domain/run/budget';
import { badInput } from '../../domain/kintsugi-error';
import { wholeMs } from './durations';
import { wholeNumber } from './whole-number';

/** What the command line says of a run's budget. */
export interface BudgetFlags {
  budgetTokens?: number;
  budgetUsd?: number;
  topUpWithin?: number;
}

type GivenBudget = z.input<typeof Budget>;

/** Adds what a run may spend. */
export function addBudgetOptions(command: Command): Command {
  return command
    .option(
      '--budget-tokens <n>',
      'most tokens that models may take; at the limit the run waits for a top-up',
      wholeNumber,
    )
    .option('--budget-usd <x>', 'the same in USD; needs KINTSUGI_MODEL_PRICES', money)
    .option('--top-up-within <time>', 'how long it waits before it goes on without the model (24h)', wholeMs);
}

/** The budget of the flags; that of the settings where they name no limit; undefined where there is none. */
export function budgetOf(
  flags: BudgetFlags,
  settings?: Omit<GivenBudget, 'topUpDeadlineMs'>,
): GivenBudget | undefined {
  const { budgetTokens: tokens, budgetUsd: usd, topUpWithin: topUpDeadlineMs } = flags;
  const limits = tokens !== undefined || usd !== undefined ? { tokens, usd } : settings;
  if (limits) return { ...limits, topUpDeadlineMs };
  if (topUpDeadlineMs === undefined) return undefined;
  throw badInput('--top-up-within goes with a budget: add --budget-tokens or --budget-usd.');
}

/** Value of an option that is a sum of money, in USD. */
export function money(value: string): number {
  const usd = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value.trim()) ? Number(value) : 0;
  if (usd >= 0.000_001) return usd;
  throw new InvalidArgumentError('Use USD like 0.50 or 2.');
}
