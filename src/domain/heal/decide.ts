import { analyzeEach, analyzeFailures, errorLogLine, errorTypeLabel } from '../verification/analysis';
import { unpricedSentence } from '../run/budget-report';
import type { FailureAnalysis } from '../verification/failure';
import { conflictSentence, forkedFrom, refuseFork, type ForkOrigin, type ForkOutcome } from '../run/fork';
import { healingLog, type HealingLog, type HealingLogEntry } from './healing-log';
import type { BlobHash, TreeHash } from '../ids';
import { addUsage, NO_USAGE, type Evidence, type ProposerName } from './proposal';
import { firstLine } from '../text';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import { errorContext, errorSummary } from './error-context';
import { testsWanted } from './generated-tests';
import type { HealInput } from './input';
import { refuseBaseline } from './refuse';
import { isGreen } from './choose';
import { isSuccess, unearnedError } from './earned';
import { concise } from './evidence';
import { outOfTimeError } from './out-of-time';
import { rolledBackState, startTree } from './roll-back';
import { confirmationWanted, unjudged, withJudged, withoutRefuted, withRefutation } from './confirm';
import { afterRound, isTrusted, roundLog } from './round';
import {
  proposersOf,
  type HealEffect,
  type HealEvent,
  type HealState,
  type HealStep,
  type JudgedCandidate,
  type RepairRound,
} from './state';
import { vanishedIds, withVanished } from './vanished';
import { unverifiedError } from './verdict';

/** Facts about the workspace that the first decision needs. */
export interface HealFacts {
  taskId: string;
  baseTree: TreeHash;
  /** Modification times of the base. */
  baseTimes?: BlobHash;
  modelConfigured: boolean;
  /** Proposers that the worker offers. */
  proposers: readonly ProposerName[];
  /** The files of the base in few lines. */
  projectStructure: string;
  /** Models that the run may ask and that have no price, where its budget is one of money. */
  unpricedModels?: readonly string[];
  /** Of a forked run. */
  fork?: ForkOutcome;
}

/** Attempt that people see: the first run is 1, each repair adds one, never above the limit. */
export function attemptOf(state: Pick<HealState, 'rounds' | 'input'>): number {
  return Math.min(state.rounds + 1, state.input.maxAttempts);
}

/** First step of a run. */
export function startHealing(input: HealInput, { unpricedModels = [], ...facts }: HealFacts): HealStep {
  const { fork: origin } = input;
  const start = facts.fork?.status === 'ready' ? facts.fork.tree : undefined;
  const state: HealState = {
    ...facts,
    input,
    tree: start ?? facts.baseTree,
    rounds: 0,
    generatedTests: [],
    changedFiles: [],
    repairs: [],
    repairHistory: [],
    codeHistory: origin && start ? [{ attempt: 0, code: start, fixReason: forkedFrom(origin) }] : [],
    errorLogs: [],
    messages: input.request ? [{ role: 'user', content: input.request }] : [],
    tried: [],
    choices: [],
    usage: NO_USAGE,
  };
  if (input.request && !facts.modelConfigured) return refuse(state, MODEL_NEEDED);
  if (input.model && !facts.modelConfigured) return refuse(state, MODEL_UNREACHABLE);
  if (input.budget?.usd !== undefined && unpricedModels.length > 0)
    return refuse(state, `The run can't keep to its budget: ${unpricedSentence(unpricedModels)}`);
  if (origin && facts.fork && !start) return stopFork(state, origin, facts.fork);
  if (input.taskType === 'chat_reply') {
    return input.request ? { state, effect: { type: 'chat' }, log: [] } : refuse(state, CHAT_NEEDS_REQUEST);
  }
  const log = logOf(state);
  return {
    state,
    effect: { type: 'verify', tree: state.tree, baseline: true },
    log: [log.started(input.maxAttempts), log.attempt(1, input.maxAttempts)],
  };
}

/** A conflict with the directory is a failed run; what the user can mend in the call is bad input. */
function stopFork(state: HealState, origin: ForkOrigin, outcome: ForkOutcome): HealStep {
  if (outcome.status === 'conflict')
    return finish({
      ...state,
      status: 'failed',
      finalError: conflictSentence(origin, outcome.conflicts),
    });
  return refuse(state, refuseFork(origin, outcome) ?? '');
}

export const MODEL_NEEDED =
  'A request needs a model: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint), or leave the request out to repair failing tests without one.';
const MODEL_UNREACHABLE =
  'The worker has no endpoint to ask for --model: set KINTSUGI_MODEL (and OPENAI_API_KEY or KINTSUGI_MODEL_BASE_URL), or leave --model out.';
export const CHAT_NEEDS_REQUEST = 'A chat_reply task needs a request: write it after the directory.';

/** The machine: pure, total, and the only place where healing is decided. */
export function decide(state: HealState, event: HealEvent): HealStep {
  switch (event.type) {
    case 'refused':
      return finish({ ...state, status: 'failed', finalError: event.reason });
    case 'out-of-time':
      return outOfTime(state);
    case 'chatted':
      return finish({
        ...state,
        status: 'completed',
        // An answer changes no file; what a fork began with was not verified.
        tree: state.baseTree,
        usage: addUsage(state.usage, event.usage),
        messages: [...state.messages, { role: 'assistant', content: event.reply }],
      });
    case 'execution-failed':
      return finish({
        ...state,
        status: 'failed',
        finalError: event.error,
        usage: addUsage(state.usage, event.usage),
      });
    case 'executed':
      return onExecuted(state, event);
    case 'tests-generated':
      return onTestsGenerated(state, event);
    case 'tests-judged':
      return onTestsJudged(state, event);
    case 'verified':
      return onChecked(state, event);
    case 'repaired':
      return onRepaired(state, event.round);
    case 'confirmed':
      return onConfirmed(state, event.outcome);
    case 'candidates-verified':
      return onCandidatesVerified(state, event.judged);
    case 'rolled-back':
      return onRolledBack(state, event);
  }
}

/** From its start a run goes on as it began, after its baseline; from elsewhere with what the checks say. */
function onRolledBack(state: HealState, event: Extract<HealEvent, { type: 'rolled-back' }>): HealStep {
  const back = rolledBackState(state, event);
  const log = [logOf(state).rolledBack(event.reason)];
  const atStart = event.tree === startTree(state) && state.baseline !== undefined;
  const step = atStart
    ? onBaseline(back, state.baseline)
    : next(back, { type: 'verify', tree: event.tree, baseline: false });
  return { ...step, log: [...log, ...step.log] };
}

/** The longest run of the checks is a time that people are told; candidates share the machine, so theirs says nothing. */
function onChecked(
  state: HealState,
  { baseline, verification: seen }: Extract<HealEvent, { type: 'verified' }>,
): HealStep {
  const verification = withVanished(seen);
  const longestChecksMs = Math.max(state.longestChecksMs ?? 0, verification.durationMs);
  const timed = { ...state, longestChecksMs };
  return baseline ? onBaseline(timed, verification) : onVerified(timed, verification);
}

function onBaseline(state: HealState, baseline: Verification): HealStep {
  const known = { ...state, baseline, verification: baseline };
  const refusal = refuseBaseline(state.input, baseline);
  if (refusal) return refuse(known, refusal);
  if (state.input.request) return next(known, { type: 'execute' });
  return onVerified(known, baseline);
}

function onExecuted(state: HealState, event: Extract<HealEvent, { type: 'executed' }>): HealStep {
  const executed: HealState = {
    ...state,
    tree: event.tree,
    confirmation: undefined,
    generatedCode: event.tree,
    requestWarnings: event.warnings,
    changedFiles: event.changedFiles,
    requestedFiles: event.changedFiles,
    usage: addUsage(state.usage, event.usage),
    messages: [...state.messages, { role: 'assistant', content: event.summary }],
    codeHistory: [...state.codeHistory, { attempt: 0, code: event.tree, fixReason: event.summary }],
  };
  const hasCommands = state.input.verification.commands.length > 0;
  // A command may run generated tests too, so what it says without them has to be known first.
  const generate = !hasCommands && (state.input.generateTests ?? state.baseline?.testFiles === 0);
  return next(
    executed,
    generate
      ? { type: 'generate-tests', tree: event.tree, changedFiles: event.changedFiles }
      : { type: 'verify', tree: event.tree, baseline: false },
  );
}

function onTestsGenerated(
  state: HealState,
  event: Extract<HealEvent, { type: 'tests-generated' }>,
): HealStep {
  const { tree, files } = event;
  const known = state.verification?.tree === state.tree ? state.verification : undefined;
  const green = known && isSuccess(state, known);
  const generated: HealState = {
    ...state,
    tree,
    generatedTests: [...new Set([...state.generatedTests, ...files])],
    testsAsked: true,
    testsNote: files.length === 0 && event.note !== '' ? event.note : state.testsNote,
    modelFailure: event.modelFailure ?? state.modelFailure,
    betterTestsAsked: state.testsAsked,
    greenWithoutTests: green ? known : undefined,
    usage: addUsage(state.usage, event.usage),
  };
  if (files.length > 0)
    return next(generated, { type: 'judge-tests', tree, files: generated.generatedTests });
  return known && isGreen(known) ? onVerified(generated, known) : next(generated, verifyOf(tree));
}

function onTestsJudged(state: HealState, event: Extract<HealEvent, { type: 'tests-judged' }>): HealStep {
  const { tree, judgement } = event;
  const judged = { ...state, testsJudged: { tree, judgement } };
  const known = state.verification?.tree === tree ? state.verification : undefined;
  return known && isGreen(known) ? onVerified(judged, known) : next(judged, verifyOf(tree));
}

function verifyOf(tree: TreeHash): HealEffect {
  return { type: 'verify', tree, baseline: false };
}

/** A verification decides between the end and a repair round. */
function onVerified(state: HealState, verification: Verification): HealStep {
  if (isGreen(verification)) {
    const green: HealState = { ...state, verification };
    const wanted = testsWanted(green);
    if (wanted) return next(green, wanted);
    const confirmation = isSuccess(green, verification) && confirmationWanted(green, verification);
    if (confirmation) return next(green, confirmation);
    return isSuccess(green, verification) ? finishGreen(green, verification) : endUnearned(green);
  }
  // A command that runs the generated tests too: they are left out, and what was green stays so.
  if (state.greenWithoutTests) return finishGreen(state, withoutGenerated(state, state.greenWithoutTests));
  if (verification.failures.length === 0)
    return finish({ ...state, verification, status: 'failed', finalError: unverifiedError(verification) });
  return onFailure({ ...state, verification }, verification);
}

/** At the limit a change that is green already is a success; tests for it that were not tried yet are left out. */
function outOfTime(given: HealState): HealStep {
  if (given.deciding) return outOfTime(undecided(given, given.deciding));
  const state = { ...given, outOfTime: true };
  const { verification: last, tree, greenWithoutTests, input, generatedCode } = state;
  const carriedOut = input.request === undefined || generatedCode !== undefined;
  if (greenWithoutTests) return finishGreen(state, withoutGenerated(state, greenWithoutTests));
  if (last && carriedOut && last.tree === tree && isSuccess(state, last)) return finishGreen(state, last);
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: outOfTimeError(state) });
}

/** The state with a round's winner as the sandbox sees it: there is no time for another judge. */
function undecided(state: HealState, round: RepairRound): HealState {
  const confirmation = { status: 'unconfirmed' as const, reason: 'the time limit of the run was reached' };
  const { verification, analysis } = state;
  if (!verification || !analysis) return { ...state, deciding: undefined };
  return afterRound(
    { ...state, confirmation },
    round,
    errorContext(verification, analysis, state.changedFiles),
  );
}

function finishGreen(state: HealState, verification: Verification): HealStep {
  return finish({ ...state, verification, status: state.rounds === 0 ? 'completed' : 'recovered' });
}

/** Green by tests that nobody can trust: as little a success as a change that nothing could verify. */
function endUnearned(state: HealState): HealStep {
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: unearnedError(state) });
}

function withoutGenerated(state: HealState, verification: Verification): Verification {
  return { ...verification, generated: { passed: 0, failedFiles: [...state.generatedTests] } };
}

function onFailure(state: HealState, verification: Verification): HealStep {
  const analysis = analyzeFailures(verification);
  const attempt = attemptOf(state);
  const error = errorSummary(verification, analysis);
  const failed: HealState = {
    ...state,
    analysis,
    finalError: error,
    errorLogs: [...state.errorLogs, errorLogLine(attempt, analyzeEach(verification))],
  };
  const log: HealingLogEntry[] = [logOf(state).failed(attempt, errorTypeLabel(analysis.kind), error)];
  if (!analysis.repairable)
    log.push(logOf(state).unrepairable(attempt, errorTypeLabel(analysis.kind), error));
  // There is nobody to ask where the model was the only one and failed for good.
  const mayRepair = state.rounds < state.input.maxAttempts && proposersOf(state).length > 0;
  if (!analysis.repairable || !mayRepair)
    return finish({ ...failed, status: state.rounds === 0 ? 'failed' : 'failed_after_repair' }, log);
  log.push(logOf(state).debuggerCalled(attempt));
  return {
    state: failed,
    effect: { type: 'repair', evidence: concise(evidenceOf(failed, verification, analysis)) },
    log,
  };
}

/** A winner that the sandbox alone calls green is shown to the project's own runner before the round ends. */
function onRepaired(state: HealState, round: RepairRound): HealStep {
  const { winner } = round;
  const fresh = { ...state, confirmation: undefined };
  const wanted = winner && isGreen(winner.verification) && confirmationWanted(fresh, winner.verification);
  return wanted ? next({ ...fresh, deciding: round }, wanted) : endRound(fresh, round);
}

/** Refuted by the project's own runner, a winner gives way to the next, and any other change has failed. */
function onConfirmed(state: HealState, outcome: RunnerOutcome): HealStep {
  const { deciding, verification } = state;
  if (!verification) throw new Error('a confirmation of what was not verified');
  if (outcome.status !== 'disagrees') {
    const known = { ...state, confirmation: outcome };
    return deciding ? endRound(known, deciding) : onVerified(known, verification);
  }
  if (!deciding)
    return onVerified({ ...state, greenWithoutTests: undefined }, withRefutation(verification, outcome));
  const round = withoutRefuted(deciding, outcome, verification, isTrusted(state));
  const candidates = unjudged(round);
  return candidates.length > 0
    ? next(
        { ...state, deciding: round },
        { type: 'verify-candidates', candidates, trusted: isTrusted(state) },
      )
    : onRepaired(state, round);
}

function onCandidatesVerified(state: HealState, judged: readonly JudgedCandidate[]): HealStep {
  const { deciding, verification } = state;
  if (!deciding || !verification) throw new Error('candidates of no round');
  return onRepaired(state, withJudged(deciding, judged, verification, isTrusted(state)));
}

function endRound(state: HealState, round: RepairRound): HealStep {
  if (!state.verification || !state.analysis) throw new Error('a repair round without a failure to repair');
  const known = errorContext(state.verification, state.analysis, state.changedFiles);
  // Not part of the evidence, which goes into history with every call: a proposer has the whole tree.
  const context = { ...known, projectStructure: state.projectStructure };
  const repaired = afterRound(state, round, context);
  const error = {
    errorType: context.errorType,
    errorSummary: state.finalError ?? firstLine(context.errorMessage),
  };
  const log = roundLog(logOf(state), attemptOf(state), error, round);
  if (repaired.rounds < state.input.maxAttempts)
    log.push(logOf(state).attempt(attemptOf(repaired), state.input.maxAttempts));
  const step = onVerified(repaired, round.winner?.verification ?? state.verification);
  return { ...step, log: [...log, ...step.log] };
}

function evidenceOf(state: HealState, verification: Verification, analysis: FailureAnalysis): Evidence {
  return {
    tree: state.tree,
    report: verification.report,
    baselineReport: state.baseline?.report ?? verification.report,
    analysis,
    errorContext: errorContext(verification, analysis, state.changedFiles),
    request: state.input.request,
    impactedFiles: [...state.input.impactedFiles],
    vanished: vanishedIds(verification),
    tried: [...state.tried],
    round: state.rounds + 1,
  };
}

function next(state: HealState, effect: HealEffect): HealStep {
  return { state, effect, log: [] };
}

function refuse(state: HealState, sentence: string): HealStep {
  return finish({ ...state, status: 'failed', badInput: sentence, finalError: sentence });
}

function finish(state: HealState, log: readonly HealingLogEntry[] = []): HealStep {
  const status = state.status ?? 'failed';
  return { state, effect: { type: 'finish' }, log: [...log, logOf(state).final(status, attemptOf(state))] };
}

function logOf(state: HealState): HealingLog {
  return healingLog(state.input.language, state.taskId, state.input.taskType);
}
