import { analyzeEach, analyzeFailures, errorLogLine, errorTypeLabel } from '../verification/analysis';
import type { FailureAnalysis } from '../verification/failure';
import type { RunnerOutcome } from '../verification/own-runner';
import type { Verification } from '../verification/verification';
import type { NewEvent } from '../run/events';
import type { KitEvent } from '../run/machine';
import type { Answered } from '../run/questions';
import { addUsage } from '../run/usage';
import { firstLine } from '../text';
import { attemptOf } from './attempts';
import { isGreen } from './choose';
import { confirmationWanted, unjudged, withJudged, withoutRefuted, withRefutation } from './confirm';
import { finish, isDelivering, onDelivery, refuse } from './delivery';
import { isSuccess, unearnedError } from './earned';
import { errorContext, errorSummary } from './error-context';
import { concise } from './evidence';
import { testsWanted } from './generated-tests';
import { outOfTimeError } from './out-of-time';
import type { Evidence } from './proposal';
import { refuseBaseline } from './refuse';
import { onCandidatesVerified, onProposed, onSuggestionsChecked, openRound, type RoundStep } from './repair';
import { rolledBackState, startTree } from './roll-back';
import { afterRound, isTrusted, roundLog } from './round';
import { proposersOf, type HealEvent, type HealState, type HealTransition } from './state';
import { boughtBy, type JudgedCandidate, type RepairRound } from './rounds';
import { after, guarded, judgesOf, keeping, keepingTree, logOf, next, verifyOf } from './transitions';
import { vanishedIds, withVanished } from './vanished';
import { unverifiedError } from './verdict';

/** The machine: pure, total, and the only place where healing is decided. */
export function decide(state: HealState, event: HealEvent | KitEvent): HealTransition {
  if (isDelivering(state) && event.type !== 'rolled-back') return onDelivery(state, event);
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
      return onChecked(state, event.verification);
    case 'proposed':
      return afterRoundStep(state, onProposed(state, event));
    case 'candidates-verified':
      return state.deciding
        ? onVerifiedAgain(state, event.judged)
        : afterRoundStep(state, onCandidatesVerified(state, event.judged));
    case 'suggestions-checked':
      return onRepaired(state, onSuggestionsChecked(state, event.checks));
    case 'confirmed':
      return onConfirmed(state, event.outcome);
    case 'answered':
      return onAnswered(state, event.answer);
    case 'rolled-back':
      return onRolledBack(state, event);
    case 'imported':
    case 'forked':
    case 'compared':
    case 'edited':
    case 'published':
    case 'publish-failed':
      throw new Error(`the run did not ask for what was ${event.type}`);
  }
}

/** From its start a run goes on as it began, after its baseline; from elsewhere with what the checks say. */
function onRolledBack(state: HealState, event: Extract<KitEvent, { type: 'rolled-back' }>): HealTransition {
  const back = rolledBackState(state, event);
  const atStart = event.tree === startTree(state) && state.baseline !== undefined;
  const step = atStart ? onBaseline(back, state.baseline) : next(back, verifyOf(back, event.tree));
  return keepingTree(event.tree, event.reason, step);
}

/** The longest run of the checks is a time that people are told; candidates share the machine, so theirs says nothing. */
function onChecked(state: HealState, seen: Verification): HealTransition {
  const verification = withVanished(seen);
  const longestChecksMs = Math.max(state.longestChecksMs ?? 0, verification.durationMs);
  const timed = { ...state, longestChecksMs };
  return state.baseline ? onVerified(timed, verification) : onBaseline(timed, verification);
}

function onBaseline(state: HealState, baseline: Verification): HealTransition {
  const known = { ...state, baseline, verification: baseline };
  const refusal = refuseBaseline(state.input, baseline);
  if (refusal) return refuse(known, refusal);
  const { request } = state.input;
  if (request) {
    const effect = { type: 'execute' as const, tree: state.tree, report: baseline.report };
    return guarded(known, 'execute', 'action/execute', `carry out the request: ${request}`, effect);
  }
  return onVerified(known, baseline);
}

function onExecuted(state: HealState, event: Extract<HealEvent, { type: 'executed' }>): HealTransition {
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
  const { tree, changedFiles } = event;
  const effect = generate
    ? { type: 'generate-tests' as const, tree, changedFiles }
    : verifyOf(executed, tree);
  return keeping(event.summary, next(executed, effect));
}

function onTestsGenerated(
  state: HealState,
  event: Extract<HealEvent, { type: 'tests-generated' }>,
): HealTransition {
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
    return keeping(
      'tests for the change',
      next(generated, { type: 'judge-tests', base: state.baseTree, tree, files: generated.generatedTests }),
    );
  return known && isGreen(known) ? onVerified(generated, known) : next(generated, verifyOf(generated, tree));
}

function onTestsJudged(
  state: HealState,
  event: Extract<HealEvent, { type: 'tests-judged' }>,
): HealTransition {
  const { tree, judgement } = event;
  const judged = { ...state, testsJudged: { tree, judgement } };
  const known = state.verification?.tree === tree ? state.verification : undefined;
  return known && isGreen(known) ? onVerified(judged, known) : next(judged, verifyOf(judged, tree));
}

/** A verification decides between the end and a repair round. */
function onVerified(state: HealState, verification: Verification): HealTransition {
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
function outOfTime(given: HealState): HealTransition {
  const { deciding, open } = given;
  const round = deciding ?? (open?.round.winner && open.round);
  if (round) return outOfTime(undecided({ ...given, open: undefined }, round));
  const usage = addUsage(given.usage, boughtBy(given));
  const state = { ...given, open: undefined, usage, outOfTime: true };
  const { verification: last, tree, greenWithoutTests, input, generatedCode } = state;
  const carriedOut = input.request === undefined || generatedCode !== undefined;
  if (greenWithoutTests) return finishGreen(state, withoutGenerated(state, greenWithoutTests));
  if (last && carriedOut && last.tree === tree && isSuccess(state, last)) return finishGreen(state, last);
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: outOfTimeError(state) });
}

/** The state with a round's winner as the sandbox sees it: there is no time for another judge, nor for suggested checks. */
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

function finishGreen(state: HealState, verification: Verification): HealTransition {
  return finish({ ...state, verification, status: state.rounds === 0 ? 'completed' : 'recovered' });
}

/** Green by tests that nobody can trust: as little a success as a change that nothing could verify. */
function endUnearned(state: HealState): HealTransition {
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: unearnedError(state) });
}

function withoutGenerated(state: HealState, verification: Verification): Verification {
  return { ...verification, generated: { passed: 0, failedFiles: [...state.generatedTests] } };
}

function onFailure(state: HealState, verification: Verification): HealTransition {
  const analysis = analyzeFailures(verification);
  const attempt = attemptOf(state);
  const error = errorSummary(verification, analysis);
  const failed: HealState = {
    ...state,
    analysis,
    finalError: error,
    errorLogs: [...state.errorLogs, errorLogLine(attempt, analyzeEach(verification))],
  };
  const log: NewEvent[] = [logOf(state).failed(attempt, errorTypeLabel(analysis.kind), error)];
  if (!analysis.repairable)
    log.push(logOf(state).unrepairable(attempt, errorTypeLabel(analysis.kind), error));
  // There is nobody to ask where the model was the only one and failed for good.
  const mayRepair = state.rounds < state.input.maxAttempts && proposersOf(state).length > 0;
  if (!analysis.repairable || !mayRepair)
    return finish({ ...failed, status: state.rounds === 0 ? 'failed' : 'failed_after_repair' }, log);
  log.push(logOf(state).debuggerCalled(attempt));
  const opened = openRound(failed, concise(evidenceOf(failed, verification, analysis)));
  const number = state.rounds + 1;
  const description = `look for repair ${number}: ${analysis.summary}`;
  return after(log, guarded(opened.state, 'repair', `action/repair-${number}`, description, opened.effect));
}

function afterRoundStep(state: HealState, step: RoundStep): HealTransition {
  return step.done ? onRepaired(state, step.done) : step.next;
}

/** An approved action is done; any other answer ends the run. */
function onAnswered(state: HealState, answer: Answered): HealTransition {
  const { guarded: action } = state;
  if (!action) throw new Error('an answer to no question');
  if (answer.status === 'granted') return next({ ...state, guarded: undefined }, action.effect);
  const reason = answer.status === 'rejected' ? answer.reason : 'nobody answered in time';
  return finish({
    ...state,
    guarded: undefined,
    status: 'failed',
    finalError: `Not allowed to ${action.description}: ${reason}`,
  });
}

/** A winner that the sandbox alone calls green is shown to the project's own runner before the round ends. */
function onRepaired(state: HealState, round: RepairRound): HealTransition {
  const { winner } = round;
  const fresh = { ...state, open: undefined, confirmation: undefined };
  const wanted = winner && isGreen(winner.verification) && confirmationWanted(fresh, winner.verification);
  return wanted ? next({ ...fresh, deciding: round }, wanted) : endRound(fresh, round);
}

/** Refuted by the project's own runner, a winner gives way to the next, and any other change has failed. */
function onConfirmed(state: HealState, outcome: RunnerOutcome): HealTransition {
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
  if (candidates.length === 0) return onRepaired(state, round);
  const label = `round-${state.rounds + 1}/verify-again`;
  const effect = { type: 'verify-candidates' as const, candidates, trusted: isTrusted(state), label };
  return next({ ...state, deciding: round }, { ...effect, ...judgesOf(state) });
}

function onVerifiedAgain(state: HealState, judged: readonly JudgedCandidate[]): HealTransition {
  const { deciding, verification } = state;
  if (!deciding || !verification) throw new Error('candidates of no round');
  return onRepaired(state, withJudged(deciding, judged, verification, isTrusted(state)));
}

function endRound(state: HealState, round: RepairRound): HealTransition {
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
  const { winner } = round;
  return after(log, winner ? keepingTree(winner.candidate.tree, winner.candidate.summary, step) : step);
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
    pastRounds: state.past?.stored,
    round: state.rounds + 1,
  };
}
