import type { RepairAttempt, SuggestedCheck } from './proposal';
import { decide, type Policy } from '../run/policy/decide';
import { REDACTED } from '../redact/spans';
import type { Verification } from '../verification/verification';
import type { Language } from '../run/input';
import { commandOf } from './error-context';
import { NOTE_WORDS } from './note-words';

/** A model may name any command, so none may take long, and only some are run. */
export const SUGGESTED_TIMEOUT_MS = 60_000;
const MOST_COMMANDS = 3;

/** The commands of a suggestion that are run: each once, the first three. One whose secret was taken out does not work. */
export function commandsToRun(commands: readonly string[]): string[] {
  const given = commands
    .map((command) => command.trim())
    .filter((command) => command !== '' && !command.includes(REDACTED));
  return [...new Set(given)].slice(0, MOST_COMMANDS);
}

/** Suggested commands by what the policy says: nobody is asked about a check that decides nothing. */
export function checksByPolicy(
  commands: readonly string[],
  policy: Policy,
  { mode, language }: { mode: string; language: Language },
): { commands: string[]; refused: SuggestedCheck[] } {
  const words = NOTE_WORDS[language];
  const told = commands.map((command) => ({
    command,
    ...decide(policy, { tool: 'suggested-check', command, mode }),
  }));
  return {
    commands: told.flatMap(({ command, decision }) => (decision === 'allow' ? [command] : [])),
    refused: told.flatMap(({ command, decision, reason }) =>
      decision === 'allow'
        ? []
        : [
            {
              command,
              success: false,
              output: '',
              notRun: words[decision === 'deny' ? 'checkDenied' : 'checkAsked'](reason),
            },
          ],
    ),
  };
}

/**
 * Commands that name only checks of the verification are answered by it; where it does not show all failures, only
 * those that are seen to fail.
 */
export function answeredChecks(
  commands: readonly string[],
  verification: Verification,
  language: Language,
): SuggestedCheck[] {
  const failing = new Set(verification.failures.map(commandOf));
  const showsAll = verification.failures.length >= verification.failed;
  const known = commandsToRun(commands).filter((command) => showsAll || failing.has(command));
  return known.map((command) => {
    const success = !failing.has(command);
    return { command, success, output: NOTE_WORDS[language].inVerification(success) };
  });
}

/** Notes on suggested commands that failed or did not run, for the repair that stands. */
export function suggestedNotes(attempts: readonly RepairAttempt[], language: Language): string[] {
  const words = NOTE_WORDS[language];
  const { suggestedChecks = [] } = attempts.findLast((attempt) => attempt.repairApplied) ?? {};
  return suggestedChecks.flatMap(({ command, success, output, notRun }) => {
    if (notRun !== undefined) return [words.checkNotRun(command, notRun)];
    const how = output.split('\n')[0] ?? '';
    return success ? [] : [words.checkFails(command, how)];
  });
}
