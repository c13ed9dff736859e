import type { RunnerOutcome } from '../verification/own-runner';
import { firstLine } from '../text';
import { analyzeFailures } from '../verification/analysis';
import type { Verification } from '../verification/verification';
import { onFailure, onVerified } from './after-verification';
import { attemptOf } from './attempts';
import { chooseWinner, isGreen } from './choose';
import { confirmationWanted, unverified, withVerified, withoutRefuted, withRefutation } from './confirm';
import { changedLately, errorContext } from './error-context';
import type { RoundProgress } from './repair';
import { afterRound, isTrusted, roundLog } from './round';
import { isIdle, type RoundCandidate, type RepairRound } from './rounds';
import type { HealState, HealTransition } from './state';
import { after, basisOf, keepingTree, logOf, next, tellOf } from './transitions';

/** Effect that a round needs next, or its end. */
export function afterRoundEffect(state: HealState, progress: RoundProgress): HealTransition {
  return progress.done ? after(progress.told ?? [], onRepaired(state, progress.done)) : progress.next;
}

/** A winner that the sandbox alone calls green is shown to the project's own runner before the round ends. */
function onRepaired(state: HealState, round: RepairRound): HealTransition {
  const { winner } = round;
  const fresh = { ...state, open: undefined, confirmation: undefined };
  const wanted = winner && isGreen(winner.verification) && confirmationWanted(fresh, winner.verification);
  return wanted ? next({ ...fresh, deciding: round }, wanted) : endRound(fresh, round);
}

/** Refuted by the project's own runner, a winner gives way to the next, and any other change has failed. */
export function onConfirmed(state: HealState, outcome: RunnerOutcome): HealTransition {
  return after([tellOf(state).confirmed(outcome)], afterConfirmation(state, outcome));
}

function afterConfirmation(state: HealState, outcome: RunnerOutcome): HealTransition {
  const { deciding, verification } = state;
  const { language } = state.input;
  if (!verification) throw new Error('a confirmation of what was not verified');
  if (outcome.status !== 'disagrees') {
    const known = { ...state, confirmation: outcome };
    return deciding ? endRound(known, deciding) : onVerified(known, verification);
  }
  if (!deciding)
    return onVerified(
      { ...state, greenWithoutTests: undefined },
      withRefutation(verification, outcome, language),
    );
  // What failed before as well does not speak against the winner: it is one in part.
  if (outcome.failingHash !== undefined && deciding.winner) {
    const { winner } = deciding;
    const part = { ...winner, verification: withRefutation(winner.verification, outcome, language) };
    return endRound({ ...state, confirmation: undefined }, { ...deciding, winner: part });
  }
  return onNextOf(
    state,
    withoutRefuted(deciding, outcome, verification, { trusted: isTrusted(state), language }),
  );
}

/** Rest of a round whose winner a person turned down, judged as if the run had just begun; undefined where nothing is. */
export function offerOther(state: HealState, baseline: Verification): HealTransition | undefined {
  const { others } = state;
  if (!others) return undefined;
  const known = { ...state, others: undefined, verification: baseline, analysis: analyzeFailures(baseline) };
  return onNextOf(known, { ...others, winner: chooseWinner(others.candidates, baseline, isTrusted(known)) });
}

/** The next winner of a round; where none is green, those that were given up are verified after all. */
function onNextOf(state: HealState, round: RepairRound): HealTransition {
  const candidates = unverified(round);
  if (candidates.length === 0) return onRepaired(state, round);
  const label = `round-${state.rounds + 1}/verify-again`;
  const effect = { type: 'verify-candidates' as const, candidates, trusted: isTrusted(state), label };
  return next({ ...state, deciding: round }, { ...effect, ...basisOf(state) });
}

/** Candidates that were given up are verified after all, since the winner was refuted. */
export function onVerifiedAgain(state: HealState, later: readonly RoundCandidate[]): HealTransition {
  const { deciding, verification } = state;
  if (!deciding || !verification) throw new Error('candidates of no round');
  const told = tellOf(state).candidatesVerified(attemptOf(state), later, verification);
  return after(told, onRepaired(state, withVerified(deciding, later, verification, isTrusted(state))));
}

function endRound(state: HealState, round: RepairRound): HealTransition {
  if (!state.verification || !state.analysis) throw new Error('a repair round without a failure to repair');
  const known = errorContext(state.verification, state.analysis, changedLately(state));
  // Not part of the evidence, which goes into history with every call: a proposer has the whole tree.
  const context = { ...known, projectStructure: state.projectStructure };
  const repaired = afterRound(state, round, context);
  if (isIdle(round)) return onFailure(repaired, state.verification, true);
  const error = {
    errorType: context.errorType,
    errorSummary: state.finalError ?? firstLine(context.errorMessage),
  };
  const choice = repaired.choices.at(-1);
  const log = [
    ...(choice ? [tellOf(state).chosen(choice)] : []),
    ...roundLog(logOf(state), attemptOf(state), error, round),
  ];
  if (repaired.rounds < state.input.maxAttempts)
    log.push(logOf(state).attempt(attemptOf(repaired), state.input.maxAttempts));
  const transition = onVerified(repaired, round.winner?.verification ?? state.verification);
  const { winner } = round;
  return after(
    log,
    winner ? keepingTree(winner.candidate.tree, winner.candidate.summary, transition) : transition,
  );
}
