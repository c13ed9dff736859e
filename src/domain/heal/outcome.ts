/** The result of an ended run, which is understood without the worker. */
import { endSentence, outcomeText } from '../run/outcomes';
import { saidText, speaker } from '../run/said';
import { budgetSentence, type BudgetReport } from '../run/budget-report';
import type { RunTotals } from '../run/machine';
import { addUsage } from '../run/budget';
import { excerpt, EXCERPT_CHARS } from '../text';
import { chanceNote, flakyWords } from '../verification/chance';
import { unrunSentences } from '../verification/detected';
import { scoreNotes } from '../verification/test-score';
import { VERIFICATION_WORDS } from '../verification/verification-words';
import { bounded } from './bounded-result';
import type { RoundChoice } from './choice-record';
import { confirmedBy, unconfirmed } from './confirm';
import { outcomeOf } from './delivery';
import { errorAnalysisOf, errorSummary, failureSummary } from './errors';
import { attemptOf, proposersOf, repairsInEffect, repairsTried } from './facts';
import { failureReport, isUndone } from './failure-report';
import { NOTE_WORDS } from './words/notes';
import { warningsOf } from './offer';
import type { RepairAttempt } from './proposal';
import type { CodeHistoryEntry, Delivery, HealingRecord, HealResult, RunMessage } from './result';
import type { DeliveryPhase, HealFacts, In, WorkEnd } from './state';
import { suggestedNotes } from './checks';
import { timeTargets, type Timings } from './targets';

/** Most characters of an answer to a question in the result; a longer one is whole in the store. */
export const ANSWER_CHARS = 16_000;

export function healResult({ facts: given, phase }: In<'delivering'>, totals: RunTotals): HealResult {
  const usage = addUsage(given.usage, totals.givenUp);
  const facts = { ...given, usage, repairs: repairsInEffect(given) };
  const { input, record } = facts;
  const { end, leftOut, diff } = phase;
  const { status } = end;
  const delivery = deliveryOf(phase);
  const failed = status === 'failed' || status === 'failed_after_repair';
  const isBadInput = end.because === 'bad-input' || end.because === 'unjudged';
  const stoppedFork = facts.fork && facts.fork.status !== 'ready';
  const report =
    failed && !isBadInput && !stoppedFork
      ? failureReport(facts, end, changesFiles(delivery), totals.budget)
      : undefined;
  const timings = timingsOf(totals);
  return bounded({
    version: 1,
    taskId: facts.taskId,
    taskType: input.taskType,
    status,
    outcome: outcomeOf(status, delivery, input.request),
    totalAttempts: attemptOf(facts),
    repairHistory: record.repairHistory.map(boundAttempt),
    finalError: failed ? end.error : undefined,
    work: workOf(facts, end),
    message: messageOf(facts, end, delivery),
    badInput: isBadInput ? end.error : undefined,
    unjudged: end.because === 'unjudged' ? true : undefined,
    record: recordOf(facts, report),
    directory: input.directory,
    heavyFolders: input.heavyFolders,
    baseTree: facts.baseTree,
    baseTimes: facts.baseTimes,
    tree: facts.tree,
    forkedFrom: forkedFromOf(facts),
    diff,
    checkpoints: [...totals.checkpoints],
    events: totals.events,
    pastRounds: record.past?.stored,
    repairs: facts.repairs.map(({ proposer, rootCause, summary }) => ({
      proposer,
      rootCause: excerpt(rootCause, 500),
      summary,
    })),
    ...verdictOf(facts, failed),
    quarantinedTests: [...leftOut],
    choices: [...record.choices],
    delivery,
    usage,
    budget: totals.budget,
    timings,
    targets: timeTargets(timings, facts.longestChecksMs),
    failureReport: report,
    notes: notesOf(facts, phase, totals.budget),
  });
}

/** Part of the result that says how the change was verified. */
function verdictOf(facts: HealFacts, failed: boolean) {
  const { verification, baseline, tests, confidence } = facts;
  const { passed = 0, skipped = 0, trust, comparison } = verification ?? {};
  return {
    fixedTests: comparison?.fixedIds ?? [],
    fixedCount: comparison?.fixed ?? 0,
    tests: { passed, failed: verification?.failed ?? 0, skipped },
    trust,
    confidence: failed ? undefined : confidence,
    checks: baseline?.found?.checks,
    confirmedBy: failed ? undefined : confirmedBy(facts),
    flaky: [...(baseline?.flaky ?? [])],
    testScore: tests.scored?.score,
  };
}

function deliveryOf({ stage }: DeliveryPhase): Delivery {
  if (stage.at !== 'ended') throw new Error('a run has a result before it has ended');
  return stage.outcome;
}

function timingsOf({ clocks, waitingMs, workMs }: RunTotals): Timings {
  const each = (prefix: string): number[] =>
    Object.entries(clocks).flatMap(([clock, ms]) => (clock.startsWith(prefix) ? [ms] : []));
  return {
    importMs: clocks['import'] ?? 0,
    baselineMs: clocks['baseline'] ?? 0,
    executeMs: clocks['execute'] ?? 0,
    testGenerationMs: each('tests-'),
    testScoringMs: clocks['score-tests'] ?? 0,
    repairMs: each('repair-'),
    waitingMs,
    workMs,
  };
}

function notesOf(
  facts: HealFacts,
  { end, leftOut, diff }: DeliveryPhase,
  budget: BudgetReport | undefined,
): string[] | undefined {
  const { verification, tests, record, taskId, modelFailure, input } = facts;
  const { language } = input;
  const words = NOTE_WORDS[language];
  const { notes = [], notRun } = verification ?? {};
  const generated = tests.scored
    ? scoreNotes(tests.scored.score, leftOut, language, verification?.onlyGenerated)
    : [];
  const skipped =
    notRun && VERIFICATION_WORDS[language].notInSandbox(notRun.count, saidText(notRun.reason, language));
  const wentOn = proposersOf(facts).length > 0 && !isUndone(facts, end) ? ` ${words.wentOn}` : '';
  const checks = facts.baseline?.found?.checks ?? [];
  const toldAlready = new Set(unrunSentences(checks));
  const all = [
    modelFailure && `${modelFailure}${wentOn}`,
    ...unrunSentences(checks, language),
    tests.note && words.noTests(tests.note.replace(/\.$/, '')),
    ...warningsOf(facts, diff),
    ...generated,
    skipped,
    verification && chanceNote(verification, language),
    ...notes.filter((note) => !toldAlready.has(note)),
    ...suggestedNotes(record.repairHistory, language),
    ...input.turnedDown.map(
      ({ summary, outcome }) =>
        speaker(
          language,
        )`Rejected before, so not offered again while the rest is the same: ${summary} (${outcome})`,
    ),
    instructionsNote(facts),
    budget && budgetSentence(taskId, budget, language),
  ].filter((note) => note !== undefined);
  return all.length === 0 ? undefined : all;
}

const NAME_CHARS = 200;

function instructionsNote({ instructions = [], input }: HealFacts): string | undefined {
  if (instructions.length === 0) return undefined;
  const names = instructions.map((name) =>
    name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name,
  );
  return NOTE_WORDS[input.language].instructions(names.join(', '));
}

/** How a run ended, in one sentence. */
export function messageOf(facts: HealFacts, end: WorkEnd, delivery: Delivery): string {
  const { request, language } = facts.input;
  const left = delivery.status === 'partial' ? NOTE_WORDS[language].leftOut(delivery.leftCount) : undefined;
  const flaky = end.error === undefined && facts.baseline ? flakyWords(facts.baseline, language) : undefined;
  const what = [workOf(facts, end), left, unconfirmed(facts), flaky].filter((part) => part !== undefined);
  const outcome = outcomeText('heal', outcomeOf(end.status, delivery, request), language);
  return endSentence(outcome, what.join('; '));
}

/** How the work went, whatever became of its change. */
function workOf(facts: HealFacts, end: WorkEnd): string {
  const { request, taskType, language } = facts.input;
  const say = speaker(language);
  const repairs = repairsTried(facts);
  switch (end.status) {
    case 'completed':
      if (taskType === 'chat_reply') return say`the question is answered`;
      if (request) return say`the request is carried out, and all checks pass`;
      return facts.tree === facts.baseTree
        ? say`nothing to repair, all checks pass already`
        : say`nothing to repair, all checks pass on the forked files`;
    case 'recovered':
      if (request) return say`the request is carried out, and all checks pass after ${repairs} repair(s)`;
      return repairs > 1
        ? say`a repair makes all checks pass, found in round ${repairs}`
        : say`a repair makes all checks pass`;
    case 'failed_after_repair':
    case 'failed':
      return failureOf(facts, end);
  }
}

/** Summary of all failures if they ended the run; else the error. */
function failureOf({ verification, analysis, input }: HealFacts, { error }: WorkEnd): string {
  const isLast = verification && analysis && errorSummary(verification, analysis) === error;
  return isLast && verification.failures.length > 0
    ? failureSummary(verification)
    : (error ?? speaker(input.language)`unknown error`);
}

/** True if the user's files are not what they were before the run. */
function changesFiles({ status }: Delivery): boolean {
  return status === 'published' || status === 'partial';
}

/** Origin of a forked run, and the tree it began with. */
function forkedFromOf({ input, fork }: HealFacts): HealResult['forkedFrom'] {
  if (!input.fork) return undefined;
  const { of, checkpoint } = input.fork;
  return { of, checkpoint, tree: fork?.status === 'ready' ? fork.tree : undefined };
}

/** Seed 000's state at the end of the run. */
function recordOf(facts: HealFacts, report: string | undefined): HealingRecord {
  const { input, verification, record, carriedOut, repairs, tests, analysis } = facts;
  const longest = input.taskType === 'chat_reply' ? ANSWER_CHARS : EXCERPT_CHARS;
  // Seed 000 reports a failure as a message of the system.
  const reported: RunMessage[] = report === undefined ? [] : [{ role: 'system', content: report }];
  return {
    messages: [...record.messages, ...reported].map((message) => ({
      ...message,
      content: excerpt(message.content, longest),
    })),
    mode: input.mode,
    impactedFiles: [...input.impactedFiles],
    retryCount: repairsTried(facts),
    errorLogs: [...record.errorLogs],
    tree: carriedOut?.tree ?? (repairs.length > 0 ? facts.tree : undefined),
    generatedTests: tests.files.length > 0 ? [...tests.files] : undefined,
    testResults: verification && {
      success: verification.success,
      errors: verification.failures.map((failed) => excerpt(`${failed.id}: ${failed.failure.message}`, 500)),
      stdout: verification.stdout,
      stderr: verification.stderr,
    },
    codeHistory: record.codeHistory.map((entry) => withCandidates(entry, record.choices)),
    errorAnalysis: analysis && errorAnalysisOf(analysis, input.language, repairs.at(-1)?.summary),
  };
}

function withCandidates(entry: CodeHistoryEntry, choices: readonly RoundChoice[]): CodeHistoryEntry {
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
