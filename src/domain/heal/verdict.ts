import { unseenText } from '../verification/compare';
import { builtInsText } from '../verification/taint';
import type { Verification, Trust } from '../verification/verification';
import type { Language } from '../run/language';
import { said, saidText, speaker } from '../run/said';
import { chanceWords, isByChance } from '../verification/chance';
import { QUESTION_WORDS } from './words/questions';
import { isGreen } from './choose';
import { END_WORDS } from './words/ends';

/** The verdict on a change, in the words of a question about it: never better than it is. */
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
  if (changes) return builtInsText(changes, language);
  const parts = [
    ...(chance && isByChance(verification) ? [words.byChance(chance.green, chance.runs, chance.where)] : []),
    ...(failed > 0 ? [words.failing(failed)] : []),
    ...(broken > 0 ? [words.broken(broken)] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (trust === 'none') return words.unverified;
  return passed === 0 && skipped > 0 ? words.allSkipped(skipped) : words.noTest;
}

/** Error of a change that has no failure and is no success: one sentence with the way out. */
export function unverifiedError(verification: Verification, language: Language): string {
  const words = END_WORDS[language];
  const { broken = 0, unseen = [], changes } = verification.comparison ?? {};
  if (changes) return words.changes(builtInsText(changes, language));
  const byChance = chanceWords(verification, language);
  if (byChance !== undefined) return words.byChance(byChance);
  if (unseen[0]) return unseenText(unseen[0], language);
  if (broken > 0) return words.breaks(broken);
  const { skipped, trust } = verification;
  if (trust === 'none') return words.untested;
  return skipped > 0 ? words.allSkipped(skipped) : words.noTest;
}

const FORGEABLE = {
  command: said`the checks ran as ordinary commands, so the code under test could fake their result`,
  mixed: said`some checks ran as ordinary commands, so the code under test could fake their result`,
};

/** Addition to a verdict that commands gave or a test runner confirmed; else empty. */
export function trustWords(
  trust: Trust | undefined,
  confirmedBy?: string,
  language: Language = 'en',
): string {
  const by = trust === 'command' || trust === 'mixed' ? [saidText(FORGEABLE[trust], language)] : [];
  const confirmed = confirmedBy === undefined ? [] : [speaker(language)`confirmed by ${confirmedBy}`];
  return [...by, ...confirmed].map((one) => `; ${one}`).join('');
}
