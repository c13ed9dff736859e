import { z } from 'zod';
import { plural } from '../text';

/** Mutants of the changed code that generated tests are scored by: the same input gives the same answer anywhere. */
export const SAMPLED_MUTANTS = 48;

/** Mutation score of generated tests: the files that run, and the number of deliberate mistakes that they notice. */
export const TestScore = z.object({
  /** Files that load and hold a test that passes. */
  runnable: z.array(z.string()),
  /** At most `SAMPLED_MUTANTS`. */
  sampled: z.number().int(),
  killed: z.number().int(),
  /** They notice at least half of the sample: only then do they rank candidates. */
  trusted: z.boolean(),
  /** Exported functions of the changed files that no generated test calls, `src/cart.ts: total`; at most 20. */
  unexercised: z.array(z.string()),
  /** Mutants that no test noticed, `src/cart.ts:4: … `, at most 10. */
  survived: z.array(z.string()),
});
export type TestScore = z.infer<typeof TestScore>;

/** At least half of a sample that is not empty. */
export function isTrusted({ sampled, killed }: { sampled: number; killed: number }): boolean {
  return sampled > 0 && killed * 2 >= sampled;
}

/** Tests to be written anew, and what they were found to be worth. */
export interface WeakTests extends Pick<TestScore, 'killed' | 'sampled'> {
  files: readonly string[];
  survived: readonly string[];
}

/** Notes on the generated tests for the reader of a result, a sentence each. `alone`: no other check verifies the change. */
export function scoreNotes(score: TestScore, quarantined: readonly string[], alone = false): string[] {
  return [
    trustNote(score, alone),
    ...(score.unexercised.length > 0 ? [`No generated test calls ${score.unexercised.join(', ')}.`] : []),
    ...(quarantined.length > 0 ? [disagreement(score, quarantined)] : []),
  ];
}

function trustNote(score: TestScore, alone: boolean): string {
  if (score.trusted) return `Generated tests are trusted: ${worthOf(score)}.`;
  const part = alone ? 'no other check verifies the change' : 'chose nothing';
  const weak = score.runnable.length > 0 && score.sampled > 0;
  return weak
    ? `Generated tests are not trusted, and ${part}: ${worthOf(score)}, less than half.`
    : `Generated tests are not trusted: ${worthOf(score)}.`;
}

/** Score of generated tests, as the end of a sentence. */
export function worthOf({ runnable, sampled, killed }: TestScore): string {
  if (runnable.length === 0) return 'none of them passes on the change';
  if (sampled === 0) return 'the change holds nothing that could be varied to try them';
  return `they notice ${killed} of ${plural(sampled, 'deliberate mistake')} in the changed code`;
}

function disagreement({ trusted }: TestScore, quarantined: readonly string[]): string {
  const files = quarantined.join(', ');
  return trusted
    ? `The change passes the project's own tests and fails generated ones that are trusted (${files}): look which of them is wrong before you rely on it.`
    : `Generated tests that fail on the change, or prove too little, were left out (${files}).`;
}
