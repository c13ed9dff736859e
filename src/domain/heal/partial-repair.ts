import type { Verification } from '../verification/verification';
import type { TreeDiff } from '../files/workspace';
import type { RepairChoice } from './ambiguity';
import { isGreen } from './choose';
import { END_WORDS } from './words/ends';
import type { Delivery } from './result';
import { repairsInEffect, startTree } from './facts';
import { signTexts } from '../signs/sign';
import type { AppliedRepair, HealFacts } from './state';

/** Verification of a partial repair: it mends some failing tests and breaks none. Undefined: the run has none, or one that looks like a special case. */
export function partialRepair(facts: HealFacts): Verification | undefined {
  const { input, verification, tree } = facts;
  if (input.request !== undefined || verification?.tree !== tree || isGreen(verification)) return undefined;
  const { fixed = 0, broken = 0 } = verification.comparison ?? {};
  const mends = fixed > 0 && broken === 0 && !verification.onlyGenerated;
  const repairs = repairsInEffect(facts);
  return mends && repairs.length > 0 && !isSpecialCase(repairs, verification) ? verification : undefined;
}

/** Sign of a repair that only puts a call around a value: `[...new Set(x)]`. */
export const WRAPPED = 'wrapped-value';

/** True if repairs seem to fit some tests instead of mending the fault: by a sign, or by a wrap while other tests of the same files fail. */
function isSpecialCase(
  repairs: readonly AppliedRepair[],
  { comparison, failures }: Pick<Verification, 'comparison' | 'failures'>,
): boolean {
  const signs = repairs.flatMap((repair) => repair.signs ?? []);
  if (signs.some((sign) => sign !== WRAPPED)) return true;
  const mended = new Set((comparison?.fixedIds ?? []).map(fileOf));
  return signs.length > 0 && failures.some(({ id }) => mended.has(fileOf(id)));
}

function fileOf(id: string): string {
  return id.split(' > ')[0] ?? id;
}

/** Delivery that suggests a partial repair: its tests need not wait for those that only people can mend. */
export function suggestedPart(
  facts: HealFacts,
  { comparison, failed, failingHash }: Verification,
  diff: TreeDiff,
): Delivery {
  const repairs = repairsInEffect(facts);
  const { language } = facts.input;
  const signs = [...new Set(repairs.flatMap((repair) => repair.signs ?? []))];
  const choice: RepairChoice = {
    letter: 'A',
    tree: facts.tree,
    diff: diff.hash,
    summary: repairs.map(({ summary }) => summary).join('; '),
    ...(signs.length > 0 && { signs: signTexts(signs, language) }),
  };
  const question = END_WORDS[language].partial(comparison?.fixed ?? 0, failed);
  return { status: 'suggested', question, choices: [choice], stillFailing: failingHash };
}

/** True if a run publishes a partial repair, and exactly the tests fail with it that people know of. */
export function isAsPromised(facts: HealFacts): boolean {
  const { input, verification, rounds, tree } = facts;
  const isUntouched = input.request === undefined && rounds === 0 && tree === startTree(facts);
  return isUntouched && verification?.tree === tree && verification.failingHash === input.stillFailing;
}
