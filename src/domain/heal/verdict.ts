import { plural } from '../text';
import type { Verification } from '../verification/verification';
import { chanceWords } from '../verification/chance';
import { isGreen } from './choose';
import { trustWords } from './trust-words';

/** How a verified change stands, in the words of a question about it: never better than it is. */
export function verdictText(verification: Verification, confirmedBy?: string): string {
  const whose = verification.onlyGenerated ? ', which are tests that were written for the change' : '';
  if (isGreen(verification)) return `all checks pass${whose}${trustWords(verification.trust, confirmedBy)}`;
  const { failed, passed, skipped, trust } = verification;
  const { broken = 0, changes } = verification.comparison ?? {};
  if (changes !== undefined) return `it ${changes}`;
  const byChance = chanceWords(verification);
  const parts = [
    ...(byChance === undefined ? [] : [byChance]),
    ...(failed > 0 ? [`${plural(failed, 'check')} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(broken > 0
      ? [`${plural(broken, 'test')} that passed before ${broken === 1 ? 'does' : 'do'} not`]
      : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (trust === 'none') return 'nothing verified it';
  return passed === 0 && skipped > 0 ? `all ${plural(skipped, 'test')} are skipped` : 'no test passes';
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
