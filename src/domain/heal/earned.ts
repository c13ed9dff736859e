import { worthOf } from '../verification/test-score';
import type { Verification } from '../verification/verification';
import { isGreen } from './choose';
import type { HealState } from './state';

type Scored = Pick<HealState, 'testsScored'>;

/** Green, and worth the word: where nothing but generated tests verifies the change, they have to be trusted. */
export function isSuccess(state: Scored, verification: Verification): boolean {
  return isGreen(verification) && !restsOnWeakTests(state, verification);
}

/** True if all that says that the change is right are generated tests that would say so of most wrong ones too. */
export function restsOnWeakTests(
  { testsScored }: Scored,
  { onlyGenerated }: Pick<Verification, 'onlyGenerated'>,
): boolean {
  return onlyGenerated && testsScored?.score.trusted !== true;
}

/** Why a green change is no success: one sentence with the way out. */
export function unearnedError({ testsScored }: Scored): string {
  const score = testsScored?.score;
  const why = score ? `: ${worthOf(score)}` : '';
  return `Nothing but generated tests could verify the change, and they are not trusted${why}. Add tests of your own or --check.`;
}
