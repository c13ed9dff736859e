import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Config } from '../../config';
import { CHAT_NEEDS_REQUEST, MODEL_NEEDED } from '../../domain/heal/decide';
import { ApprovalLevel, RepairMode, TaskType } from '../../domain/heal/input';
import { requireDirectory, type HealRequest, type KintsugiClient } from '../client';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { ForkRequest } from '../fork';
import type { HealHandle } from '../heal-handle';
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
      throw new InvalidArgumentError(`Use one of: ${values.map((one) => one.toLowerCase()).join(', ')}.`);
    return found;
  });

const collect = (value: string, before: string[] = []) => [...before, value];

/** Adds `kintsugi heal DIR ["request"]`. */
export function addHealCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const command = program
    .command('heal')
    .description('heal a broken project: run its checks, find a repair, verify it, publish it')
    .argument('<dir>', 'folder of the project')
    .argument('[request]', 'what to do instead of repairing failing checks (needs a model)');
  addHealOptions(command).action(async (dir: string, request: string | undefined, flags: HealFlags) => {
    exit(await runHeal(config(), dir, request, flags));
  });
}

/** Adds what a run that heals can be told. */
export function addHealOptions(command: Command): Command {
  return addBudgetOptions(command)
    .option('--impacted <file...>', 'files that the request is about')
    .addOption(
      upper(
        RepairMode.options,
        new Option('--mode <mode>', 'speed: mutation first; precision: ask the model as well'),
      ),
    )
    .addOption(new Option('--task <type>', 'kind of task').choices(TaskType.options))
    .option('--check <command>', 'a check command of the project; repeat for several', collect)
    .option('--check-timeout <seconds>', 'time limit of each check command (300)', wholeNumber)
    .option('--test-timeout <seconds>', 'time limit of each test file in the sandbox (10)', wholeNumber)
    .option(
      '--test <glob>',
      'test files for the sandbox, !GLOB leaves some out; repeat for several (as configured)',
      collect,
    )
    .option(
      '--time-limit <time>',
      'most time that the run may work, for example 90s, 30m or 2h, waiting for you not counted; it then ends with what it has (none)',
      wholeMs,
    )
    .option('--no-sandbox-tests', 'run only the check commands, no tests in the sandbox')
    .option('--packages <names>', 'packages that the sandbox may load; repeat for several (all)', collect)
    .option('--model <name>', 'model to ask in place of KINTSUGI_MODEL, at the same endpoint')
    .option('--generate-tests', 'let the model write tests for the changed code')
    .option('--max-attempts <n>', 'repairs allowed (3)', wholeNumber)
    .addOption(
      upper(
        ApprovalLevel.options,
        new Option(
          '--approval <level>',
          'low: never ask; medium: before publishing; high: before every action',
        ),
      ),
    )
    .option(
      '--allow-unsandboxed',
      'run check commands, also those that a model suggests, without bubblewrap where it is missing',
    )
    .option('--partial', 'where you changed some of the paths meanwhile, publish the others')
    .option('--dry-run', 'publish nothing: say what publishing would do, conflicts included')
    .option('--detach', 'start the run and leave it')
    .option('--json', 'print the typed result and nothing else on stdout');
}

/** Carries out `heal`; used by the demo as well. */
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

/** A request that is given must say something, and needs a model. */
export function requireRequest(request: string | undefined, config: Config): void {
  if (request !== undefined && request.trim() === '')
    throw badInput('The request is empty: write what to do, or leave it out.');
  if (request !== undefined && !config.model) throw badInput(MODEL_NEEDED);
}

/** Starts a run, and shows it until it ends, waits for somebody or is left. */
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
  'These settings have no model for repairs, and a worker with them does the same for --mode precision as for speed: set KINTSUGI_MODEL, and llm in KINTSUGI_PROPOSERS.';

/** A path within the project, given as seen from there or from where the user stands. */
function impactedPath(directory: string, given: string): string {
  for (const base of [directory, process.cwd()]) {
    const path = relative(directory, resolve(base, given));
    const inside = path !== '' && !path.startsWith('..') && !isAbsolute(path);
    if (inside && existsSync(join(directory, path))) return path.split(sep).join('/');
  }
  throw badInput(
    `--impacted names ${given}, which is not a file of ${directory}: give its path within the project.`,
  );
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

/** A file that may take longer may also be busy for longer in one go. */
function limitsOf(wallMs: number): { wallMs: number; turnMs: number } {
  return { wallMs, turnMs: Math.ceil(wallMs / 2) };
}

/** What the flags say, undefined where they say nothing. */
export function settingsOf(flags: HealFlags): Omit<ForkRequest, 'request' | 'impactedFiles' | 'budget'> {
  if (flags.check?.some((command) => command.trim() === ''))
    throw badInput('A --check is empty: write a command, such as --check "npm test", or leave it out.');
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
