import { said, type Said } from '../said';
import { decide, givenRules } from './decide';
import { NO_RULES, type RunPolicy } from './run-policy';

/** Rules of a run that those who edit its tree keep to. */
export interface EditPolicy {
  policy?: RunPolicy;
  mode?: string;
}

/** Acts that write a file of the run's tree: to make checks pass, or to carry out a request. */
type WritingAct = 'edit' | 'change';

/** Reason why rules of a user or a project deny one of these acts on a path, as what follows "it". Undefined: they don't. */
export function keptReason(
  { policy = NO_RULES, mode }: EditPolicy,
  acts: readonly WritingAct[],
): (path: string) => Said | undefined {
  const denials = givenRules(policy).filter(({ decision }) => decision === 'deny');
  if (denials.length === 0) return () => undefined;
  return (path) => {
    for (const tool of acts) {
      const { decision, reason } = decide(denials, { tool, mode, paths: [path] });
      if (decision === 'deny') return said`is kept as it is by the policy (${reason})`;
    }
    return undefined;
  };
}

/** A path whose change a rule wants to be asked about. */
export interface AskedChange {
  reason: string;
  /** The user is asked as well where a command names the path. */
  byCommand: boolean;
}

/** Says which paths may be changed only after the user was asked. Undefined: no rule asks about this one. */
export function askedChange({
  policy = NO_RULES,
  mode,
}: EditPolicy): (path: string) => AskedChange | undefined {
  const rules = givenRules(policy).filter(({ decision }) => decision === 'ask');
  if (rules.length === 0) return () => undefined;
  return (path) => {
    const { decision, reason } = decide(rules, { tool: 'change', mode, paths: [path] });
    if (decision !== 'ask') return undefined;
    return { reason, byCommand: decide(rules, { tool: 'command', mode, paths: [path] }).decision === 'ask' };
  };
}
