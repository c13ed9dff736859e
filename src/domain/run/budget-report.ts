import { z } from 'zod';
import { Amount, BudgetLimit, reservedOf, spentOf, type Ledger, type Usage } from './budget';
import type { Language } from './input';
import { BlobHash } from '../ids';
import { HOST_WORDS } from './host-words';
import { NoticeChannel } from './input';
import type { OpenQuestion } from './questions';
import { ENGLISH, said, speaker, type Say } from './said';

/** A call that went without the model, and what it lacked. */
export const SkippedCall = z.object({
  /** `look for repair 2` */
  what: z.string(),
  /** Both 0 where it is a price that was missing. */
  missing: Amount,
  /** Models without a price, in a budget of money. */
  unpricedModels: z.array(z.string()).optional(),
});
export type SkippedCall = z.infer<typeof SkippedCall>;

/** How the budget of a run stands: in its status, in its result and as the receipt of a top-up. */
export const BudgetReport = z.object({
  /** With what was topped up. */
  limit: BudgetLimit,
  spent: Amount,
  /** Amount that calls under way may still spend. */
  reserved: Amount,
  toppedUp: BudgetLimit.optional(),
  /** Call that waits for a top-up, what it usually takes, and its deadline (ISO 8601, workflow time). */
  waiting: z
    .object({
      ...{ what: z.string(), takes: Amount, missing: Amount, since: z.string(), deadline: z.string() },
      /** A top-up that names it is for this wait alone. */
      hash: BlobHash,
      /** As of a question. */
      delegate: z.string().optional(),
      told: z.array(NoticeChannel).optional(),
    })
    .optional(),
  /** The newest 20. */
  skipped: z.array(SkippedCall),
});
export type BudgetReport = z.infer<typeof BudgetReport>;

/** The wait for a top-up as a question to people. */
export function topUpQuestion(
  { what, missing, since, deadline, ...known }: NonNullable<BudgetReport['waiting']>,
  language: Language = 'en',
): OpenQuestion {
  const { hash, delegate, told } = known;
  return {
    ...{ kind: 'top-up', form: 'top-up', hash, delegate, told },
    summary: HOST_WORDS[language].waits.lacks(amountText(missing, language), what),
    ...{ requestedAt: since, deadline, ifUnanswered: 'reject', files: [] },
  };
}

/** The report of a ledger. */
export function reportBudget(
  ledger: Ledger,
  more: Pick<BudgetReport, 'toppedUp' | 'waiting' | 'skipped'>,
): BudgetReport {
  return { limit: ledger.limit, spent: spentOf(ledger), reserved: reservedOf(ledger), ...more };
}

/** `12,000` */
function tokensText(tokens: number): string {
  const digits = String(tokens);
  if (!/^\d+$/.test(digits)) return digits;
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

/** `$0.0312`: at least cents, at most the micro-USD that are counted. */
export function usdText(microUsd: number): string {
  return `$${decimalUsd(microUsd).replace(/^\d+/, (whole) => tokensText(Number(whole)))}`;
}

/** USD as a number that can be typed: `0.0312`. */
export function decimalUsd(microUsd: number): string {
  const digits = String(Math.max(0, microUsd)).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -6)}.${fraction}`;
}

/** `12,000 tokens and $0.03`; of money and tokens only what there is. */
export function amountText({ tokens = 0, microUsd = 0 }: BudgetLimit, language: Language = 'en'): string {
  const say = speaker(language);
  const parts = [
    ...(tokens > 0 ? [say`${tokensText(tokens)} token(s)`] : []),
    ...(microUsd > 0 ? [usdText(microUsd)] : []),
  ];
  return parts.length > 1 ? say`${parts[0] ?? ''} and ${parts[1] ?? ''}` : (parts[0] ?? say`nothing`);
}

/** `12,000 of 20,000 tokens and $0.01 of $0.05` */
export function standText(
  { limit, spent }: Pick<BudgetReport, 'limit' | 'spent'>,
  language: Language = 'en',
): string {
  const say = speaker(language);
  const { tokens, microUsd } = limit;
  const parts = [
    ...(tokens === undefined ? [] : [say`${tokensText(spent.tokens)} of ${tokensText(tokens)} tokens`]),
    ...(microUsd === undefined ? [] : [say`${usdText(spent.microUsd)} of ${usdText(microUsd)}`]),
  ];
  return parts.length > 1 ? say`${parts[0] ?? ''} and ${parts[1] ?? ''}` : (parts[0] ?? '');
}

/** `budget: 12,000 of 20,000 tokens spent` */
export function budgetLine(budget: Pick<BudgetReport, 'limit' | 'spent'>, say: Say): string {
  return say`budget: ${standText(budget, say.language)} spent`;
}

/** The command that gives a run what it lacks. */
export function topUpCommand(id: string, missing: Amount): string {
  return `kintsugi topup ${id}${flagsOf(missing, '--tokens', '--usd')}`;
}

/** The same as the one object that the signal takes. */
export function topUpJson({ tokens, microUsd }: Amount): string {
  const usd = microUsd > 0 ? { usd: Number(decimalUsd(microUsd)) } : {};
  return JSON.stringify({ ...(tokens > 0 ? { tokens } : {}), ...usd });
}

/** The command that goes on from an ended run with a budget of its own that is larger. */
export function extendCommand(id: string, { limit }: BudgetReport, missing: Amount): string {
  const larger = {
    tokens: limit.tokens === undefined ? 0 : limit.tokens + missing.tokens,
    microUsd: limit.microUsd === undefined ? 0 : limit.microUsd + missing.microUsd,
  };
  return `kintsugi fork ${id}${flagsOf(larger, '--budget-tokens', '--budget-usd')}`;
}

function flagsOf({ tokens, microUsd }: Amount, tokensFlag: string, usdFlag: string): string {
  const money = microUsd > 0 ? ` ${usdFlag} ${decimalUsd(microUsd)}` : '';
  return `${tokens > 0 ? ` ${tokensFlag} ${tokens}` : ''}${money}`;
}

/** Why a call went without the model: one sentence. */
export function skippedSentence(
  report: Pick<BudgetReport, 'limit' | 'spent' | 'toppedUp'>,
  { what, missing, unpricedModels }: SkippedCall,
  language: Language,
): string {
  const say = speaker(language);
  if (unpricedModels)
    return say`To ${what} a budget in ${'USD'} needs a price for ${unpricedModels.join(', ')}: add it to ${'KINTSUGI_MODEL_PRICES'}, or give the budget in tokens (${'--budget-tokens'}).`;
  const late = report.toppedUp
    ? said`it was not topped up further in time`
    : said`nobody topped it up in time`;
  return say`The budget does not allow to ${what}: ${standText(report, language)} are spent, it may take ${amountText(missing, language)} more than is left, and ${late}.`;
}

/** Sentence on a budget that ended before the run did, with the way to go on; undefined if no call was skipped. */
export function budgetSentence(id: string, report: BudgetReport, language: Language): string | undefined {
  const last = report.skipped.at(-1);
  if (!last) return undefined;
  const why = skippedSentence(report, last, language);
  if (last.unpricedModels) return why;
  return `${why} ${speaker(language)`Go on from here with: ${extendCommand(id, report, last.missing)}`}`;
}

/** `3 model calls (1 without a reply), 4,100 tokens in, 412 out, $0.0123`; undefined where no model was asked. */
export function usageText(usage: Usage, say: Say = ENGLISH): string | undefined {
  const {
    modelCalls,
    lostCalls = 0,
    inputTokens,
    outputTokens,
    costMicroUsd,
    unpricedModels,
    models,
  } = usage;
  if (modelCalls === 0) return undefined;
  const unpriced = unpricedModels?.join(', ');
  return [
    [
      models ? say`${modelCalls} model call(s) of ${models.join(', ')}` : say`${modelCalls} model call(s)`,
      ...(lostCalls === 0 ? [] : [say`(${lostCalls} without a reply)`]),
    ].join(' '),
    say`${tokensText(inputTokens)} tokens in`,
    say`${tokensText(outputTokens)} out`,
    ...(costMicroUsd === undefined
      ? []
      : [
          unpriced === undefined
            ? usdText(costMicroUsd)
            : say`${usdText(costMicroUsd)} and a part unknown: no price for ${unpriced}`,
        ]),
    ...(costMicroUsd === undefined && unpriced !== undefined
      ? [say`cost unknown: no price for ${unpriced}`]
      : []),
  ].join(', ');
}

/** `4,120 tokens, $0.0312`; empty where no model was asked. */
export function spentText(
  { modelCalls, inputTokens, outputTokens, costMicroUsd }: Usage,
  say: Say = ENGLISH,
): string {
  if (modelCalls === 0) return '';
  const cost = costMicroUsd === undefined ? '' : `, ${usdText(costMicroUsd)}`;
  return `${say`${tokensText(inputTokens + outputTokens)} token(s)`}${cost}`;
}
