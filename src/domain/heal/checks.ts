import { decide, policyOf, type Policy } from '../run/policy/decide';
import { END_WORDS } from './words/ends';
import type { HealInput } from './input';
import type { RepairAttempt, SuggestedCheck } from './proposal';
import { REDACTED } from '../redact/readings';
import type { Verification } from '../verification/verification';
import type { Language } from '../run/language';
import { commandOf } from './errors';
import { NOTE_WORDS } from './words/notes';

export function healPolicy({ approval, policy }: HealInput): Policy {
  return policyOf({ level: approval.level }, policy);
}

/** Reason why the checks of an input may not run: one sentence with the way out. `ask` counts as allowed: the user gave the check. */
export function refuseChecks(input: HealInput): string | undefined {
  const policy = healPolicy(input);
  for (const { command } of input.verification.commands) {
    const { decision, reason } = decide(policy, { tool: 'check', command, mode: input.mode }, input.language);
    if (decision === 'deny') return END_WORDS[input.language].checkDenied(command, reason);
  }
  return undefined;
}

/** Rights of a run to find and run checks of the project. */
export type CheckRights = Pick<HealInput, 'policy'> & {
  level: HealInput['approval']['level'];
  mode: string;
};

/** Reason why a check that was found in the project may not run; undefined: it may. */
export function deniedCheck({ level, policy, mode }: CheckRights): (command: string) => string | undefined {
  const rules = policyOf({ level }, policy);
  return (command) => {
    const { decision, reason } = decide(rules, { tool: 'check', command, mode });
    return decision === 'deny' ? reason : undefined;
  };
}

/** Time limit of a suggested command, ms: a model may name any command, so none may take long and few are run. */
export const SUGGESTED_TIMEOUT_MS = 60_000;
const MOST_COMMANDS = 3;

/** Commands of a suggestion to run: the first three, each once. A command without its redacted secret would fail. */
export function commandsToRun(commands: readonly string[]): string[] {
  const given = commands
    .map((command) => command.trim())
    .filter((command) => command !== '' && !command.includes(REDACTED));
  return [...new Set(given)].slice(0, MOST_COMMANDS);
}

/** Suggested commands that the policy allows, and the others as refused: nobody is asked about a check that decides nothing. */
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
 * Results of commands that name checks of the verification, read from it. If it does not list all failures, only commands that it
 * lists as failing are answered.
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
