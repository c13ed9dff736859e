import { worthOf } from '../verification/test-judgement';
import type { Verification } from '../verification/verification';
import { isGreen } from './choose';
import type { HealState } from './state';

type Judged = Pick<HealState, 'testsJudged'>;

/** Green, and worth the word: where nothing but generated tests judges, they have to be trusted. */
export function isSuccess(state: Judged, verification: Verification): boolean {
  return isGreen(verification) && !restsOnWeakTests(state, verification);
}

/** True if all that says that the change is right are generated tests that would say so of most wrong ones too. */
export function restsOnWeakTests(
  { testsJudged }: Judged,
  { onlyGenerated }: Pick<Verification, 'onlyGenerated'>,
): boolean {
  return onlyGenerated && testsJudged?.judgement.trusted !== true;
}

/** Why a green change is no success: one sentence with the way out. */
export function unearnedError({ testsJudged }: Judged): string {
  const judgement = testsJudged?.judgement;
  const why = judgement ? `: ${worthOf(judgement)}` : '';
  return `Nothing but generated tests could verify the change, and they are not trusted${why}. Add tests of your own or --check.`;
}
