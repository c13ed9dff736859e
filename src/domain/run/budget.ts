import { HOST_WORDS } from './host-words';
import type { Language } from './language';
import { z } from 'zod';

/** Tokens of model calls; money where prices are configured. */
export const Usage = z.object({
  modelCalls: z.number().int().default(0),
  /** Those of them whose reply never arrived: killed in flight, timed out or cut. Their input is estimated, their output unknown. */
  lostCalls: z.number().int().optional(),
  inputTokens: z.number().int().default(0),
  outputTokens: z.number().int().default(0),
  /** Part of the input tokens: what the provider had cached. */
  cachedInputTokens: z.number().int().optional(),
  /** Cost of the calls to models that have a price. */
  costMicroUsd: z.number().int().optional(),
  /** Models that were asked: a fallback, where the first one failed. */
  models: z.array(z.string()).optional(),
  /** Models that have no price: the cost of their calls is not known. */
  unpricedModels: z.array(z.string()).optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Nothing was asked. */
export const NO_USAGE: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

const MICRO = 1_000_000;
const DAY_MS = 24 * 3_600_000;
const tokens = z.number().int().positive().max(1e12);
const usd = z
  .number()
  .min(1 / MICRO)
  .max(1e6);

/** Most that a run may spend on models, in tokens, in money, or both. At the limit it waits for a top-up. */
export const Budget = z
  .object({
    tokens: tokens.optional(),
    usd: usd.optional(),
    /** How long it waits before it goes on, or ends, without the model, ms. */
    topUpDeadlineMs: z
      .number()
      .int()
      .positive()
      .max(366 * DAY_MS)
      .default(DAY_MS),
  })
  .refine((budget) => budget.tokens !== undefined || budget.usd !== undefined, {
    message: 'give tokens, usd, or both',
  });
export type Budget = z.infer<typeof Budget>;

/** More of it, as the Update and the Signal take it: one JSON object. */
export const TopUp = z
  .object({
    ...{ tokens: tokens.optional(), usd: usd.optional(), by: z.string().max(200).optional() },
    /** Of the wait that it is for: refused once the run waits for that no more. */
    hash: z.string().optional(),
  })
  .refine((given) => given.tokens !== undefined || given.usd !== undefined, {
    message: 'give tokens, usd, or both',
  });
export type TopUp = z.infer<typeof TopUp>;

/** Tokens and money, both whole: micro-USD, so that sums are exact. */
export const Amount = z.object({ tokens: z.number().int(), microUsd: z.number().int() });
export type Amount = z.infer<typeof Amount>;

/** Limits; what is absent is not limited. */
export const BudgetLimit = Amount.partial();
export type BudgetLimit = z.infer<typeof BudgetLimit>;

/** One call: what it may spend while it goes on, then what it spent. */
export interface LedgerEntry {
  readonly reserved?: Amount;
  readonly spent?: Amount;
}

/** Who reserved and who spent what. Plain JSON: it may be carried over continue-as-new. */
export interface Ledger {
  readonly limit: BudgetLimit;
  /** Spent by calls that are no longer told apart. */
  readonly settled?: Amount;
  /** By the key of the call, which a retry of it has too. */
  readonly entries: Readonly<Record<string, LedgerEntry>>;
}

export type LedgerEvent =
  /** Reserved where it fits, else nothing happens; see `missingFor`. */
  | { type: 'reserve'; call: string; estimate: Amount }
  /** The call has ended; `used` is all that it bought, with each stored reply counted once. */
  | { type: 'settle'; call: string; used: Amount }
  /** The call was given up before it bought anything. */
  | { type: 'release'; call: string }
  | { type: 'top-up'; tokens?: number; microUsd?: number };

const NOTHING: Amount = { tokens: 0, microUsd: 0 };

/** A ledger of nothing spent. */
export function openLedger({ tokens: most, usd: money }: Pick<Budget, 'tokens' | 'usd'>): Ledger {
  return { limit: { tokens: most, microUsd: money === undefined ? undefined : microOf(money) }, entries: {} };
}

/** Whole micro-USD of USD. */
export function microOf(money: number): number {
  return Math.round(money * MICRO);
}

/** The ledger after an event. Pure and total: what does not fit, or came before, changes nothing. */
export function afterEvent(ledger: Ledger, event: LedgerEvent): Ledger {
  switch (event.type) {
    case 'reserve': {
      const known = ledger.entries[event.call];
      // A retry of a call that holds a reservation, or has bought its replies, needs no other.
      if (known || missingFor(ledger, event.call, event.estimate)) return ledger;
      return withEntry(ledger, event.call, { reserved: event.estimate });
    }
    case 'settle': {
      // A call that is told of twice has bought what the fuller telling says.
      const spent = ledger.entries[event.call]?.spent ?? NOTHING;
      return withEntry(ledger, event.call, { spent: largerOf(spent, event.used) });
    }
    case 'release': {
      if (!ledger.entries[event.call]?.reserved) return ledger;
      const others = Object.entries(ledger.entries).filter(([call]) => call !== event.call);
      return { ...ledger, entries: Object.fromEntries(others) };
    }
    case 'top-up':
      return { ...ledger, limit: raised(ledger.limit, event) };
  }
}

/** Amount that a call lacks to be reserved; undefined if it fits, or needs no reservation. */
export function missingFor(ledger: Ledger, call: string, estimate: Amount): Amount | undefined {
  if (ledger.entries[call]) return undefined;
  const { limit } = ledger;
  const taken = plus(spentOf(ledger), reservedOf(ledger));
  const missing = {
    tokens: lack(limit.tokens, taken.tokens, estimate.tokens),
    microUsd: lack(limit.microUsd, taken.microUsd, estimate.microUsd),
  };
  return missing.tokens > 0 || missing.microUsd > 0 ? missing : undefined;
}

function lack(limit: number | undefined, taken: number, estimate: number): number {
  // What costs nothing needs no room, also where a call before took more than it had reserved.
  return limit === undefined || estimate === 0 ? 0 : Math.max(0, taken + estimate - limit);
}

export function spentOf(ledger: Ledger): Amount {
  return Object.values(ledger.entries).reduce(
    (sum, { spent }) => plus(sum, spent ?? NOTHING),
    ledger.settled ?? NOTHING,
  );
}

/** Rest of a ledger for a run of its own: at least something, so that it can ask for a top-up. */
export function restOf(ledger: Ledger): Pick<Budget, 'tokens' | 'usd'> {
  const { limit } = ledger;
  const taken = plus(spentOf(ledger), reservedOf(ledger));
  return {
    ...(limit.tokens !== undefined && { tokens: Math.max(1, limit.tokens - taken.tokens) }),
    ...(limit.microUsd !== undefined && { usd: Math.max(1, limit.microUsd - taken.microUsd) / MICRO }),
  };
}

/** Amount that calls under way may still spend. */
export function reservedOf(ledger: Ledger): Amount {
  return Object.values(ledger.entries).reduce((sum, { reserved }) => plus(sum, reserved ?? NOTHING), NOTHING);
}

/** True if a call goes on whose reservation may turn out too large. */
export function hasOpenReservation(ledger: Ledger): boolean {
  return Object.values(ledger.entries).some(({ reserved }) => reserved !== undefined);
}

/** Amount that a usage takes from a budget; `unknown` is the least money to take if a call has no price. */
export function amountOf(usage: Usage, unknown: Amount = NOTHING): Amount {
  const money = usage.costMicroUsd ?? 0;
  const microUsd = usage.unpricedModels ? Math.max(money, unknown.microUsd) : money;
  return { tokens: usage.inputTokens + usage.outputTokens, microUsd };
}

/** Why a top-up is refused, in one sentence; undefined where it is not. */
export function refuseTopUp(
  ledger: Ledger | undefined,
  given: TopUp,
  language: Language = 'en',
): string | undefined {
  const words = HOST_WORDS[language].messages;
  if (!ledger) return words.noBudget;
  const { limit } = ledger;
  if (given.tokens !== undefined && limit.tokens === undefined) return words.onlyMoney;
  if (given.usd !== undefined && limit.microUsd === undefined) return words.onlyTokens;
  return undefined;
}

function raised(limit: BudgetLimit, by: BudgetLimit): BudgetLimit {
  const sum = (most: number | undefined, more = 0) => (most === undefined ? undefined : most + more);
  return { tokens: sum(limit.tokens, by.tokens), microUsd: sum(limit.microUsd, by.microUsd) };
}

/** The sum of two limits; what neither limits is not limited. */
export function sumOfLimits(a: BudgetLimit | undefined, b: BudgetLimit): BudgetLimit {
  const sum = (x: number | undefined, y: number | undefined) =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0);
  return { tokens: sum(a?.tokens, b.tokens), microUsd: sum(a?.microUsd, b.microUsd) };
}

/** The ledger of a run between two effects: what ended calls spent is one sum, since nobody asks for them again. */
export function settledLedger(ledger: Ledger): Ledger {
  if (Object.values(ledger.entries).some(({ reserved }) => reserved !== undefined)) return ledger;
  return { ...ledger, settled: spentOf(ledger), entries: {} };
}

function withEntry(ledger: Ledger, call: string, entry: LedgerEntry): Ledger {
  return { ...ledger, entries: { ...ledger.entries, [call]: entry } };
}

function plus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, microUsd: a.microUsd + b.microUsd };
}

function largerOf(a: Amount, b: Amount): Amount {
  return { tokens: Math.max(a.tokens, b.tokens), microUsd: Math.max(a.microUsd, b.microUsd) };
}

export function addUsage(a: Usage, b: Usage): Usage {
  const unpriced = unionOf(a.unpricedModels, b.unpricedModels).sort();
  const models = unionOf(a.models, b.models);
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    lostCalls: sumOf(a.lostCalls, b.lostCalls),
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: sumOf(a.cachedInputTokens, b.cachedInputTokens),
    costMicroUsd: sumOf(a.costMicroUsd, b.costMicroUsd),
    models: models.length === 0 ? undefined : models,
    unpricedModels: unpriced.length === 0 ? undefined : unpriced,
  };
}

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function unionOf(a: readonly string[] = [], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])];
}
