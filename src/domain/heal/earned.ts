import { worthOf } from '../verification/test-score';
import type { Verification } from '../verification/verification';
import { isGreen } from './choose';
import { END_WORDS } from './end-words';
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
export function unearnedError({
  testsScored,
  input: { language },
}: Pick<HealState, 'testsScored' | 'input'>): string {
  const score = testsScored?.score;
  return END_WORDS[language].unearned(score ? worthOf(score, language) : '');
}
