import type { NewEvent } from '../run/events';
import type { HealingLog } from './healing-log';
import type { Candidate, ErrorContext, RepairAttempt, TriedCandidate, VerificationResult } from './proposal';
import { addUsage, NO_USAGE } from '../run/usage';
import type { Language } from '../run/input';
import { excerpt, firstLine } from '../text';
import { repairsTried } from './attempts';
import { commandOf, leadingFailure, verificationResult } from './error-context';
import { confidenceOf } from './ambiguity';
import { DOING_WORDS } from './doing-words';
import { choiceOf, candidateOutcome, outcomeOf } from './choice';
import { contradictedBy } from './contradiction';
import { isGreen } from './choose';
import type { FailedCheck, Verification } from '../verification/verification';
import { startTree } from './roll-back';
import type { HealState } from './state';
import { isIdle, type RepairRound } from './rounds';
import { modificationsOf, suggestionOf } from './suggestion';
import { trustWords } from './trust-words';

/** Changed files that a state holds. */
const MOST_CHANGED = 200;
const MOST_NOTE_CHARS = 500;
/** Candidates that are kept for a person who turns the winner down. */
const MOST_OTHERS = 5;
/** Places that a sentence can name. */
const MOST_PLACES = 3;

/** State after one round: counted whether or not a candidate was acceptable, but no attempt where nothing was left to try. */
export function afterRound(state: HealState, round: RepairRound, context: ErrorContext): HealState {
  const counted: HealState = {
    ...state,
    rounds: state.rounds + 1,
    modelFailure: round.modelFailure ?? state.modelFailure,
    deciding: undefined,
    usage: addUsage(state.usage, round.usage),
  };
  return isIdle(round)
    ? { ...counted, idle: { rounds: (state.idle?.rounds ?? 0) + 1, note: idleNote(round) } }
    : afterAttempt(counted, state, round, context);
}

function idleNote({ notes, modelFailure }: RepairRound): string {
  return modelFailure === undefined ? excerpt([...new Set(notes)].join('; '), MOST_NOTE_CHARS) : '';
}

function afterAttempt(
  counted: HealState,
  state: HealState,
  round: RepairRound,
  context: ErrorContext,
): HealState {
  const { winner } = round;
  const attemptNumber = repairsTried(counted);
  const choice = choiceOf(round, attemptNumber, {
    trusted: isTrusted(state),
    current: state.verification,
    language: state.input.language,
  });
  return {
    ...counted,
    tree: winner?.candidate.tree ?? state.tree,
    verification: winner?.verification ?? state.verification,
    confidence: trustedAfter(state, confidenceOf(round, state.input.language)),
    confirmation: winner ? state.confirmation : undefined,
    others: othersOf(state, round),
    tried: [...state.tried, ...triedIn(round, state.verification, state.input.language)],
    takenBack: placesTakenBack(state, round),
    choices: [...state.choices, choice],
    changedFiles: winner
      ? latest(
          winner.candidate.diff.files.map((file) => file.path),
          state.changedFiles,
        )
      : state.changedFiles,
    repairs: winner
      ? [
          ...state.repairs,
          {
            proposer: winner.candidate.proposer,
            rootCause: winner.candidate.suggestion.rootCause,
            summary: winner.candidate.summary,
            files: modificationsOf(winner.candidate.diff.files).map((file) => file.path),
            signs: winner.candidate.signs,
          },
        ]
      : state.repairs,
    repairHistory: [...state.repairHistory, attemptRecord(attemptNumber, state, round, context)],
    codeHistory: [
      ...state.codeHistory,
      {
        attempt: attemptNumber,
        tree: winner?.candidate.tree ?? state.tree,
        ...(winner && { diff: winner.candidate.diff.hash }),
        fixReason: winner?.candidate.summary ?? choice.reason,
      },
    ],
  };
}

/**
 * A round from the files that the run began with, without its winner and those that failed; undefined where nothing is left. It is paid
 * for, and a request's change would be lost with the winner.
 */
function othersOf(state: HealState, round: RepairRound): RepairRound | undefined {
  const { winner, candidates } = round;
  if (!winner || !isGreen(winner.verification) || state.input.request !== undefined) return undefined;
  if (state.tree !== startTree(state)) return undefined;
  const left = candidates.filter(
    ({ candidate: { tree }, verification, refuted }) =>
      tree !== winner.candidate.tree && refuted === undefined && (!verification || isGreen(verification)),
  );
  const rest = { winner: undefined, suggested: undefined, rejected: [], notes: [], usage: NO_USAGE };
  return left.length === 0 ? undefined : { ...round, ...rest, candidates: left.slice(0, MOST_OTHERS) };
}

/** Files that request and repairs changed, the newest first. */
function latest(paths: readonly string[], before: readonly string[]): string[] {
  return [...new Set([...paths, ...before])].slice(0, MOST_CHANGED);
}

/** After a contradiction with the request nothing is sure. */
function trustedAfter(
  { verification, requestTree }: HealState,
  confidence: HealState['confidence'],
): HealState['confidence'] {
  const contradicts = requestTree !== undefined && verification && contradictedBy(verification);
  return contradicts && confidence?.level === 'high' ? undefined : confidence;
}

/** Seed 002's record of the round. A partial winner is applied too: the next round starts from it. */
function attemptRecord(
  attemptNumber: number,
  state: HealState,
  round: RepairRound,
  errorContext: ErrorContext,
): RepairAttempt {
  const { winner } = round;
  const [first] = round.candidates;
  const told = winner?.candidate ?? first?.candidate;
  return {
    attemptNumber,
    errorContext,
    debuggerResponse: told && suggestionOf(told),
    suggestionRef: told?.suggestionRef,
    repairApplied: winner !== undefined,
    verificationResult: winner
      ? verificationResult(
          winner.verification,
          repairedIn(state),
          verdictOf(winner.verification, state.input.language),
          state.input.language,
        )
      : first?.verification && refusedResult(first.verification, state),
    suggestedChecks: round.suggested && [...round.suggested],
    timestamp: round.at,
  };
}

/** Of a repair that was not applied the texts are in its report alone. */
function refusedResult(verification: Verification, state: HealState): VerificationResult {
  const repaired = repairedIn(state);
  const { language } = state.input;
  const output = `${verdictOf(verification, language)}; ${outcomeOf(verification, state.verification, language)}`;
  return {
    command: repaired ? commandOf(repaired) : DOING_WORDS[language].allChecks,
    success: false,
    output,
  };
}

/** Places of the request's change that repairs would have taken back, the newest last. */
function placesTakenBack({ takenBack = [] }: HealState, { rejected }: RepairRound): HealState['takenBack'] {
  const places = [...takenBack, ...rejected.flatMap(({ takesBack = [] }) => takesBack)];
  return places.length === 0 ? undefined : [...new Set(places)].slice(-MOST_PLACES);
}

function verdictOf({ passed, failed, trust }: Verification, language: Language): string {
  return `${DOING_WORDS[language].verdict(passed, failed)}${trustWords(trust, undefined, language)}`;
}

/** The failure that a round was asked to repair. */
function repairedIn({ verification, analysis }: HealState): FailedCheck | undefined {
  return verification && analysis && leadingFailure(verification, analysis);
}

function triedIn(
  round: RepairRound,
  current: Verification | undefined,
  language: Language,
): TriedCandidate[] {
  const verified = round.candidates.map(({ candidate, verification, refuted }) => ({
    tree: candidate.tree,
    proposer: candidate.proposer,
    summary: firstLine(candidate.summary),
    outcome: refuted ?? candidateOutcome(verification, current, language),
  }));
  return [...round.rejected, ...verified];
}

/** True if generated tests have a say in which candidate wins. */
export function isTrusted(state: Pick<HealState, 'testsScored'>): boolean {
  return state.testsScored?.score.trusted ?? false;
}

/** A candidate that is applied to a tree of its own, in the seed's lines: told before it is verified. */
export function appliedLog(
  log: HealingLog,
  attempt: number,
  { suggestion, diff, tree }: Candidate,
): NewEvent[] {
  const files = modificationsOf(diff.files);
  return [
    log.diagnosis(attempt, firstLine(suggestion.rootCause)),
    log.applying(attempt, files.length),
    ...files.map(({ path }) => log.modified(attempt, path)),
    log.applied(attempt, suggestion.verificationCommands[0] ?? DOING_WORDS[log.language].allChecks, tree),
  ];
}

/** The lines that end a round. A winner among several is told here as the one that is applied; each was told when it was proposed. */
export function roundLog(
  log: HealingLog,
  attempt: number,
  { errorType, errorSummary }: { errorType: string; errorSummary: string },
  { winner, applied, debuggerInvoked }: RepairRound,
): NewEvent[] {
  const isTold = winner && applied.includes(winner.candidate.tree);
  return [
    ...(winner && !isTold ? appliedLog(log, attempt, winner.candidate) : []),
    ...(winner ? [] : [log.nothingApplied(attempt)]),
    log.block({
      attempt,
      errorType,
      errorSummary,
      debuggerInvoked,
      repairApplied: winner !== undefined,
      verification: winner !== undefined && isGreen(winner.verification),
    }),
  ];
}
