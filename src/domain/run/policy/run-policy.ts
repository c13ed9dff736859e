import { z } from 'zod';
import { prefixOf } from './conditions';
import { brokenExample, loadedRule } from './loaded-rule';
import { ruleName, RuleText } from './rule';

const MOST_RULES = 200;

/** A rule whose examples hold. */
export const Rule = RuleText.superRefine((rule, context) => {
  const message = problemOf(rule);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
export type Rule = z.infer<typeof Rule>;

/** A rule of a project: who wrote it may not be who runs it, so it can only make a policy stricter. */
const StrictRule = Rule.refine(({ decision }) => decision !== 'allow', {
  error: 'is of the project, so it can ask or deny, but not allow: allow it in your own policy',
});

export const RuleFile = z.strictObject({ rules: z.array(Rule).max(MOST_RULES) });
/** Rules of a project's file. */
export const StrictRuleFile = z.strictObject({ rules: z.array(StrictRule).max(MOST_RULES) });

/** Rules of a run beside the built-in ones: what the files said when it began. */
export const RunPolicy = z.strictObject({
  user: z.array(Rule).max(MOST_RULES).default([]),
  project: z.array(StrictRule).max(MOST_RULES).default([]),
});
export type RunPolicy = z.infer<typeof RunPolicy>;

/** A policy without rules of its own. */
export const NO_RULES: RunPolicy = { user: [], project: [] };

function problemOf(rule: RuleText): string | undefined {
  const name = ruleName(rule);
  if (name === '') return 'needs a tool, a command, a path or a mode';
  if (rule.command !== undefined && prefixOf(rule.command) === undefined)
    return `(${name}) must name plain words, like "git push"`;
  const broken = brokenExample(loadedRule(rule, 'user', 1));
  return broken && `(${name}) ${broken}`;
}
