import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { policyFiles, type Config, type PolicyFiles } from '../../config';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { ApprovalLevel } from '../../domain/run/input';
import { TOOLS, type Act } from '../../domain/run/policy/act';
import {
  decide,
  doesText,
  policyOf,
  reasonText,
  type Policy,
  type MatchedRule,
  type Ruling,
} from '../../domain/run/policy/decide';
import { folderAndText, folderArgument, readFolderAndText } from './folder-argument';
import { createOutput, type Output } from './output';
import { type Decision, exampleName } from '../../domain/run/policy/rule';
import type { LoadedRule } from '../../domain/run/policy/loaded-rule';
import { POLICY_WORDS } from '../../domain/run/policy/policy-words';
import type { Cli } from './command-names';

const WORDS = POLICY_WORDS.en;

interface Flags {
  approval: string;
  json?: boolean;
}

interface ExplainFlags extends Flags {
  path?: string[];
  mode?: string;
  tool?: string;
}

/** The policy of a run on a directory, as it would begin now. */
interface Present extends PolicyFiles {
  rules: Policy;
}

/** Adds `policy explain` and `policy list`. */
export function addPolicyCommands({ program, config, exit }: Cli): void {
  const policy = program
    .command('policy')
    .description('see what runs may do, what they ask about and what is denied');
  const explaining = withPolicyFlags(policy.command('explain')).description(
    'say what the policy decides on an act, by which rules',
  );
  const act = `a tool (${Object.keys(TOOLS).join(', ')}, mcp:SERVER/TOOL), or a command`;
  folderAndText(explaining, 'act', act)
    .option('--path <path...>', 'files that the act changes, from the root of the project')
    .option('--mode <mode>', 'mode of the run')
    .option('--tool <tool>', 'tool that runs the command (default: command)')
    .action(async () => {
      const [dir = '.', act] = explaining.args.length === 0 ? [] : readFolderAndText(explaining);
      const flags = explaining.opts<ExplainFlags>();
      exit(await explain(config(), dir, actOf(act, flags), flags));
    });
  const listing = withPolicyFlags(policy.command('list')).description(
    'list all rules in their order, with the file that each is in',
  );
  folderArgument(listing).action(async (dir: string, flags: Flags) => exit(await list(config(), dir, flags)));
}

function withPolicyFlags(command: Command): Command {
  const levels = ApprovalLevel.options.map((level) => level.toLowerCase());
  return command
    .addOption(
      new Option('--approval <level>', 'approval level of the run').choices(levels).default('medium'),
    )
    .option('--json', 'print JSON');
}

async function explain(config: Config, dir: string, act: Act, flags: Flags): Promise<ExitCode> {
  const { rules, files } = await present(config, dir, flags);
  const output = createOutput({ json: flags.json ?? false, color: config.color });
  const ruling = decide(rules, act);
  if (flags.json) output.print(JSON.stringify({ act, ...ruling, rules: ruling.rules.map(withPlace(files)) }));
  else for (const line of renderRuling(act, ruling, files, output)) output.print(line);
  return EXIT.healed;
}

async function list(config: Config, dir: string, flags: Flags): Promise<ExitCode> {
  const { rules, files } = await present(config, dir, flags);
  const output = createOutput({ json: flags.json ?? false, color: config.color });
  if (flags.json)
    output.print(
      JSON.stringify({ rules: rules.map(ruleJson).map(withPlace(files)), otherwise: otherwise() }),
    );
  else for (const line of renderPolicy(rules, files, output)) output.print(line);
  return EXIT.healed;
}

async function present(config: Config, dir: string, { approval }: Flags): Promise<Present> {
  const directory = resolve(dir);
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw badInput(`There is no directory ${directory}: check its path.`);
  const read = await policyFiles(config, directory);
  return { ...read, rules: policyOf({ level: ApprovalLevel.parse(approval.toUpperCase()) }, read.policy) };
}

/** A text is a tool if it is named like one, else a command; a path alone is a file that a repair edits. */
function actOf(text: string | undefined, { path: paths, mode, tool }: ExplainFlags): Act {
  if (text === undefined && paths === undefined && tool === undefined)
    throw badInput(
      'Name a tool or a command, like kintsugi policy explain "git push", or a file with --path.',
    );
  if (text?.trim() === '') throw badInput('The act is empty: name a tool or a command.');
  if (text === undefined) return { tool: tool ?? 'edit', paths, mode };
  const isTool = tool === undefined && (Object.hasOwn(TOOLS, text) || /^mcp:\S+$/.test(text));
  return isTool ? { tool: text, paths, mode } : { tool: tool ?? 'command', command: text, paths, mode };
}

type Files = PolicyFiles['files'];
type Placed = Pick<MatchedRule, 'source' | 'number'>;

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const;
const VERBS: Readonly<Record<Decision, string>> = { allow: 'Allowed', ask: 'Asked about', deny: 'Denied' };

/** Tools with what holds for them where no rule speaks. */
function otherwise(): object {
  const rows = Object.entries(TOOLS).map(([tool, row]) => [tool, { does: doesText(tool, WORDS), ...row }]);
  return Object.fromEntries(rows) as object;
}

/** A rule without what only a program can call. */
function ruleJson({ source, number, name, decision, reason, match, notMatch }: LoadedRule) {
  return { source, number, name, decision, reason: reasonText({ reason }, WORDS), match, notMatch };
}

/** Adds the file that a rule is in. */
function withPlace(files: Files): <T extends Placed>(rule: T) => T & { file?: string } {
  return (rule) => ({ ...rule, file: fileOf(rule, files) });
}

/** Lines on what a policy says of an act. */
function renderRuling(act: Act, { decision, reason, rules }: Ruling, files: Files, output: Output): string[] {
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
function renderPolicy(policy: Policy, files: Files, output: Output): string[] {
  const rules = policy.flatMap((rule) => [
    `${output.paint(COLOURS[rule.decision], rule.decision.padEnd(5))}  ${rule.name}: ${reasonText(rule, WORDS)} (${placeOf(rule, files)})`,
    `       like ${rule.match.slice(0, 3).map(exampleName).join(', ')}`,
  ]);
  const kinds = Object.entries(TOOLS).map(
    ([tool, { otherwise }]) => `  ${otherwise.padEnd(5)}  ${tool}: ${doesText(tool, WORDS)}`,
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
