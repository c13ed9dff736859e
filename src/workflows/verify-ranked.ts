import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { isSettled, isToBeCompared } from '../domain/heal/choose';
import type { Candidate, RoundCandidate } from '../domain/heal/proposal';
import type { Verification } from '../domain/verification/verification';

/**
 * Verifies candidates in rank order, all at once. Green at rank k cancels only ranks above k; lower ones
 * finish, so the winner does not depend on timing. Where generated tests are trusted, one that fails them cancels none,
 * nor does an ambiguous one, one with signs or one that is to be compared: the others are for people to choose from.
 */
export async function verifyRanked(
  candidates: readonly Candidate[],
  verify: (candidate: Candidate, rank: number) => Promise<Verification>,
  trusted: boolean,
): Promise<RoundCandidate[]> {
  const scopes = candidates.map(() => new CancellationScope());
  let bestRank = candidates.length;
  return Promise.all(
    candidates.map(async (candidate, rank): Promise<RoundCandidate> => {
      try {
        const verification = await scopes[rank]?.run(() => verify(candidate, rank));
        const { standing, signs = [] } = candidate;
        const isSure =
          standing?.confidence !== 'ambiguous' &&
          signs.length === 0 &&
          !isToBeCompared(candidate, verification);
        if (verification && isSure && isSettled(verification, trusted) && rank < bestRank) {
          bestRank = rank;
          for (const scope of scopes.slice(rank + 1)) scope.cancel();
        }
        return { candidate, verification };
      } catch (error) {
        if (isCancellation(error) && rank > bestRank) return { candidate };
        throw error;
      }
    }),
  );
}
