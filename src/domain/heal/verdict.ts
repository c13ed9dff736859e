import { plural } from '../text';
import type { Verification } from '../verification/verification';
import type { Language } from '../run/input';
import { chanceWords, isByChance } from '../verification/chance';
import { QUESTION_WORDS } from './question-words';
import { isGreen } from './choose';
import { trustWords } from './trust-words';

/** How a verified change stands, in the words of a question about it: never better than it is. */
export function verdictText(
  verification: Verification,
  language: Language = 'en',
  confirmedBy?: string,
): string {
  const words = QUESTION_WORDS[language];
  if (isGreen(verification))
    return `${words.allPass(verification.onlyGenerated ?? false)}${trustWords(verification.trust, confirmedBy, language)}`;
  const { failed, passed, skipped, trust, chance } = verification;
  const { broken = 0, changes } = verification.comparison ?? {};
  if (changes !== undefined) return `it ${changes}`;
  const parts = [
    ...(chance && isByChance(verification) ? [words.byChance(chance.green, chance.runs, chance.where)] : []),
    ...(failed > 0 ? [words.failing(failed)] : []),
    ...(broken > 0 ? [words.broken(broken)] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (trust === 'none') return words.unverified;
  return passed === 0 && skipped > 0 ? words.allSkipped(skipped) : words.noTest;
}

/** Why a change without a failure is no success: one sentence with the way out. */
export function unverifiedError(verification: Verification): string {
  const { broken = 0, unseen = [], changes } = verification.comparison ?? {};
  if (changes !== undefined)
    return `The change ${changes}. Tests rely on them: write it without, or check it with a command (--check "npm test" --no-sandbox-tests).`;
  const byChance = chanceWords(verification);
  if (byChance !== undefined) return `The change ${byChance}: make it give the same result each time.`;
  if (unseen[0] !== undefined) return unseen[0];
  if (broken > 0) return `The change breaks ${plural(broken, 'test')} that passed before.`;
  if (verification.trust === 'none')
    return 'Nothing could verify the change: it has no tests and no checks. Add tests, --check or --generate-tests yes.';
  const { skipped } = verification;
  const why = skipped > 0 ? `its ${plural(skipped, 'test')} are all skipped` : 'its checks hold no test';
  return `Nothing could verify the change: ${why}. Unskip some, or give a check with --check.`;
}
