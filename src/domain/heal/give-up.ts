import { addUsage } from '../run/usage';
import { finishGreen, withoutGenerated } from './after-verification';
import { finish } from './delivery';
import { isSuccess } from './earned';
import { changedLately, errorContext } from './error-context';
import { NOTE_WORDS } from './note-words';
import { outOfTimeError } from './out-of-time';
import { afterRound } from './round';
import { boughtBy, type RepairRound } from './rounds';
import type { HealState, HealTransition } from './state';

/** At the limit a change that is green already is a success; tests for it that were not tried yet are left out. */
export function giveUp(given: HealState): HealTransition {
  const { deciding, open } = given;
  const round = deciding ?? (open?.round.winner && open.round);
  if (round) return giveUp(undecided({ ...given, open: undefined }, round));
  const usage = addUsage(given.usage, boughtBy(given));
  // A fork goes on with what an agent has made so far.
  const tree = given.work?.tree ?? given.tree;
  const state = { ...given, tree, open: undefined, work: undefined, usage, outOfTime: true };
  const { verification: last, greenWithoutTests, input, requestTree } = state;
  const carriedOut = input.request === undefined || requestTree !== undefined;
  if (greenWithoutTests) return finishGreen(state, withoutGenerated(state, greenWithoutTests));
  if (last && carriedOut && last.tree === tree && isSuccess(state, last)) return finishGreen(state, last);
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: outOfTimeError(state) });
}

/** The state with a round's winner as the sandbox sees it: there is no time for another runner, nor for suggested checks. */
function undecided(state: HealState, round: RepairRound): HealState {
  const confirmation = { status: 'unconfirmed' as const, reason: NOTE_WORDS[state.input.language].timeIsUp };
  const { verification, analysis } = state;
  if (!verification || !analysis) return { ...state, deciding: undefined };
  return afterRound(
    { ...state, confirmation },
    round,
    errorContext(verification, analysis, changedLately(state)),
  );
}
