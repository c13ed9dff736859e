import type { Config } from '../../config';
import { EXIT, badInput, infrastructure } from '../../domain/kintsugi-error';
import { folderArgument } from './folder-argument';
import { createOutput } from './output';
import * as workspace from '../../workspace/capture';
import type { Explanation, ToldRule } from '../../domain/files/explanation';
import { firstLine, plural, sizeText } from '../../domain/text';
import { requireDirectory, rulesFor } from '../../run-input';
import { RULE_SETTINGS } from '../../domain/files/heavy-rules';
import { shownName } from '../../domain/shown';
import type { Cli } from './command-names';

/** Adds `workspace explain [DIR]`. */
export function addWorkspaceCommands({ program, config, exit }: Cli): void {
  const command = program
    .command('workspace')
    .description('see folders as runs see them')
    .command('explain')
    .description('list what a run captures of a folder and what it leaves out, by which rules');
  folderArgument(command)
    .option('--json', 'print JSON')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const settings = config();
      const output = createOutput({ json: flags.json ?? false, color: settings.color });
      const explanation = await explainDirectory(settings, dir);
      if (flags.json) output.print(JSON.stringify(explanation));
      else for (const line of renderExplanation(explanation)) output.print(line);
      exit(EXIT.healed);
    });
}

/**
 * Explains what a run would capture of a directory, by the configured rules. Stores nothing. Throws a sentence for a
 * path that is no directory, or can't be a project.
 */
export async function explainDirectory(config: Config, path: string): Promise<Explanation> {
  const directory = await requireDirectory(path);
  const heavyFolders = await rulesFor(config, directory);
  try {
    return await workspace.explainDirectory({ directory, heavyFolders, exclude: [config.home] });
  } catch (error) {
    if (error instanceof workspace.DirectoryError) throw badInput(error.message);
    const reason = firstLine(error instanceof Error ? error.message : String(error));
    throw infrastructure(`${directory} could not be captured: ${reason}`);
  }
}

/** Most lines of one list. */
const LISTED = 20;
const WIDTH = 100;

/** Lines of `workspace explain`. */
function renderExplanation(told: Explanation): string[] {
  const { files, bytes, links, emptyFolders } = told.captured;
  const left = told.heavy.length + told.skipped.length;
  return [
    shownName(told.directory),
    `  captured: ${plural(files, 'file')} (${sizeText(bytes)}), ${plural(links, 'link')}, ${plural(emptyFolders, 'empty folder')}`,
    `  left out: ${left === 0 ? 'nothing' : `${plural(told.heavy.length, 'heavy folder')}, ${plural(told.skipped.length, 'other path')}`}`,
    ...section(
      'Heavy folders, left out (a checkout is the copy that check commands run in)',
      told.heavy.map(({ path, rule }) => [
        path,
        `${rule.reason} (${sourceOf(rule)}); a checkout has ${rule.inCheckout}`,
      ]),
    ),
    ...section(
      'Also left out',
      told.skipped.map(({ path, reason }) => [path, reason]),
    ),
    ...section(
      'Odd names, captured unchanged',
      told.oddNames.map(({ path, reason }) => [path, reason]),
    ),
    '',
    'Rules',
    ...ruleLines(told),
  ];
}

function section(title: string, rows: readonly [path: string, text: string][]): string[] {
  if (rows.length === 0) return [];
  const listed = rows.slice(0, LISTED).map(([path, text]) => [shownName(path), text] as const);
  const width = Math.min(Math.max(...listed.map(([path]) => path.length)), 40);
  const more = rows.length - listed.length;
  return [
    '',
    title,
    ...listed.map(([path, text]) => `  ${path.padEnd(width)}  ${text}`),
    ...(more > 0 ? [`  … and ${more} more: --json lists all`] : []),
  ];
}

function sourceOf({ from }: ToldRule): string {
  return from === 'built-in' ? 'built in' : from;
}

/** Built-in rules, grouped by the files they need beside them; then the rules of the settings and how to change them. */
function ruleLines({ rules, notInForce }: Explanation): string[] {
  const groups = new Map<string, ToldRule[]>();
  for (const rule of rules.filter(({ from }) => from === 'built-in')) {
    const key = (rule.beside ?? []).join();
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  const added = rules.filter(({ from }) => from !== 'built-in').map(({ name }) => shownName(name));
  const captured = notInForce
    .filter(({ by }) => by !== 'git')
    .map(({ name, rule }) =>
      rule === undefined ? `${shownName(name)} (no rule leaves it out)` : shownName(name),
    );
  const tracked = notInForce.filter(({ by }) => by === 'git').map(({ name }) => `${shownName(name)}/`);
  return [
    ...[...groups.values()].flatMap(builtInLines),
    ...wrapped(`${RULE_SETTINGS.add} also leaves out:`, added),
    ...wrapped(`${RULE_SETTINGS.capture} captures anyway:`, captured),
    ...(tracked.length > 0 ? wrapped('captured, since git tracks files in them:', tracked) : []),
    '  To change them, set these variables to folder names with commas, like data,fixtures.',
    '  .git, .hg and .svn are never captured.',
  ];
}

/** Lines of the built-in rules that hold beside the same files, or anywhere. */
function builtInLines(group: readonly ToldRule[]): string[] {
  const names = group.map(({ name }) => name);
  const beside = group[0]?.beside;
  return beside ? wrapped(`built in, ${names.join(', ')}: only beside`, beside) : wrapped('built in:', names);
}

/** Lists names after a title, in lines of at most `WIDTH` characters. */
function wrapped(title: string, names: readonly string[]): string[] {
  const lines = [`  ${title}`];
  for (const [index, name] of (names.length > 0 ? names : ['nothing']).entries()) {
    const word = index < names.length - 1 ? `${name},` : name;
    const line = `${lines.pop() ?? ''} ${word}`;
    lines.push(...(line.length <= WIDTH ? [line] : [line.slice(0, -word.length - 1), `      ${word}`]));
  }
  return lines;
}
