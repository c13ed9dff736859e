import type { FailureAnalysis } from '../failure';
import type { ErrorContext, Evidence, TriedCandidate } from '../proposal';
import { firstLine } from '../text';
import type { Verification } from '../verification';
import { errorContext } from './error-context';
import type { HealState } from './state';

/** Tries that a proposer is told of in words; of those before it needs the trees alone. */
const TOLD = 10;
const SUMMARY_CHARS = 120;

/**
 * What proposers work from. It goes into history with every call, so texts that stand in the report, which it names,
 * are left out.
 */
export function evidenceOf(
  state: HealState,
  verification: Verification,
  analysis: FailureAnalysis,
): Evidence {
  return {
    tree: state.tree,
    report: verification.report,
    baselineReport: state.baseline?.report ?? verification.report,
    analysis,
    errorContext: withoutTexts(errorContext(verification, analysis, state.changedFiles)),
    request: state.input.request,
    impactedFiles: [...state.input.impactedFiles],
    tried: triedFor(state.tried),
    round: state.rounds + 1,
  };
}

function withoutTexts(context: ErrorContext): ErrorContext {
  const { errorMessage } = context;
  return {
    ...context,
    errorMessage: firstLine(errorMessage),
    errorStack: undefined,
    failedOutput: undefined,
  };
}

function triedFor(tried: readonly TriedCandidate[]): TriedCandidate[] {
  const untold = tried.length - TOLD;
  return tried.map((one, index) =>
    index < untold
      ? { ...one, summary: '', outcome: '' }
      : { ...one, summary: firstLine(one.summary, SUMMARY_CHARS) },
  );
}
