import type { Command } from 'commander';
import type { Config } from '../../config';
import { textOf, headline } from '../../domain/gate/report/text';
import type { GateStand } from '../../domain/gate/state';
import type { GateVerdict } from '../../domain/gate/verdict';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { homePaths } from '../../machine/paths';
import { kintsugiVersion } from '../../machine/version';
import { requireDirectory } from '../../run-input';
import type { GateHandle } from '../gate-handle';
import { gateId, recordedVerdict } from '../gate-record';
import { withClient, type Context } from './context';
import { folderArgument } from './folder-argument';
import { writeNamed } from './named-files';
import { createOutput, type Output } from './output';
import { VERDICT_EXITS } from './render-gate';
import { renderRuns } from './render-runs';
import { addRunFlags, CHECK_PLACES, settingsOf, type RunFlags } from './run-flags';
import { kindOf, placeOf, FINDINGS, type FindingId } from '../../domain/gate/findings';
import { junitText, sarifText } from '../../domain/report';
import type { Cli } from './command-names';

/** Places of a gate's input that flags of other commands fill here too. */
const SHARED = [...CHECK_PLACES, 'impactedFiles'];

interface GateFlags extends RunFlags {
  name?: string;
  again?: boolean;
  json?: boolean;
  sarif?: string;
  junit?: string;
  markdown?: string;
}

type Act = (context: Context, dir: string, flags: GateFlags) => Promise<ExitCode>;
/** Answers without the service; undefined where only the service can. */
type Early = (config: Config, dir: string, flags: GateFlags) => Promise<ExitCode | undefined>;

/** Adds `kintsugi gate begin|check|end|list`. */
export function addGateCommand({ program, config, exit }: Cli): void {
  const gate = program
    .command('gate')
    .description('judge changes that anybody makes: begin before them, check after them');
  const add = (name: string, description: string, act: Act, early?: Early): Command => {
    const command = folderArgument(gate.command(name).description(description));
    return command
      .option('--name <name>', 'name of the gate; without it the folder has one')
      .option('--json', 'print JSON')
      .action(async (dir: string, flags: GateFlags) => {
        const settings = config();
        const answered = await early?.(settings, dir, flags);
        exit(answered ?? (await withClient(settings, flags, (context) => act(context, dir, flags))));
      });
  };
  addRunFlags(add('begin', 'capture the files as they are, and what judges them', begin), SHARED);
  add(
    'check',
    'judge what changed since: exit code 0 proven, 1 refused, 7 cannot be judged',
    check,
    checkByRecord,
  )
    .option('--again', 'run the checks also where the files are as at the last check')
    .option('--sarif <file>', 'write the verdict as SARIF 2.1.0')
    .option('--junit <file>', 'write the verdict as JUnit XML')
    .option('--markdown <file>', 'write the verdict as Markdown');
  add('end', 'end a gate', end);
  gate
    .command('list')
    .description('list the gates that go on')
    .option('--json', 'print JSON')
    .action(async (flags: GateFlags) => exit(await withClient(config(), flags, list(flags))));
}

async function begin({ client, output }: Context, dir: string, flags: GateFlags): Promise<ExitCode> {
  const { verification, impactedFiles } = settingsOf(flags, SHARED);
  const gate = await client.gate({ directory: dir, verification, impactedFiles }, flags.name);
  const stand = await gate.begun();
  const { unjudged } = stand;
  // It would judge no change.
  if (unjudged !== undefined) await gate.end();
  else output.note(`gate ${gate.id}`);
  output.print(flags.json ? JSON.stringify(stand) : standText(stand));
  return unjudged === undefined ? EXIT.healed : EXIT.unjudged;
}

function standText({ tests, checks, unjudged }: GateStand): string {
  if (unjudged !== undefined) return `No gate was begun, as nothing could be judged: ${unjudged}`;
  const judges = checks.length > 0 ? `; judged by ${checks.join(', ')}` : '';
  return `Begun: ${tests?.passed ?? 0} tests pass, ${tests?.failed ?? 0} fail${judges}`;
}

async function check({ client, output }: Context, dir: string, flags: GateFlags): Promise<ExitCode> {
  const gate = await gateOn(client, dir, flags);
  return tell(gate.id, await gate.check({ again: flags.again }), output, flags);
}

/** Gives the last verdict again, where the files are as they were then. */
async function checkByRecord(config: Config, dir: string, flags: GateFlags): Promise<ExitCode | undefined> {
  if (flags.again) return undefined;
  const id = await idOf(dir, flags);
  const verdict = await recordedVerdict(homePaths(config.home).gates, id);
  return (
    verdict && tell(id, verdict, createOutput({ json: flags.json === true, color: config.color }), flags)
  );
}

async function tell(id: string, verdict: GateVerdict, output: Output, flags: GateFlags): Promise<ExitCode> {
  const files = [
    [flags.sarif, () => sarifOf(verdict, kintsugiVersion())],
    [flags.junit, () => junitOf(verdict)],
    [flags.markdown, () => markdownOf(verdict)],
  ] as const;
  for (const [file, text] of files) if (file !== undefined) await writeNamed(file, text());
  output.print(flags.json ? JSON.stringify({ gate: id, ...verdict }) : textOf(verdict));
  return VERDICT_EXITS[verdict.verdict];
}

async function end({ client, output }: Context, dir: string, flags: GateFlags): Promise<ExitCode> {
  const gate = await gateOn(client, dir, flags);
  const result = await gate.end();
  output.print(flags.json ? JSON.stringify(result) : `Ended: ${gate.id}`);
  return EXIT.healed;
}

function list({ json = false }: GateFlags): (context: Context) => Promise<ExitCode> {
  return async ({ client, output }) => {
    const runs = (await client.list({ open: true, limit: MOST_LISTED })).filter(
      ({ kind }) => kind === 'gate',
    );
    if (json) output.print(JSON.stringify(runs));
    else if (runs.length === 0) output.print('No gate goes on: begin one with kintsugi gate begin DIR.');
    else for (const line of renderRuns(runs, output)) output.print(line);
    return EXIT.healed;
  };
}

const MOST_LISTED = 1_000;

async function gateOn(
  client: Context['client'],
  dir: string,
  flags: Pick<GateFlags, 'name'>,
): Promise<GateHandle> {
  const id = await idOf(dir, flags);
  const gate = client.gateOf(id);
  if (!(await gate.isOpen()))
    throw badInput(`There is no gate ${id}. Begin one with: kintsugi gate begin ${dir}`);
  return gate;
}

async function idOf(dir: string, { name }: Pick<GateFlags, 'name'>): Promise<string> {
  return gateId(name === undefined ? await requireDirectory(dir) : '', name);
}

/** A verdict as Markdown, for a comment on a change. */
export function markdownOf(verdict: GateVerdict): string {
  const rows = verdict.findings.map(
    (one) => `| ${kindOf(one.id).weight} | ${one.id} | ${cell(placeOf(one) ?? '')} | ${cell(one.message)} |`,
  );
  const table =
    rows.length === 0 ? [] : ['', '|  | id | place | finding |', '| --- | --- | --- | --- |', ...rows];
  return [`**${headline(verdict)}**`, ...table, ''].join('\n');
}

/** A text in one cell: a change may hold names that would end it, or open a tag. */
function cell(text: string): string {
  return text.replace(/[\\|`<>*_[\]]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');
}

const IDS = Object.keys(FINDINGS) as FindingId[];
const LEVELS = { refuses: 'error', notes: 'note', unjudges: 'warning' } as const;
const ENDS = { refuses: 'failure', notes: 'told', unjudges: 'skipped' } as const;

/** A verdict as SARIF 2.1.0, whose rules are all findings that there are. `version`: of Kintsugi. */
export function sarifOf({ findings, verdict }: GateVerdict, version: string): string {
  const rules = IDS.map((id) => ({ id, ...kindOf(id), level: LEVELS[kindOf(id).weight] }));
  return sarifText({ name: 'kintsugi gate', version }, rules, findings, { verdict });
}

/** A verdict as JUnit XML: a case for each finding that there is; what refuses has failed, and what cannot be judged is skipped. */
export function junitOf({ findings, verdict }: GateVerdict): string {
  const cases = IDS.map((id) => {
    const { title: name, weight } = kindOf(id);
    const found = findings.filter((one) => one.id === id);
    const text = found.map((one) => `${placeOf(one) ?? ''} ${one.message}`.trim()).join('\n');
    return { group: id, name, text, end: found.length === 0 ? undefined : ENDS[weight] };
  });
  return junitText(`kintsugi gate: ${verdict}`, cases);
}
