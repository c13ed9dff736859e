import { decide, policyOf, type Policy } from '../run/policy/decide';
import { END_WORDS } from './end-words';
import type { HealInput } from './input';

/** The policy that a run heals by. */
export function healPolicy({ approval, policy }: HealInput): Policy {
  return policyOf({ level: approval.level }, policy);
}

/** Why the checks of an input may not run: one sentence with the way out. Who gives a check has no need to be asked about it. */
export function refuseChecks(input: HealInput): string | undefined {
  const policy = healPolicy(input);
  for (const { command } of input.verification.commands) {
    const { decision, reason } = decide(policy, { tool: 'check', command, mode: input.mode }, input.language);
    if (decision === 'deny') return END_WORDS[input.language].checkDenied(command, reason);
  }
  return undefined;
}

/** Rights of a run, by which checks of the project may be found and run. */
export type CheckRights = Pick<HealInput, 'policy'> & {
  level: HealInput['approval']['level'];
  /** Of a session: the mode that it is in. */
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
