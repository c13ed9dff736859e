import type { ErrorContext, Evidence, TriedCandidate } from './proposal';
import { firstLine } from '../text';

/** Tries that a proposer is told of in words; of those before it needs the trees alone. */
const TOLD = 5;
const SUMMARY_CHARS = 100;

/** Evidence as history carries it with every call: without the texts that stand in the report and in the tree, which it names. */
export function concise(evidence: Evidence): Evidence {
  return {
    ...evidence,
    errorContext: withoutTexts(evidence.errorContext),
    tried: triedInWords(evidence.tried),
  };
}

function withoutTexts(context: ErrorContext): ErrorContext {
  const { errorMessage } = context;
  return {
    ...context,
    errorMessage: firstLine(errorMessage),
    errorStack: undefined,
    failedOutput: undefined,
    // Whoever has the tree can list it.
    projectStructure: undefined,
  };
}

/** Tried candidates, the last of them in words. */
export function triedInWords(tried: readonly TriedCandidate[]): TriedCandidate[] {
  const untold = tried.length - TOLD;
  return tried.map((one, index) =>
    index < untold
      ? { ...one, summary: '', outcome: '' }
      : { ...one, summary: firstLine(one.summary, SUMMARY_CHARS) },
  );
}
