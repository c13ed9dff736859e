import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Config } from '../../config';
import { CHAT_NEEDS_REQUEST, MODEL_NEEDED } from '../../domain/heal/begin';
import { RepairMode, TaskType } from '../../domain/heal/input';
import { ApprovalLevel } from '../../domain/run/input';
import { requireDirectory, type HealRequest, type KintsugiClient } from '../client';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { ForkRequest } from '../fork';
import type { HealHandle } from '../run-handle';
import { openClient, reviver } from '../open';
import { addBudgetOptions, budgetOf, type BudgetFlags } from './budget-options';
import { follow } from './follow';
import { wholeMs } from './durations';
import { createOutput } from './output';
import { redactor } from '../../domain/redact';
import { withDiffReader } from './diff-reader';
import { wholeNumber } from './whole-number';

export interface HealFlags extends BudgetFlags {
  impacted?: string[];
  mode?: RepairMode;
  task?: TaskType;
  check?: string[];
  checkTimeout?: number;
  testTimeout?: number;
  timeLimit?: number;
  test?: string[];
  /** False with --no-sandbox-tests. */
  sandboxTests?: boolean;
  generateTests?: boolean;
  maxAttempts?: number;
  approval?: ApprovalLevel;
  packages?: string[];
  model?: string;
  allowUnsandboxed?: boolean;
  partial?: boolean;
  dryRun?: boolean;
  detach?: boolean;
  json?: boolean;
}

const upper = <T extends string>(values: readonly T[], option: Option): Option =>
  option.choices(values.map((value) => value.toLowerCase())).argParser((value) => {
    const found = values.find((one) => one === value.toUpperCase());
    if (!found)
      throw new InvalidArgumentError(`Give one of: ${values.map((one) => one.toLowerCase()).join(', ')}.`);
    return found;
  });

const collect = (value: string, before: string[] = []) => [...before, value];

/** Adds `kintsugi heal DIR ["request"]`. */
export function addHealCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const command = program
    .command('heal')
    .description('heal a project: run its checks, find a repair, verify it, publish it')
    .argument('<dir>', 'folder of the project')
    .argument('[request]', 'a task for the model; without one, failing checks are repaired');
  addHealOptions(command).action(async (dir: string, request: string | undefined, flags: HealFlags) => {
    exit(await runHeal(config(), dir, request, flags));
  });
}

/** Adds the options that `heal` and `fork` share. */
export function addHealOptions(command: Command): Command {
  addCheckOptions(command);
  addRepairOptions(command);
  return addPublishOptions(addBudgetOptions(command));
}

function addCheckOptions(command: Command): Command {
  return command
    .optionsGroup('Checks:')
    .option(
      '--test <glob>',
      'test files for the sandbox; !GLOB leaves some out; repeatable (default: those of the project)',
      collect,
    )
    .option('--check <command>', 'check command of the project, like "npm test"; repeatable', collect)
    .option('--no-sandbox-tests', 'run the check commands only, no tests in the sandbox')
    .option('--packages <names>', 'packages that the sandbox may load; repeatable (default: all)', collect)
    .option('--test-timeout <seconds>', 'time limit of each test file in the sandbox (10)', wholeNumber)
    .option('--check-timeout <seconds>', 'time limit of each check command (300)', wholeNumber)
    .option(
      '--allow-unsandboxed',
      'if bubblewrap is missing, run commands without it, those of a model included',
    );
}

function addRepairOptions(command: Command): Command {
  return command
    .optionsGroup('Repair:')
    .addOption(
      upper(
        RepairMode.options,
        new Option(
          '--mode <mode>',
          'speed: ask the model only if single edits fail; precision: always ask it',
        ),
      ),
    )
    .addOption(new Option('--task <type>', 'kind of task').choices(TaskType.options))
    .option(
      '--impacted <file...>',
      'files that the request is about; unlocks them if they are protected as tests',
    )
    .option('--generate-tests', 'let the model write tests for the changed code')
    .option('--model <name>', 'model to ask instead of KINTSUGI_MODEL, at the same endpoint')
    .option('--max-attempts <n>', 'most repairs to try (3)', wholeNumber)
    .option(
      '--time-limit <time>',
      'work time after which the run ends with what it has, like 90s, 30m or 2h; waiting for you does not count (none)',
      wholeMs,
    );
}

function addPublishOptions(command: Command): Command {
  return command
    .optionsGroup('Publishing:')
    .addOption(
      upper(
        ApprovalLevel.options,
        new Option(
          '--approval <level>',
          'low: never ask; medium: ask before publishing; high: ask before every action',
        ),
      ),
    )
    .option('--partial', 'if you changed some files meanwhile, publish the others')
    .option('--dry-run', 'publish nothing; say what publishing would do, conflicts included')
    .optionsGroup('Options:')
    .option('--detach', 'start the run and return at once')
    .option('--json', 'print the typed result, and nothing else, on stdout');
}

/** Carries out `heal`, for the command and for the demo. */
export async function runHeal(
  config: Config,
  dir: string,
  request: string | undefined,
  flags: HealFlags,
): Promise<ExitCode> {
  const directory = await requireDirectory(dir);
  requireRequest(request, config);
  if (flags.task === 'chat_reply' && request === undefined) throw badInput(CHAT_NEEDS_REQUEST);
  return startAndFollow(config, flags, (client) =>
    client.heal(healRequest(directory, request, flags, config)),
  );
}

/** Throws a sentence if a request is given that is empty, or that no model can carry out. */
export function requireRequest(request: string | undefined, config: Config): void {
  if (request !== undefined && request.trim() === '')
    throw badInput('The request is empty: say what to do, or leave it out.');
  if (request !== undefined && !config.model) throw badInput(MODEL_NEEDED);
}

/** Starts a run and shows it until it ends, waits for somebody, or the user detaches. */
export async function startAndFollow(
  config: Config,
  flags: HealFlags,
  start: (client: KintsugiClient) => Promise<HealHandle>,
): Promise<ExitCode> {
  const json = flags.json ?? false;
  const output = createOutput({ json, color: config.color });
  if (flags.mode === 'PRECISION' && !config.proposers.includes('llm')) output.note(NO_MODEL_TO_ASK);
  const client = await openClient(config, { start: 'all', say: (line) => output.note(line) });
  try {
    const run = await start(client);
    output.note(`Run ${run.id}${run.webUrl ? `\n${run.webUrl}` : ''}`);
    if (flags.detach) {
      if (json) output.print(JSON.stringify({ taskId: run.id, status: 'detached' }));
      else output.hint(`Come back with: kintsugi watch ${run.id}`);
      return EXIT.waiting;
    }
    return await withDiffReader(config, (readDiff) =>
      follow(run, output, { json, readDiff, redact: redactor(config.secrets), revive: reviver(config) }),
    );
  } finally {
    await client.close();
  }
}

const NO_MODEL_TO_ASK =
  'No model looks for repairs, so --mode precision does the same as speed: set KINTSUGI_MODEL, and include llm in KINTSUGI_PROPOSERS.';

/** Path within the project. It may be given relative to the project or to the current directory. */
function impactedPath(directory: string, given: string): string {
  for (const base of [directory, process.cwd()]) {
    const path = relative(directory, resolve(base, given));
    const inside = path !== '' && !path.startsWith('..') && !isAbsolute(path);
    if (inside && existsSync(join(directory, path))) return path.split(sep).join('/');
  }
  throw badInput(`--impacted: ${directory} has no file ${given}; give its path within the project.`);
}

function healRequest(
  directory: string,
  request: string | undefined,
  flags: HealFlags,
  config: Config,
): HealRequest {
  const impactedFiles = flags.impacted?.map((file) => impactedPath(directory, file));
  const { language } = config;
  const budget = budgetOf(flags, config.budget);
  return { directory, request, impactedFiles, language, ...settingsOf(flags), budget };
}

/** Limits of a test file: one turn of its event loop may take half of the whole time. */
function limitsOf(wallMs: number): { wallMs: number; turnMs: number } {
  return { wallMs, turnMs: Math.ceil(wallMs / 2) };
}

/** Settings of the flags. Undefined: not given. */
export function settingsOf(flags: HealFlags): Omit<ForkRequest, 'request' | 'impactedFiles' | 'budget'> {
  if (flags.check?.some((command) => command.trim() === ''))
    throw badInput('--check is empty: give a command like --check "npm test", or leave it out.');
  const timeoutMs = flags.checkTimeout === undefined ? undefined : flags.checkTimeout * 1000;
  return {
    mode: flags.mode,
    taskType: flags.task,
    verification: {
      tests: flags.sandboxTests === false ? [] : flags.test,
      commands: flags.check?.map((command) => ({ command, timeoutMs })),
      packages: flags.packages?.flatMap((names) => names.split(',')),
      allowUnsandboxed: flags.allowUnsandboxed,
      limits: flags.testTimeout === undefined ? undefined : limitsOf(flags.testTimeout * 1000),
    },
    generateTests: flags.generateTests,
    maxAttempts: flags.maxAttempts,
    approval: { level: flags.approval },
    model: flags.model,
    partial: flags.partial,
    dryRun: flags.dryRun,
    timeLimitMs: flags.timeLimit,
  };
}
