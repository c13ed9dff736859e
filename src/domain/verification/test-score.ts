import { z } from 'zod';
import type { Language } from '../run/input';
import { VERIFICATION_WORDS } from './verification-words';

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
export function scoreNotes(
  score: TestScore,
  quarantined: readonly string[],
  language: Language,
  alone = false,
): string[] {
  const words = VERIFICATION_WORDS[language];
  const say = score.trusted ? words.disagrees : words.leftOut;
  return [
    trustNote(score, language, alone),
    ...(score.unexercised.length > 0 ? [words.uncalled(score.unexercised.join(', '))] : []),
    ...(quarantined.length > 0 ? [say(quarantined.join(', '))] : []),
  ];
}

function trustNote(score: TestScore, language: Language, alone: boolean): string {
  const words = VERIFICATION_WORDS[language];
  const worth = worthOf(score, language);
  if (score.trusted) return words.trusted(worth);
  const isWeak = score.runnable.length > 0 && score.sampled > 0;
  return isWeak ? words.weak(worth, alone) : words.untrusted(worth);
}

/** Score of generated tests, as the end of a sentence. */
export function worthOf({ runnable, sampled, killed }: TestScore, language: Language): string {
  const words = VERIFICATION_WORDS[language];
  if (runnable.length === 0) return words.nonePasses;
  return sampled === 0 ? words.nothingVaried : words.notices(killed, sampled);
}
