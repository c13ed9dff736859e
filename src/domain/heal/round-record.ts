/** End of a round: the facts after it, seed 002's record of it, and its lines in the log. */
import type { NewEvent } from '../run/events';
import type { Language } from '../run/language';
import { addUsage, NO_USAGE } from '../run/budget';
import { excerpt, firstLine } from '../text';
import type { FailedCheck, Verification } from '../verification/verification';
import { confidenceOf } from './ambiguity';
import { candidateOutcome, choiceOf, outcomeOf } from './choice-record';
import { isGreen } from './choose';
import { contradictedBy } from './contradiction';
import { DOING_WORDS } from './words/doing';
import { commandOf, leadingFailure, verificationResult } from './errors';
import { isTrusted, repairsTried, startTree } from './facts';
import type { HealingLog } from './words/log';
import {
  type Candidate,
  type ErrorContext,
  type RepairAttempt,
  type TriedCandidate,
  type VerificationResult,
  isIdle,
  type RepairRound,
  modificationsOf,
  suggestionOf,
} from './proposal';
import type { AppliedRepair, Failed, HealFacts } from './state';
import { trustWords } from './verdict';

/** Most changed files that the facts hold. */
const MOST_CHANGED = 200;
const MOST_NOTE_CHARS = 500;
/** Most candidates that are kept in case a person turns the winner down. */
const MOST_OTHERS = 5;
/** Most locations that one sentence names. */
const MOST_PLACES = 3;

/** Facts after a round. Each round counts; one in which nothing was left to try is no attempt that people see. */
export function afterRound<Facts extends Failed>(
  facts: Facts,
  round: RepairRound,
  context: ErrorContext,
): Facts {
  const counted: Facts = {
    ...facts,
    rounds: facts.rounds + 1,
    modelFailure: round.modelFailure ?? facts.modelFailure,
    usage: addUsage(facts.usage, round.usage),
  };
  return isIdle(round)
    ? { ...counted, idle: { rounds: (facts.idle?.rounds ?? 0) + 1, note: idleNote(round) } }
    : afterAttempt(counted, facts, round, context);
}

function idleNote({ notes, modelFailure }: RepairRound): string {
  return modelFailure === undefined ? excerpt([...new Set(notes)].join('; '), MOST_NOTE_CHARS) : '';
}

function afterAttempt<Facts extends Failed>(
  counted: Facts,
  before: Facts,
  round: RepairRound,
  context: ErrorContext,
): Facts {
  const { winner } = round;
  const { record, verification, input } = before;
  const { language } = input;
  const attemptNumber = repairsTried(counted);
  const tree = winner?.candidate.tree ?? before.tree;
  const trusted = isTrusted(before);
  const choice = choiceOf(round, attemptNumber, { trusted, current: verification, language });
  const entry = {
    attempt: attemptNumber,
    tree,
    ...(winner && { diff: winner.candidate.diff.hash }),
    fixReason: winner?.candidate.summary ?? choice.reason,
  };
  return {
    ...counted,
    tree,
    verification: winner?.verification ?? verification,
    confidence: trustedAfter(before, confidenceOf(round, language)),
    confirmation: winner ? before.confirmation : undefined,
    others: othersOf(before, round),
    takenBack: placesTakenBack(before, round),
    changedFiles: winner ? latest(pathsOf(winner.candidate), before.changedFiles) : before.changedFiles,
    repairs: winner ? [...before.repairs, repairOf(winner.candidate)] : before.repairs,
    record: {
      ...record,
      tried: [...record.tried, ...triedIn(round, verification, language)],
      choices: [...record.choices, choice],
      repairHistory: [...record.repairHistory, attemptRecord(attemptNumber, before, round, context)],
      codeHistory: [...record.codeHistory, entry],
    },
  };
}

function pathsOf({ diff }: Candidate): string[] {
  return diff.files.map(({ path }) => path);
}

function repairOf({ proposer, suggestion, summary, diff, signs, standing }: Candidate): AppliedRepair {
  const files = modificationsOf(diff.files).map(({ path }) => path);
  const doubt = standing?.confidence === 'ambiguous' ? standing.reason : undefined;
  return { proposer, rootCause: suggestion.rootCause, summary, files, signs, ...(doubt && { doubt }) };
}

/**
 * The green and the unverified candidates beside the winner, which are paid for already. Undefined: none, or the round began from a
 * changed tree, or a request is carried out, whose change would be lost with the winner.
 */
function othersOf(facts: Failed, round: RepairRound): RepairRound | undefined {
  const { winner, candidates } = round;
  if (!winner || !isGreen(winner.verification) || facts.input.request !== undefined) return undefined;
  if (facts.tree !== startTree(facts)) return undefined;
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

/** Confidence in the winner; none that is high while a test contradicts the request. */
function trustedAfter(
  { verification, carriedOut }: Failed,
  confidence: HealFacts['confidence'],
): HealFacts['confidence'] {
  const contradicts = carriedOut && contradictedBy(verification);
  return contradicts && confidence?.level === 'high' ? undefined : confidence;
}

/** Seed 002's record of the round. A winner in part counts as applied: the next round starts from it. */
function attemptRecord(
  attemptNumber: number,
  facts: Failed,
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
          repairedIn(facts),
          verdictOf(winner.verification, facts.input.language),
          facts.input.language,
        )
      : first?.verification && refusedResult(first.verification, facts),
    suggestedChecks: round.suggested && [...round.suggested],
    timestamp: round.at,
  };
}

/** Result of a repair that was not applied; its texts are only in its report. */
function refusedResult(verification: Verification, facts: Failed): VerificationResult {
  const repaired = repairedIn(facts);
  const { language } = facts.input;
  const output = `${verdictOf(verification, language)}; ${outcomeOf(verification, facts.verification, language)}`;
  return {
    command: repaired ? commandOf(repaired) : DOING_WORDS[language].allChecks,
    success: false,
    output,
  };
}

/** Locations in the request's change that repairs would have undone, the newest last. */
function placesTakenBack({ takenBack = [] }: Failed, { rejected }: RepairRound): HealFacts['takenBack'] {
  const places = [...takenBack, ...rejected.flatMap(({ takesBack = [] }) => takesBack)];
  return places.length === 0 ? undefined : [...new Set(places)].slice(-MOST_PLACES);
}

function verdictOf({ passed, failed, trust }: Verification, language: Language): string {
  return `${DOING_WORDS[language].verdict(passed, failed)}${trustWords(trust, undefined, language)}`;
}

function repairedIn({ verification, analysis }: Failed): FailedCheck | undefined {
  return leadingFailure(verification, analysis);
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

/** The seed's lines on a candidate that is applied to a tree of its own, logged before it is verified. */
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

/** The seed's lines at the end of a round. A winner among several is logged as applied only here. */
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
