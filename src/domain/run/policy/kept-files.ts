import { decide, givenRules } from './decide';
import { NO_RULES, type RunPolicy } from './run-policy';

/** Rules of a run that those who edit its tree keep to. */
export interface EditPolicy {
  policy?: RunPolicy;
  /** Mode of the run. */
  mode?: string;
}

/** Reason why rules of a user or a project deny to edit a path, as what follows "it". Undefined: they don't. */
export function keptReason({ policy = NO_RULES, mode }: EditPolicy): (path: string) => string | undefined {
  const edit = { tool: 'edit', mode };
  const rules = givenRules(policy).filter((rule) => rule.decision === 'deny' && rule.concerns(edit));
  if (rules.length === 0) return () => undefined;
  return (path) => {
    const { decision, reason } = decide(rules, { ...edit, paths: [path] });
    return decision === 'deny' ? `is kept as it is by the policy (${reason})` : undefined;
  };
}
