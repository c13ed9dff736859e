import { analyzeEach, analyzeFailures, errorLogLine, errorTypeLabel } from '../verification/analysis';
import type { FailureAnalysis } from '../verification/failure';
import type { Verification } from '../verification/verification';
import type { NewEvent } from '../run/events';
import { capital } from '../run/outcomes';
import { attemptOf, repairsTried } from './attempts';
import { isGreen } from './choose';
import { confirmationWanted } from './confirm';
import { contradictedBy, contradictionOf, contradictionText } from './contradiction';
import { finish } from './delivery';
import { DOING_WORDS } from './doing-words';
import { isSuccess, unearnedError } from './earned';
import { changedLately, errorAnalysisOf, errorContext, errorSummary } from './error-context';
import { concise } from './evidence';
import { testsWanted } from './generated-tests';
import { asksModel, type Evidence } from './proposal';
import { NOTE_WORDS } from './note-words';
import { openRound } from './repair';
import { startTree } from './roll-back';
import { proposersOf, type HealEffect, type HealState, type HealTransition } from './state';
import { after, guarded, logOf, next } from './transitions';
import { vanishedIds } from './vanished';
import { unverifiedError } from './verdict';

/** A verification decides between the end and a repair round. */
export function onVerified(state: HealState, verification: Verification): HealTransition {
  if (isGreen(verification)) {
    const green: HealState = { ...state, verification };
    const wanted = testsWanted(green);
    if (wanted) return next(green, wanted);
    const confirmation = isSuccess(green, verification) && confirmationWanted(green, verification);
    if (confirmation) return next(green, confirmation);
    const broken = isSuccess(green, verification) && brokenWanted(green, verification);
    if (broken) return next(green, broken);
    return isSuccess(green, verification) ? finishGreen(green, verification) : endUnearned(green);
  }
  // A command that runs the generated tests too: they are left out, and what was green stays so.
  if (state.greenWithoutTests) {
    const without = withoutGenerated(state, state.greenWithoutTests);
    const known = { ...state, verification: without };
    const broken = brokenWanted(known, without);
    return broken ? next(known, broken) : finishGreen(known, without);
  }
  if (verification.failures.length === 0)
    return finish({
      ...state,
      verification,
      status: 'failed',
      finalError: unverifiedError(verification, state.input.language),
    });
  return onFailure({ ...state, verification }, verification);
}

/** Ends the run with a change that is verified. */
export function finishGreen(state: HealState, verification: Verification): HealTransition {
  return finish({ ...state, verification, status: state.rounds === 0 ? 'completed' : 'recovered' });
}

/** Longest run of the checks, ms, that is worth another to see that they can fail. */
const LONGEST_CHECKS_MS = 60_000;

/** Kinds of failures that are told before any code runs. */
const COMPILED: ReadonlySet<string> = new Set(['type', 'syntax', 'lint', 'build', 'import', 'reference']);

/** The trial that a change needs which commands alone call green: the sandbox tells by coverage what no test executes. */
function brokenWanted(
  { broken, baseTree, rounds, analysis, longestChecksMs = 0 }: HealState,
  { trust, tree }: Verification,
): Extract<HealEffect, { type: 'break' }> | undefined {
  const isTried = broken?.tree === tree || tree === baseTree;
  if (trust !== 'command' || isTried || longestChecksMs > LONGEST_CHECKS_MS) return undefined;
  // A compiler that was red runs nothing: code that throws is as good to it as any other.
  if (rounds > 0 && analysis && COMPILED.has(analysis.kind)) return undefined;
  return { type: 'break', base: baseTree, tree };
}

/** A repair that no check notices when it is broken did not come by its green: it is for people to judge. */
export function onTriedBroken(state: HealState, unnoticed: readonly string[]): HealTransition {
  const { verification, rounds, confidence, repairs } = state;
  if (!verification) throw new Error('a change is broken before it is verified');
  const known = { ...state, broken: { tree: verification.tree, unnoticed } };
  const last = repairs.at(-1);
  if (unnoticed.length === 0 || rounds === 0 || !last || confidence?.level === 'ambiguous')
    return onVerified(known, verification);
  const reason = NOTE_WORDS[state.input.language].unnoticed(unnoticed[0] ?? '');
  return onVerified({ ...known, confidence: { level: 'ambiguous', reason } }, verification);
}

/** The verification as it is without the generated tests. */
export function withoutGenerated(state: HealState, verification: Verification): Verification {
  return { ...verification, generated: { passed: 0, failedFiles: [...state.generatedTests] } };
}

/** Green by tests that nobody can trust: as little a success as a change that nothing could verify. */
function endUnearned(state: HealState): HealTransition {
  const status = state.rounds === 0 ? 'failed' : 'failed_after_repair';
  return finish({ ...state, status, finalError: unearnedError(state) });
}

/** `isTold`: the last round found nothing left to try, so that this failure is in the log. */
export function onFailure(state: HealState, verification: Verification, isTold = false): HealTransition {
  const analysis = analyzeFailures(verification);
  const error = errorSummary(verification, analysis);
  // After the last repair allowed the failure is no attempt of its own.
  const isLast = state.rounds >= state.input.maxAttempts;
  const attempt = isLast ? Math.max(1, repairsTried(state)) : attemptOf(state);
  const failed: HealState = {
    ...state,
    analysis,
    finalError: error,
    errorLogs: isTold
      ? state.errorLogs
      : [...state.errorLogs, errorLogLine(attempt, analyzeEach(verification), isLast)],
  };
  const { errorLocation, suggestedFix } = errorAnalysisOf(analysis, state.input.language);
  const log: NewEvent[] = isTold
    ? []
    : [
        logOf(state).failed({
          attempt,
          isLast,
          errorType: errorTypeLabel(analysis.kind),
          errorSummary: error,
          errorLocation,
          suggestedFix,
        }),
      ];
  if (!analysis.repairable)
    log.push(logOf(state).unrepairable(attempt, errorTypeLabel(analysis.kind), error));
  // There is nobody to ask where the model was the only one and failed for good.
  const mayRepair = state.rounds < state.input.maxAttempts && proposersOf(state).length > 0;
  // A search can't tell who is right.
  const contradicts = contradictionOf(failed, proposersOf(state).some(asksModel));
  if (!analysis.repairable || !mayRepair || contradicts)
    return finish(
      {
        ...failed,
        status: state.rounds === 0 ? 'failed' : 'failed_after_repair',
        contradiction: contradicts,
        finalError: contradicts ? `${capital(contradictionText(contradicts, state.input.language))}.` : error,
      },
      log,
    );
  if (!isTold) log.push(logOf(state).debuggerCalled(attempt));
  const opened = openRound(failed, concise(evidenceOf(failed, verification, analysis)));
  const number = state.rounds + 1;
  const description = DOING_WORDS[state.input.language].repair(number, analysis.summary);
  return after(log, guarded(opened.state, 'repair', description, opened.effect));
}

function requestedOf(state: HealState): Evidence['requested'] {
  const { requestTree: tree, verification } = state;
  if (tree === undefined) return undefined;
  return { base: startTree(state), tree, contradicted: verification && contradictedBy(verification) };
}

function evidenceOf(state: HealState, verification: Verification, analysis: FailureAnalysis): Evidence {
  return {
    tree: state.tree,
    report: verification.report,
    baselineReport: state.baseline?.report ?? verification.report,
    analysis,
    errorContext: errorContext(verification, analysis, changedLately(state)),
    request: state.input.request,
    requested: requestedOf(state),
    impactedFiles: [...state.input.impactedFiles],
    vanished: vanishedIds(verification),
    tried: [...state.tried],
    pastRounds: state.past?.stored,
    round: state.rounds + 1,
  };
}
