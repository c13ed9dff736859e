import type { Verification } from '../verification/verification';
import type { RepairChoice } from './ambiguity';
import { isGreen } from './choose';
import { deliveryOf, end } from './delivery-transitions';
import { END_WORDS } from './end-words';
import type { HealInput } from './input';
import { repairsInEffect, startTree } from './roll-back';
import { signTexts } from '../signs/sign';
import type { HealState, HealTransition } from './state';

/** The verification of a repair that mends some of the tests that failed and breaks none, while others fail as before; undefined: the run has no such repair, or one that only special-cases. */
export function partialRepair(state: HealState): Verification | undefined {
  const { input, verification, tree } = state;
  if (input.request !== undefined || verification?.tree !== tree || isGreen(verification)) return undefined;
  const { fixed = 0, broken = 0 } = verification.comparison ?? {};
  const mends = fixed > 0 && broken === 0 && !verification.onlyGenerated;
  const repairs = repairsInEffect(state);
  return mends && repairs.length > 0 && !isSpecialCase(repairs, verification) ? verification : undefined;
}

/** Sign of a partial repair that only puts a call around a value: `[...new Set(x)]`. */
export const WRAPPED = 'wrapped-value';

/** True if the repairs seem to mend some tests for a reason that is not the fault's: by their signs, or by a wrap, while others of the same test files fail. */
function isSpecialCase(
  repairs: HealState['repairs'],
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

/** Ends the run with a partial repair as a suggestion: what it mends need not wait for what only people can mend. */
export function suggestPartialRepair(
  state: HealState,
  { comparison, failed, failingHash }: Verification,
): HealTransition {
  const { diff } = deliveryOf(state);
  if (!diff) throw new Error('a repair is suggested before its change is known');
  const repairs = repairsInEffect(state);
  const summary = repairs.map((repair) => repair.summary).join('; ');
  const signs = [...new Set(repairs.flatMap((repair) => repair.signs ?? []))];
  const choice: RepairChoice = {
    ...{ letter: 'A', tree: state.tree, diff: diff.hash, summary },
    ...(signs.length > 0 && { signs: signTexts(signs, state.input.language) }),
  };
  const question = END_WORDS[state.input.language].partial(comparison?.fixed ?? 0, failed);
  return end(state, { status: 'suggested', question, choices: [choice], stillFailing: failingHash });
}

/** True for a run that publishes a partial repair, where the same tests fail with it as people were told, and no others. */
export function isAsPromised(state: HealState): boolean {
  const { input, verification, rounds, tree } = state;
  const isUntouched = input.request === undefined && rounds === 0 && tree === startTree(state);
  return isUntouched && verification?.tree === tree && verification.failingHash === input.stillFailing;
}

/** Why a partial repair is not published: one sentence with the way out. */
export function brokenPromise(
  { failed }: Verification,
  { directory, language }: Pick<HealInput, 'directory' | 'language'>,
): string {
  return END_WORDS[language].otherThanPromised(failed, directory.realpath);
}
