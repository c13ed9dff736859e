import { unrunSentences } from '../verification/detected';
import { budgetSentence, type BudgetReport } from '../run/budget-report';
import type { TreeDiff } from '../files/workspace';
import type { BlobHash } from '../ids';
import type { Checkpoint } from '../run/checkpoints';
import type { RepairAttempt } from './proposal';
import { scoreNotes } from '../verification/test-score';
import { excerpt, EXCERPT_CHARS } from '../text';
import { chanceNote, flakyWords } from '../verification/chance';
import { VERIFICATION_WORDS } from '../verification/verification-words';
import { bounded } from './bounded-result';
import { confirmedBy, unconfirmed } from './confirm';
import { outcomeOf } from './delivery-words';
import { attemptOf, repairsTried } from './attempts';
import { errorAnalysisOf, errorSummary } from './error-context';
import { failureReport, isUndone } from './failure-report';
import { failureSummary } from './failure-summary';
import type { CodeHistoryEntry, Delivery, HealingRecord, HealResult, RunMessage } from './result';
import type { Timings } from './targets';
import type { HealOutcome } from './outcomes';
import { endedText, RESULT_WORDS } from './result-words';
import { repairsInEffect } from './roll-back';
import { instructionNotes } from './instructions';
import { NOTE_WORDS } from './note-words';
import { suggestedNotes } from './suggested-checks';
import { proposersOf, type HealState } from './state';
import { timeTargets } from './targets';
import { warningsOf } from './warnings';

/** The answer to a question is the result of its run; what a longer one says besides is in the store. */
export const ANSWER_CHARS = 16_000;

export interface OutcomeFacts {
  delivery: Delivery;
  diff?: TreeDiff;
  quarantinedTests: readonly string[];
  timings: Timings;
  budget?: BudgetReport;
  checkpoints: readonly Checkpoint[];
  /** The newest chunk of its events. */
  events?: BlobHash;
}

/** The result of an ended run. */
export function healResult(ended: HealState, facts: OutcomeFacts): HealResult {
  const state = { ...ended, repairs: repairsInEffect(ended) };
  const status = state.status ?? 'failed';
  const failed = status === 'failed' || status === 'failed_after_repair';
  const comparison = state.verification?.comparison;
  const stoppedFork = state.fork && state.fork.status !== 'ready';
  const report =
    failed && !state.badInput && !stoppedFork
      ? failureReport(state, state.taskId, changesFiles(facts.delivery), facts.budget)
      : undefined;
  return bounded({
    version: 1,
    taskId: state.taskId,
    taskType: state.input.taskType,
    status,
    outcome: outcomeOf(status, facts.delivery, state.input.request),
    totalAttempts: attemptOf(state),
    repairHistory: state.repairHistory.map(boundAttempt),
    finalError: failed ? state.finalError : undefined,
    work: workOf(state, status),
    message: messageOf(state, status, facts.delivery),
    badInput: state.badInput,
    unjudged: state.unjudged,
    record: recordOf(state, report),
    directory: state.input.directory,
    heavyFolders: state.input.heavyFolders,
    baseTree: state.baseTree,
    baseTimes: state.baseTimes,
    tree: state.tree,
    forkedFrom: forkedFromOf(state),
    diff: facts.diff,
    checkpoints: [...facts.checkpoints],
    events: facts.events,
    pastRounds: state.past?.stored,
    repairs: state.repairs.map(({ proposer, rootCause, summary }) => ({
      proposer,
      rootCause: excerpt(rootCause, 500),
      summary,
    })),
    fixedTests: comparison?.fixedIds ?? [],
    fixedCount: comparison?.fixed ?? 0,
    tests: {
      passed: state.verification?.passed ?? 0,
      failed: state.verification?.failed ?? 0,
      skipped: state.verification?.skipped ?? 0,
    },
    trust: state.verification?.trust,
    confidence: failed ? undefined : state.confidence,
    checks: state.baseline?.found?.checks,
    confirmedBy: failed ? undefined : confirmedBy(state),
    flaky: [...(state.baseline?.flaky ?? [])],
    quarantinedTests: [...facts.quarantinedTests],
    testScore: state.testsScored?.score,
    choices: [...state.choices],
    delivery: facts.delivery,
    usage: state.usage,
    budget: facts.budget,
    timings: facts.timings,
    targets: timeTargets(facts.timings, state.longestChecksMs),
    failureReport: report,
    notes: notesOf(state, facts.quarantinedTests, facts.budget),
  });
}

function notesOf(
  state: HealState,
  quarantined: readonly string[],
  budget: BudgetReport | undefined,
): string[] | undefined {
  const { verification, testsScored, repairHistory, testsNote, taskId, modelFailure } = state;
  const { language } = state.input;
  const words = NOTE_WORDS[language];
  const { notes = [], notRun } = verification ?? {};
  const generated = testsScored
    ? scoreNotes(testsScored.score, quarantined, language, verification?.onlyGenerated)
    : [];
  const skipped = notRun ? [VERIFICATION_WORDS[language].notInSandbox(notRun.count, notRun.reason)] : [];
  const lucky = verification && chanceNote(verification, language);
  const chance = lucky === undefined ? [] : [lucky];
  const unasked = budget && budgetSentence(taskId, budget, language);
  const said = unasked === undefined ? [] : [unasked];
  const wentOn = proposersOf(state).length > 0 && !isUndone(state) ? ` ${words.wentOn}` : '';
  const failed = modelFailure === undefined ? [] : [`${modelFailure}${wentOn}`];
  const missing = testsNote === undefined ? [] : [words.noTests(testsNote.replace(/\.$/, ''))];
  const checks = state.baseline?.found?.checks ?? [];
  const toldAlready = new Set(unrunSentences(checks));
  const all = [
    ...failed,
    ...unrunSentences(checks, language),
    ...missing,
    ...warningsOf(state),
    ...generated,
    ...skipped,
    ...chance,
    ...notes.filter((note) => !toldAlready.has(note)),
    ...suggestedNotes(repairHistory, language),
    ...instructionNotes(state, language),
    ...said,
  ];
  return all.length === 0 ? undefined : all;
}

/** How a run ended, in one sentence. */
export function messageOf(state: HealState, status: HealOutcome, delivery: Delivery): string {
  const { request, language } = state.input;
  const left = delivery.status === 'partial' ? `; ${NOTE_WORDS[language].leftOut(delivery.leftCount)}` : '';
  const lack = unconfirmed(state);
  const alone = lack === undefined ? '' : `; ${lack}`;
  const flaky =
    state.finalError === undefined && state.baseline ? flakyWords(state.baseline, language) : undefined;
  const unsteady = flaky === undefined ? '' : `; ${flaky}`;
  const what = `${workOf(state, status)}${left}${alone}${unsteady}`;
  return endedText(language, outcomeOf(status, delivery, request), delivery, what);
}

/** How the work went, whatever became of its change. */
function workOf(state: HealState, status: HealOutcome): string {
  const { request, taskType, language } = state.input;
  const words = RESULT_WORDS[language];
  const repairs = repairsTried(state);
  switch (status) {
    case 'completed':
      if (taskType === 'chat_reply') return words.answered;
      if (request) return words.carriedOut;
      return state.tree === state.baseTree ? words.nothing : words.nothingForked;
    case 'recovered':
      return request ? words.carriedOutAfter(repairs) : words.healed(repairs);
    case 'failed_after_repair':
    case 'failed':
      return failureOf(state);
  }
}

/** Every failure, where nothing but failures ended the run. */
function failureOf({ finalError, verification, analysis, input }: HealState): string {
  const isLast = verification && analysis && errorSummary(verification, analysis) === finalError;
  return isLast && verification.failures.length > 0
    ? failureSummary(verification)
    : (finalError ?? RESULT_WORDS[input.language].unknown);
}

/** True if the user's files are not what they were before the run. */
function changesFiles({ status }: Delivery): boolean {
  return status === 'published' || status === 'partial';
}

/** Origin of a forked run, and the tree it began with. */
export function forkedFromOf({ input, fork }: Pick<HealState, 'input' | 'fork'>): HealResult['forkedFrom'] {
  if (!input.fork) return undefined;
  const { of, checkpoint } = input.fork;
  return { of, checkpoint, tree: fork?.status === 'ready' ? fork.tree : undefined };
}

/** Seed 000's state at the end of the run. */
function recordOf(state: HealState, report: string | undefined): HealingRecord {
  const verification = state.verification;
  const longest = state.input.taskType === 'chat_reply' ? ANSWER_CHARS : EXCERPT_CHARS;
  return {
    messages: [...state.messages, ...systemMessages(report)].map((message) => ({
      ...message,
      content: excerpt(message.content, longest),
    })),
    mode: state.input.mode,
    impactedFiles: [...state.input.impactedFiles],
    retryCount: repairsTried(state),
    errorLogs: [...state.errorLogs],
    tree: state.requestTree ?? (state.repairs.length > 0 ? state.tree : undefined),
    generatedTests: state.generatedTests.length > 0 ? [...state.generatedTests] : undefined,
    testResults: verification && {
      success: verification.success,
      errors: verification.failures.map((failed) => excerpt(`${failed.id}: ${failed.failure.message}`, 500)),
      stdout: verification.stdout,
      stderr: verification.stderr,
    },
    codeHistory: state.codeHistory.map((entry) => withCandidates(entry, state.choices)),
    errorAnalysis:
      state.analysis && errorAnalysisOf(state.analysis, state.input.language, state.repairs.at(-1)?.summary),
  };
}

/** The entry of an attempt with the candidates that it came to. */
function withCandidates(entry: CodeHistoryEntry, choices: HealState['choices']): CodeHistoryEntry {
  const choice = choices.find(({ round }) => round === entry.attempt);
  if (!choice || entry.rolledBack !== undefined) return entry;
  const candidates = choice.considered.map(({ tree, diff, summary, outcome }) => ({
    tree,
    diff,
    summary,
    outcome,
  }));
  return { ...entry, candidates };
}

/** Seed 000 reports a failure as a message of the system. */
function systemMessages(report: string | undefined): RunMessage[] {
  return report === undefined ? [] : [{ role: 'system', content: report }];
}

/** Contents above 2 KiB stay behind their reference. */
function boundAttempt(attempt: RepairAttempt): RepairAttempt {
  const response = attempt.debuggerResponse;
  if (!response) return attempt;
  return {
    ...attempt,
    debuggerResponse: {
      ...response,
      rootCause: excerpt(response.rootCause, 500),
      fileModifications: response.fileModifications
        .slice(0, 10)
        .map((file) =>
          (file.content?.length ?? 0) > EXCERPT_CHARS ? { ...file, content: undefined } : file,
        ),
    },
  };
}
