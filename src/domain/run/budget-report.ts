import { z } from 'zod';
import { Amount, BudgetLimit, reservedOf, spentOf, type Ledger, type Usage } from './budget';
import type { Language } from './input';
import { BlobHash } from '../ids';
import { HOST_WORDS } from './host-words';
import { NoticeChannel } from './input';
import type { OpenQuestion } from './questions';

const english = {
  tokens: (count: string, isOne: boolean) => `${count} token${isOne ? '' : 's'}`,
  tokensOf: (spent: string, limit: string) => `${spent} of ${limit} tokens`,
  moneyOf: (spent: string, limit: string) => `${spent} of ${limit}`,
  and: ' and ',
  nothing: 'nothing',
  unpriced: (what: string, models: string) =>
    `To ${what} a budget in USD needs a price for ${models}: add it to KINTSUGI_MODEL_PRICES, or give the budget in tokens (--budget-tokens).`,
  /** `further`: it had been topped up before. */
  skipped: (what: string, stand: string, missing: string, further: boolean) =>
    `The budget does not allow to ${what}: ${stand} are spent, it may take ${missing} more than is left, and ${further ? 'it was not topped up further in time' : 'nobody topped it up in time'}.`,
  goOn: (command: string) => `Go on from here with: ${command}`,
};

type BudgetWords = typeof english;

const korean: BudgetWords = {
  tokens: (count) => `${count}토큰`,
  tokensOf: (spent, limit) => `${limit}토큰 중 ${spent}토큰`,
  moneyOf: (spent, limit) => `${limit} 중 ${spent}`,
  and: ', ',
  nothing: '없음',
  unpriced: (what, models) =>
    `USD 예산으로 진행하려면 ${models}의 가격이 필요합니다 (${what}). KINTSUGI_MODEL_PRICES에 추가하거나, 토큰으로 예산을 지정하세요 (--budget-tokens).`,
  skipped: (what, stand, missing, further) =>
    `예산이 부족하여 진행하지 못했습니다 (${what}). 사용량은 ${stand}이고, 남은 것보다 ${missing} 더 필요할 수 있는데 제때 ${further ? '더 추가한' : '추가한'} 사람이 없습니다.`,
  goOn: (command) => `여기서 계속하려면: ${command}`,
};

const chinese: BudgetWords = {
  tokens: (count) => `${count} 个 token`,
  tokensOf: (spent, limit) => `${limit} 个 token 中的 ${spent} 个`,
  moneyOf: (spent, limit) => `${limit} 中的 ${spent}`,
  and: '，',
  nothing: '无',
  unpriced: (what, models) =>
    `以 USD 计的预算需要 ${models} 的价格 (${what})：请添加到 KINTSUGI_MODEL_PRICES，或以 token 指定预算 (--budget-tokens)。`,
  skipped: (what, stand, missing, further) =>
    `预算不足，未能进行 (${what})：已使用 ${stand}，可能比剩余多需要 ${missing}，而且没有人及时${further ? '继续' : ''}追加。`,
  goOn: (command) => `从这里继续: ${command}`,
};

const BUDGET_WORDS: Record<Language, BudgetWords> = { en: english, ko: korean, zh: chinese };

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
  const words = BUDGET_WORDS[language];
  const parts = [
    ...(tokens > 0 ? [words.tokens(tokensText(tokens), tokens === 1)] : []),
    ...(microUsd > 0 ? [usdText(microUsd)] : []),
  ];
  return parts.join(words.and) || words.nothing;
}

/** `12,000 of 20,000 tokens and $0.01 of $0.05` */
export function standText(
  { limit, spent }: Pick<BudgetReport, 'limit' | 'spent'>,
  language: Language = 'en',
): string {
  const words = BUDGET_WORDS[language];
  const { tokens, microUsd } = limit;
  const parts = [
    ...(tokens === undefined ? [] : [words.tokensOf(tokensText(spent.tokens), tokensText(tokens))]),
    ...(microUsd === undefined ? [] : [words.moneyOf(usdText(spent.microUsd), usdText(microUsd))]),
  ];
  return parts.join(words.and);
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
  const words = BUDGET_WORDS[language];
  if (unpricedModels) return words.unpriced(what, unpricedModels.join(', '));
  const further = report.toppedUp !== undefined;
  return words.skipped(what, standText(report, language), amountText(missing, language), further);
}

/** Sentence on a budget that ended before the run did, with the way to go on; undefined if no call was skipped. */
export function budgetSentence(id: string, report: BudgetReport, language: Language): string | undefined {
  const last = report.skipped.at(-1);
  if (!last) return undefined;
  const why = skippedSentence(report, last, language);
  if (last.unpricedModels) return why;
  return `${why} ${BUDGET_WORDS[language].goOn(extendCommand(id, report, last.missing))}`;
}

/** `3 model calls (1 without a reply), 4,100 tokens in, 412 out, $0.0123`; undefined where no model was asked. */
export function usageText(usage: Usage): string | undefined {
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
  const cost = [
    ...(costMicroUsd === undefined ? [] : [`, ${usdText(costMicroUsd)}`]),
    ...(unpricedModels
      ? [
          `${costMicroUsd === undefined ? ', cost' : ' and a part'} unknown: no price for ${unpricedModels.join(', ')}`,
        ]
      : []),
  ];
  const lost = lostCalls === 0 ? '' : ` (${lostCalls} without a reply)`;
  const of = models ? ` of ${models.join(', ')}` : '';
  const calls = `${modelCalls} model call${modelCalls === 1 ? '' : 's'}${of}${lost}`;
  return `${calls}, ${tokensText(inputTokens)} tokens in, ${tokensText(outputTokens)} out${cost.join('')}`;
}

/** `4,120 tokens, $0.0312`; empty where no model was asked. */
export function spentText({ modelCalls, inputTokens, outputTokens, costMicroUsd }: Usage): string {
  if (modelCalls === 0) return '';
  const cost = costMicroUsd === undefined ? '' : `, ${usdText(costMicroUsd)}`;
  return `${tokensText(inputTokens + outputTokens)} tokens${cost}`;
}
