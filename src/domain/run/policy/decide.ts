import { kindOf, type Act, type ActKind } from './act';
import { builtInRules, type PolicyFacts } from './built-in';
import type { Part } from './conditions';
import { stricter, type Decision } from './decision';
import { loadedRule, type LoadedRule, type RuleSource } from './loaded-rule';
import { partsOf } from './parts';
import { NO_RULES, type RunPolicy } from './run-policy';

/** All rules that hold for a run, in the order in which they are named. */
export type Policy = readonly LoadedRule[];

/** A rule that spoke of an act. */
export interface MatchedRule {
  source: RuleSource;
  /** From 1, in its source. */
  number: number;
  name: string;
  decision: Decision;
  reason: string;
  /** False where it can't be told if the act is what the rule means: then an `ask` or `deny` asks. */
  sure: boolean;
  /** The command or the path that it spoke of. */
  of?: string;
}

/** What a policy says of an act. */
export interface Ruling {
  decision: Decision;
  /** One sentence for who is asked or refused. */
  reason: string;
  /** In the policy's order. */
  rules: readonly MatchedRule[];
}

/** Makes the policy of a run from the built-in rules and those that it was given. */
export function policyOf(facts: PolicyFacts, given: RunPolicy = NO_RULES): Policy {
  return [...builtInRules(facts), ...givenRules(given)];
}

/** The rules of a user and of a project. */
export function givenRules({ user, project }: RunPolicy): LoadedRule[] {
  return [
    ...user.map((rule, index) => loadedRule(rule, 'user', index + 1)),
    ...project.map((rule, index) => loadedRule(rule, 'project', index + 1)),
  ];
}

/**
 * Decides on an act: each of its parts by the strictest rule that matches, or by its kind where none does; and the act as
 * its strictest part.
 */
export function decide(policy: Policy, act: Act): Ruling {
  const kind = kindOf(act.tool);
  const { parts, problem } = partsOf(act);
  const found = new Map<LoadedRule, MatchedRule>();
  let decision: Decision = 'allow';
  for (const part of parts) {
    const matched = policy.flatMap((rule) => {
      const one = matchOf(rule, part);
      return one ? [{ rule, one }] : [];
    });
    for (const { rule, one } of matched) if (!found.get(rule)?.sure) found.set(rule, one);
    decision = stricter(
      decision,
      decisionOn(
        part,
        matched.map(({ one }) => one),
        kind,
      ),
    );
  }
  const rules = policy.flatMap((rule) => found.get(rule) ?? []);
  return { decision, reason: reasonOf(decision, rules, kind, problem), rules };
}

function matchOf({ holds, ...rule }: LoadedRule, part: Part): MatchedRule | undefined {
  const answer = holds(part);
  if (answer === 'no' || (answer === 'maybe' && rule.decision === 'allow')) return undefined;
  const { source, number, name, decision, reason } = rule;
  return { source, number, name, decision, reason, sure: answer === 'yes', of: part.path ?? part.text };
}

function decisionOn(part: Part, matched: readonly MatchedRule[], kind: ActKind): Decision {
  const isGuess = part.command?.isGuess === true;
  const least = part.isUnread ? (kind.unreadable ?? 'allow') : 'allow';
  // A text among the words of a command is judged by who may mean it only.
  if (matched.length === 0) return isGuess ? 'allow' : stricter(kind.otherwise, least);
  return matched.map(effectOf).reduce(stricter, least);
}

/** The decision that comes of a rule: one that may not mean the act asks. */
function effectOf({ decision, sure }: MatchedRule): Decision {
  return sure ? decision : 'ask';
}

function reasonOf(
  decision: Decision,
  rules: readonly MatchedRule[],
  { does }: ActKind,
  problem: string | undefined,
): string {
  const deciding = rules.filter((rule) => effectOf(rule) === decision);
  const [first] = [...deciding].sort((one, other) => Number(other.sure) - Number(one.sure));
  if (first?.sure) return first.reason;
  if (decision === 'ask' && problem !== undefined) return `The command can't be read whole: ${problem}.`;
  if (first) return `It may be what a rule means (${first.name}): ${first.reason}`;
  return decision === 'ask' ? `It ${does}, and no rule allows it.` : `It ${does}.`;
}
