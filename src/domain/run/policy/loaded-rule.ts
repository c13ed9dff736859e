import { concernOf, conditionOf, type Concern, type Condition, partsOf } from './conditions';
import {
  surer,
  type Certainty,
  type Decision,
  exampleName,
  ruleName,
  type Example,
  type RuleText,
} from './rule';
import type { Saying } from '../../saying';
import type { PolicyWords } from './policy-words';

/** Where a rule comes from: built in, the approval level of the run, the user's file, the project's. */
export type RuleSource = 'built-in' | 'approval' | 'user' | 'project';

/** A rule, ready to be asked. */
export interface LoadedRule {
  source: RuleSource;
  /** From 1, in its source. */
  number: number;
  /** `command "git push"` */
  name: string;
  decision: Decision;
  /** In the words of who wrote it; a code for those that are built in. */
  reason: string | Saying<Pick<PolicyWords, 'judges' | 'isolated' | 'low' | 'high'>>;
  concerns: Concern;
  /** For a part of an act that the rule concerns. */
  holds: Condition;
  match: readonly Example[];
  notMatch: readonly Example[];
  /** Fills what an example leaves out. */
  given: Partial<Pick<RuleText, 'tool' | 'command' | 'path' | 'mode'>>;
}

/** A rule of a user or a project. */
export function loadedRule(rule: RuleText, source: RuleSource, number: number): LoadedRule {
  const { tool, command, path, mode, decision, reason, match, notMatch } = rule;
  const given = { tool, command, path, mode };
  const [name, concerns, holds] = [ruleName(rule), concernOf(rule), conditionOf(rule)];
  return { source, number, name, decision, reason, concerns, holds, match, notMatch, given };
}

/** The first example that does not hold, as the end of a sentence; undefined where all do. */
export function brokenExample(
  rule: Pick<LoadedRule, 'concerns' | 'holds' | 'match' | 'notMatch' | 'given'>,
): string | undefined {
  const missed = rule.match.find((example) => matchOf(rule, example) !== 'yes');
  if (missed !== undefined) return `does not match its example ${exampleName(missed)} of "match"`;
  const caught = rule.notMatch.find((example) => matchOf(rule, example) !== 'no');
  if (caught === undefined) return undefined;
  const how = matchOf(rule, caught) === 'yes' ? 'matches' : 'may match';
  return `${how} its example ${exampleName(caught)} of "notMatch"`;
}

function matchOf(
  { concerns, holds, given }: Pick<LoadedRule, 'concerns' | 'holds' | 'given'>,
  example: Example,
): Certainty {
  const act = actOf(given, example);
  if (!concerns(act)) return 'no';
  return partsOf(act).parts.map(holds).reduce(surer, 'no');
}

function actOf({ tool, command, path, mode }: LoadedRule['given'], example: Example) {
  const named =
    typeof example !== 'string'
      ? example
      : command !== undefined
        ? { command: example }
        : path !== undefined
          ? { path: example }
          : tool !== undefined
            ? { tool: example }
            : { mode: example };
  // A tool with a `*` at its end is one that begins so.
  const usual = { tool: tool ?? (command === undefined ? 'edit' : 'command'), command, path, mode };
  const act = { ...usual, ...named };
  return { ...act, paths: act.path === undefined ? undefined : [act.path] };
}
