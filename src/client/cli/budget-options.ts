import { InvalidArgumentError, type Command } from 'commander';
import type { z } from 'zod';
import type { Budget } from '../../domain/run/budget';
import { badInput } from '../../domain/kintsugi-error';
import { wholeMs } from './durations';
import { wholeNumber } from './whole-number';

/** Flags of a run's budget. */
export interface BudgetFlags {
  budgetTokens?: number;
  budgetUsd?: number;
  topUpWithin?: number;
}

type GivenBudget = z.input<typeof Budget>;

/** Adds the options of a run's budget. */
export function addBudgetOptions(command: Command): Command {
  return command
    .optionsGroup('Budget:')
    .option(
      '--budget-tokens <n>',
      'most tokens that models may use; at the limit the run waits for a top-up',
      wholeNumber,
    )
    .option('--budget-usd <x>', 'most USD that models may cost; needs KINTSUGI_MODEL_PRICES', money)
    .option(
      '--top-up-within <time>',
      'how long the run waits for a top-up before it goes on without the model (24h)',
      wholeMs,
    );
}

/** Budget of the flags. Without a limit among them: that of the settings. Undefined if neither names one. */
export function budgetOf(
  flags: BudgetFlags,
  settings?: Omit<GivenBudget, 'topUpDeadlineMs'>,
): GivenBudget | undefined {
  const { budgetTokens: tokens, budgetUsd: usd, topUpWithin: topUpDeadlineMs } = flags;
  const limits = tokens !== undefined || usd !== undefined ? { tokens, usd } : settings;
  if (limits) return { ...limits, topUpDeadlineMs };
  if (topUpDeadlineMs === undefined) return undefined;
  throw badInput('--top-up-within needs a budget: add --budget-tokens or --budget-usd.');
}

/** Parses an amount of USD. Throws `InvalidArgumentError` for anything else. */
export function money(value: string): number {
  const usd = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value.trim()) ? Number(value) : 0;
  if (usd >= 0.000_001) return usd;
  throw new InvalidArgumentError('Give USD like 0.50 or 2.');
}
