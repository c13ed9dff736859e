import type { Language } from './input';

/** Words on the budget of a run in one language. Amounts come as texts: `12,000`, `$0.03`. */
export interface BudgetWords {
  tokens(count: string, isOne: boolean): string;
  tokensOf(spent: string, limit: string): string;
  moneyOf(spent: string, limit: string): string;
  and: string;
  nothing: string;
  unpriced(what: string, models: string): string;
  /** `further`: it had been topped up before. */
  skipped(what: string, stand: string, missing: string, further: boolean): string;
  goOn(command: string): string;
}

const english: BudgetWords = {
  tokens: (count, isOne) => `${count} token${isOne ? '' : 's'}`,
  tokensOf: (spent, limit) => `${spent} of ${limit} tokens`,
  moneyOf: (spent, limit) => `${spent} of ${limit}`,
  and: ' and ',
  nothing: 'nothing',
  unpriced: (what, models) =>
    `To ${what} a budget in USD needs a price for ${models}: add it to KINTSUGI_MODEL_PRICES, or give the budget in tokens (--budget-tokens).`,
  skipped: (what, stand, missing, further) =>
    `The budget does not allow to ${what}: ${stand} are spent, it may take ${missing} more than is left, and ${further ? 'it was not topped up further in time' : 'nobody topped it up in time'}.`,
  goOn: (command) => `Go on from here with: ${command}`,
};

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

/** Words on budgets by language. */
export const BUDGET_WORDS: Record<Language, BudgetWords> = { en: english, ko: korean, zh: chinese };
