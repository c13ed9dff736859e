import { TOOLS, type Act } from '../../domain/run/policy/act';
import type { MatchedRule, Policy, Ruling } from '../../domain/run/policy/decide';
import type { Decision } from '../../domain/run/policy/decision';
import type { LoadedRule } from '../../domain/run/policy/loaded-rule';
import { exampleName } from '../../domain/run/policy/rule';
import type { PolicyFiles } from '../../config';
import type { Output } from './output';

type Files = PolicyFiles['files'];
type Placed = Pick<MatchedRule, 'source' | 'number'>;

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const;
const VERBS: Readonly<Record<Decision, string>> = { allow: 'Allowed', ask: 'Asked about', deny: 'Denied' };

/** A rule without what only a program can call. */
export function ruleJson({ source, number, name, decision, reason, match, notMatch }: LoadedRule) {
  return { source, number, name, decision, reason, match, notMatch };
}

/** Adds the file that a rule is in. */
export function withPlace(files: Files): <T extends Placed>(rule: T) => T & { file?: string } {
  return (rule) => ({ ...rule, file: fileOf(rule, files) });
}

/** Lines on what a policy says of an act. */
export function renderRuling(
  act: Act,
  { decision, reason, rules }: Ruling,
  files: Files,
  output: Output,
): string[] {
  const head = `${output.paint(COLOURS[decision], VERBS[decision])}: ${actText(act)}`;
  const said = rules.map((rule) => {
    const { name, decision: one, sure, of } = rule;
    const which = of === undefined || of === act.command ? '' : ` ${JSON.stringify(of)}`;
    const how = sure ? `matches${which}` : `may match${which}, which can't be told`;
    return `  ${one.padEnd(5)}  ${name} ${how}: ${rule.reason} (${placeOf(rule, files)})`;
  });
  return [head, reason, ...(said.length > 0 ? ['Rules:', ...said] : ['No rule speaks of it.'])];
}

/** Lines on all rules, and on what holds where none speaks. */
export function renderPolicy(policy: Policy, files: Files, output: Output): string[] {
  const rules = policy.flatMap((rule) => [
    `${output.paint(COLOURS[rule.decision], rule.decision.padEnd(5))}  ${rule.name}: ${rule.reason} (${placeOf(rule, files)})`,
    `       like ${rule.match.slice(0, 3).map(exampleName).join(', ')}`,
  ]);
  const kinds = Object.entries(TOOLS).map(
    ([tool, { does, otherwise }]) => `  ${otherwise.padEnd(5)}  ${tool}: ${does}`,
  );
  return [
    ...rules,
    '',
    'Of the rules that match the strictest wins: deny, then ask, then allow. Where none matches:',
    ...kinds,
    '  ask    any other tool: it is yours and may change anything',
  ];
}

function actText({ tool, command, paths, mode }: Act): string {
  const of = command === undefined ? '' : ` ${JSON.stringify(command)}`;
  const files = paths === undefined ? '' : ` of ${paths.map((path) => JSON.stringify(path)).join(', ')}`;
  return `${shown(tool)}${of}${files}${mode === undefined ? '' : ` in mode ${shown(mode)}`}`;
}

function placeOf(rule: Placed, files: Files): string {
  switch (rule.source) {
    case 'built-in':
      return `built in, rule ${rule.number}`;
    case 'approval':
      return 'the approval level';
    default:
      return `${fileOf(rule, files) ?? rule.source}, rule ${rule.number}`;
  }
}

function fileOf({ source }: Placed, { user, project }: Files): string | undefined {
  if (source === 'user') return user;
  return source === 'project' ? project : undefined;
}

/** A word as given, so that no terminal obeys it. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}
