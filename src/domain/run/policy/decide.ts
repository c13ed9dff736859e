import { kindOf, type Act, type ActKind } from './act';
import { builtInRules, type PolicyFacts } from './built-in';
import { type Part, partName, partsOf } from './conditions';
import { stricter, type Certainty, type Decision } from './rule';
import { loadedRule, type LoadedRule, type RuleSource } from './loaded-rule';
import { POLICY_WORDS, type PolicyWords } from './policy-words';
import { NO_RULES, type RunPolicy } from './run-policy';
import { said } from '../../saying';
import type { Language } from '../language';

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

/** Answer of a policy on an act. */
export interface Ruling {
  decision: Decision;
  /** One sentence for who is asked or refused. */
  reason: string;
  /** In the policy's order. */
  rules: readonly MatchedRule[];
}

export function policyOf(facts: PolicyFacts, given: RunPolicy = NO_RULES): Policy {
  return [...builtInRules(facts), ...givenRules(given)];
}

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
export function decide(policy: Policy, act: Act, language: Language = 'en'): Ruling {
  const words = POLICY_WORDS[language];
  const kind = kindOf(act.tool);
  const concerned = policy.filter((rule) => rule.concerns(act));
  const { parts, problem } = partsOf(act);
  const found = new Map<LoadedRule, MatchedRule>();
  let decision: Decision = 'allow';
  for (const part of parts) {
    const effects: Decision[] = [];
    for (const rule of concerned) {
      const holds = rule.holds(part);
      const effect = effectOf(rule.decision, holds);
      if (effect === undefined) continue;
      effects.push(effect);
      if (!found.get(rule)?.sure) found.set(rule, matched(rule, holds === 'yes', part, words));
    }
    decision = stricter(decision, decisionOn(part, effects, kind));
  }
  const rules = concerned.flatMap((rule) => found.get(rule) ?? []);
  return { decision, reason: reasonOf(decision, rules, act, problem, words), rules };
}

/** Deed of a tool, in the words of a language. */
export function doesText(tool: string, { does }: PolicyWords): string {
  const known: Readonly<Record<string, string>> = does;
  return (Object.hasOwn(does, tool) ? known[tool] : undefined) ?? does.other;
}

/** The reason of a rule: the user's own words, or those of a built-in one. */
export function reasonText({ reason }: Pick<LoadedRule, 'reason'>, words: PolicyWords): string {
  return typeof reason === 'string' ? reason : said(words, reason);
}

function matched(rule: LoadedRule, sure: boolean, part: Part, words: PolicyWords): MatchedRule {
  const { source, number, name, decision } = rule;
  return { source, number, name, decision, reason: reasonText(rule, words), sure, of: partName(part) };
}

/** The decision that comes of a rule: where it may not mean the act, it asks rather than to deny, and allows nothing. */
function effectOf(decision: Decision, holds: Certainty): Decision | undefined {
  if (holds === 'yes') return decision;
  return holds === 'no' || decision === 'allow' ? undefined : 'ask';
}

function decisionOn(part: Part, effects: readonly Decision[], kind: ActKind): Decision {
  const isGuess = part.command?.isGuess === true;
  const least = part.isUnread ? (kind.unreadable ?? 'allow') : 'allow';
  // A text among the words of a command is checked by the rules that may mean it, and by nothing else.
  if (effects.length === 0) return isGuess ? 'allow' : stricter(kind.otherwise, least);
  return effects.reduce(stricter, least);
}

function reasonOf(
  decision: Decision,
  rules: readonly MatchedRule[],
  { tool }: Act,
  problem: string | undefined,
  words: PolicyWords,
): string {
  const certain = rules.find((rule) => rule.sure && rule.decision === decision);
  if (certain) return certain.reason;
  const does = doesText(tool, words);
  if (decision !== 'ask') return words.usual(does);
  if (problem !== undefined) return words.unread(problem);
  const possible = rules.find((rule) => !rule.sure);
  return possible ? words.perhaps(possible.name, possible.reason) : words.noRule(does);
}
