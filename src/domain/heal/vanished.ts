import type { Language } from '../run/language';
import { listed } from '../verification/analysis';
import { isSourceFile } from '../verification/protected-paths';
import { unseenText } from '../verification/compare';
import type { FailedCheck, Verification } from '../verification/verification';
import { END_WORDS } from './words/ends';

/** The verification with vanished tests as failures, if nothing else fails: so the change can be repaired like any other. */
export function withVanished(verification: Verification, language: Language): Verification {
  const { failures, comparison } = verification;
  if (failures.length > 0) return verification;
  const { brokenIds = [], unseen = [] } = comparison ?? {};
  const failed = brokenIds.map((id) => {
    const short = unseen.find(({ check }) => check === id);
    return listed(short ? shortOf(id, unseenText(short, language)) : vanished(id, language));
  });
  return { ...verification, failures: failed };
}

/** Ids of the failures that `withVanished` added: the report does not show them. */
export function vanishedIds({ failures }: Pick<Verification, 'failures'>): string[] {
  return failures.filter((one) => one.vanished).map(({ id }) => id);
}

/** Failure of a command that saw fewer tests pass than before, or of a test file whose tests do not run. */
function shortOf(check: string, sentence: string): FailedCheck {
  const failure = { errorName: 'AssertionError', message: sentence, phase: 'run' as const };
  const kind = isSourceFile(check) ? 'tests' : 'command';
  return { id: check, check, kind, end: 'completed', failure };
}

function vanished(id: string, language: Language): FailedCheck {
  const message = END_WORDS[language].vanished;
  const failure = { errorName: 'AssertionError', message, phase: 'test' as const };
  return { id, check: id.split(' > ')[0] ?? id, kind: 'tests', end: 'completed', failure, vanished: true };
}
