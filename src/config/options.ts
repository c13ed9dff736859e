/** Options of one run, besides settings that have a flag: one row each. */

import { rowsOf, type NamedOption, type Option, option, variablesOf } from './option';
import { SERVICE_OPTIONS } from './service-options';
import { z } from 'zod';
import { Executor, RepairMode, TaskType } from '../domain/heal/input';
import { ApprovalLevel } from '../domain/run/input';
import { names, text, wholeMs, wholeNumber, word, wordsOf } from './values';

/** Limits of a test file: one turn of its event loop may take half of the whole time. */
const testLimits = wholeNumber.transform((seconds) => ({
  wallMs: seconds * 1_000,
  turnMs: Math.ceil((seconds * 1_000) / 2),
}));

const yes = z.literal(true);

const RUN_OPTIONS = {
  test: option({
    flag: '--test <glob>',
    group: 'Checks',
    schema: z.string(),
    repeats: true,
    otherwise: 'those of the project',
    help: 'test files for the sandbox; !GLOB leaves some out; repeatable',
    input: 'verification.tests',
  }),
  check: option({
    flag: '--check <command>',
    group: 'Checks',
    schema: z.string(),
    repeats: true,
    help: 'check command of the project, like "npm test"; repeatable',
    input: 'verification.commands',
  }),
  noSandboxTests: option({
    flag: '--no-sandbox-tests',
    group: 'Checks',
    schema: yes,
    means: [],
    help: 'run the check commands only, no tests in the sandbox',
    input: 'verification.tests',
  }),
  packages: option({
    flag: '--packages <names>',
    group: 'Checks',
    schema: names,
    repeats: true,
    otherwise: 'all',
    help: 'packages that the sandbox may load; repeatable',
    input: 'verification.packages',
  }),
  testTimeout: option({
    flag: '--test-timeout <seconds>',
    group: 'Checks',
    schema: testLimits,
    otherwise: '10',
    help: 'time limit of each test file in the sandbox',
    input: 'verification.limits',
  }),
  checkTimeout: option({
    flag: '--check-timeout <seconds>',
    group: 'Checks',
    schema: wholeNumber,
    otherwise: '300',
    help: 'time limit of each check command',
  }),
  allowUnsandboxed: option({
    flag: '--allow-unsandboxed',
    group: 'Checks',
    schema: yes,
    help: 'if bubblewrap is missing, run commands without it, those of a model included',
    input: 'verification.allowUnsandboxed',
  }),
  allowUserns: option({
    flag: '--allow-userns',
    group: 'Checks',
    schema: yes,
    help: 'let commands isolate programs of their own, as browsers do (namespaces of users)',
    input: 'verification.allowUserns',
  }),
  mode: option({
    flag: '--mode <mode>',
    group: 'Repair',
    schema: word(RepairMode),
    choices: wordsOf(RepairMode),
    otherwise: 'speed',
    help: 'speed: ask the model only if single edits fail; precision: always ask it',
    input: 'mode',
  }),
  task: option({
    flag: '--task <type>',
    group: 'Repair',
    schema: word(TaskType),
    choices: wordsOf(TaskType),
    otherwise: 'debug',
    help: 'kind of task',
    input: 'taskType',
  }),
  impacted: option({
    flag: '--impacted <file...>',
    group: 'Repair',
    schema: text,
    repeats: true,
    help: 'files that the request is about; unlocks them if they are protected as tests',
    input: 'impactedFiles',
  }),
  maxAttempts: option({
    flag: '--max-attempts <n>',
    group: 'Repair',
    schema: wholeNumber,
    otherwise: '3',
    help: 'most repairs to try',
    input: 'maxAttempts',
  }),
  searchSeconds: option({
    flag: '--search-seconds <n>',
    group: 'Repair',
    schema: wholeNumber.transform((seconds) => seconds * 1_000),
    otherwise: '60',
    help: 'time of the search for single edits that are tried with a check command',
    input: 'searchMs',
  }),
  executor: option({
    flag: '--executor <who>',
    group: 'Agent',
    schema: word(Executor),
    choices: wordsOf(Executor),
    otherwise: 'tools with --mode precision, else answer',
    help: 'who carries the request out; answer: one answer of the model; tools: an agent that reads, edits and runs tests',
    input: 'executor',
  }),
  maxCalls: option({
    flag: '--max-calls <n>',
    group: 'Agent',
    schema: wholeNumber,
    otherwise: '200',
    help: 'most calls of tools of an agent',
    input: 'maxCalls',
  }),
  timeLimit: option({
    flag: '--time-limit <time>',
    group: 'Repair',
    schema: wholeMs,
    otherwise: 'none',
    help: 'work time after which the run ends with what it has, like 90s, 30m or 2h; waiting for you does not count',
    input: 'timeLimitMs',
  }),
  topUpWithin: option({
    flag: '--top-up-within <time>',
    group: 'Budget',
    schema: wholeMs,
    otherwise: '24h',
    help: 'how long the run waits for a top-up before it goes on without the model',
    input: 'budget.topUpDeadlineMs',
  }),
  approval: option({
    flag: '--approval <level>',
    group: 'Publishing',
    schema: word(ApprovalLevel),
    choices: wordsOf(ApprovalLevel),
    otherwise: 'medium',
    help: 'low: ask about tools of your own servers only; medium: ask before publishing; high: ask before every action',
    input: 'approval.level',
  }),
  partial: option({
    flag: '--partial',
    group: 'Publishing',
    schema: yes,
    help: 'if you changed some files meanwhile, publish the others',
    input: 'partial',
    forkHelp: 'publish all or nothing, even if that run was to publish in part',
  }),
  acceptAmbiguous: option({
    flag: '--accept-ambiguous',
    group: 'Publishing',
    schema: yes,
    help: 'publish the likeliest repair even if others pass all tests too and behave differently',
    input: 'acceptAmbiguous',
    forkHelp: 'suggest an ambiguous repair, even if that run was to publish it',
  }),
  dryRun: option({
    flag: '--dry-run',
    group: 'Publishing',
    schema: yes,
    help: 'publish nothing; say what publishing would do, conflicts included',
    input: 'dryRun',
    forkHelp: 'publish, even if that run was a dry run',
  }),
};

/** Every option that there is, settings first. */
export const OPTIONS: readonly NamedOption[] = [...rowsOf(SERVICE_OPTIONS), ...rowsOf(RUN_OPTIONS)];

/** Groups of flags, in the order of `--help`. */
const GROUPS: readonly Option['group'][] = ['Checks', 'Repair', 'Agent', 'Budget', 'Publishing'];

export const FLAGGED: readonly Option[] = GROUPS.flatMap((group) =>
  OPTIONS.map(({ row }) => row).filter((row) => row.flag !== undefined && row.group === group),
);

/** The tables of `docs/settings.md`: variables, then flags of runs. */
export function settingsPage(): { variables: string; flags: string } {
  const variables = OPTIONS.filter(({ row }) => row.variable !== undefined);
  return {
    variables: table(['variable', 'meaning', 'default', 'restarts'], variables.map(variableRow)),
    flags: table(['flag', 'meaning', 'default'], FLAGGED.map(flagRow)),
  };
}

function variableRow({ row }: NamedOption): string[] {
  return [
    codes(variablesOf(row)),
    row.help,
    shownDefault(row),
    row.restarts ? 'the worker' : row.kept ? 'kept' : '',
  ];
}

function flagRow(row: Option): string[] {
  const flags = [row.flag ?? '', ...(row.forkHelp === undefined ? [] : [oppositeFlag(row)])];
  const [variable] = variablesOf(row);
  return [codes(flags), row.help, variable === undefined ? shownDefault(row) : codes([variable])];
}

/** Flag of a fork that takes back what the forked run was told: `--no-partial`. */
export function oppositeFlag({ flag = '' }: Option): string {
  return flag.replace(/^--/, '--no-');
}

/** Default of a setting as people read it; empty if it has none. */
export function shownDefault(row: Option): string {
  return row.otherwise ?? (typeof row.default === 'string' ? row.default : '');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** A table as prettier writes it. */
function table(head: string[], rows: readonly string[][]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
