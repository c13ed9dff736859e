import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import { requireModelSettings, share, wholeMs, wholeNumber, type Config } from '../../config';
import type { GivenPlan } from '../../domain/goal/plan';
import { PublishWhen } from '../../domain/goal/input';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { languageOr } from '../../domain/run/language';
import { said } from '../../domain/run/said';
import { refuseUnusable, requireRoots, type GoalRequest } from '../../run-input';
import { createOutput, type Output } from './output';
import { addFollowFlags, budgetOf, startAndFollow, type FollowFlags } from './heal-command';
import { modelLine } from './model-line';
import { valueBy } from './option-value';
import { addRunFlags, settingsOf, type RunFlags } from './run-flags';
import type { LearnedRow } from '../../domain/goal/learning';
import { firstLine } from '../../domain/text';
import { homePaths } from '../../machine/paths';
import { createLearned } from '../../memory';
import { shownName } from '../../domain/shown';
import type { Cli } from './command-names';

/** Settings of every run that goals have too, by their place in the input. */
const SHARED = [
  'timeLimitMs',
  'waitForLimitMs',
  'model',
  'dryRun',
  'budget.tokens',
  'budget.usd',
  'budget.topUpDeadlineMs',
  'approval.level',
  'approval.deadlineMs',
  'approval.remindEveryMs',
  'approval.delegate.to',
  'approval.delegate.afterMs',
  'approval.onExpiry',
];

interface GoalFlags extends FollowFlags {
  plan?: string;
  conversation?: string;
  publish: GoalRequest['publish'];
  minSuccess?: number;
  maxSteps?: number;
  maxReplans?: number;
  stepTimeLimit?: number;
  allowHome?: boolean;
}

/** Adds `kintsugi goal` and `kintsugi learned`. */
export function addGoalCommands({ program, config, exit }: Cli): void {
  const command = program
    .command('goal')
    .description(
      'reach a goal on your folders: plan it, carry it out on a copy, publish it after your approval',
    )
    .usage('[options] [dir...] <request>')
    .argument(
      '[words...]',
      'folders that the goal is about (.), and behind them the goal in your own words; with --plan folders only',
    )
    .option('--plan <file>', 'plan of your own, a JSON array of steps: needs no model')
    .option('--conversation <id>', 'goals that share it can speak of "that folder"')
    .addOption(
      new Option('--publish <when>', 'when your folders change')
        .choices(PublishWhen.options)
        .default('at-end'),
    )
    .option('--min-success <share>', 'share of items and steps that counts as done (0.8)', valueBy(share))
    .option('--max-steps <n>', 'most calls of tools (2000)', valueBy(wholeNumber))
    .option('--max-replans <n>', 'most new plans after steps that failed (3)', valueBy(wholeNumber))
    .option('--step-time-limit <time>', 'most time of one step (15m)', valueBy(wholeMs))
    .option('--allow-home', 'allow your home folder');
  addFollowFlags(addRunFlags(command, SHARED)).action(
    async (words: string[], flags: RunFlags & GoalFlags) => {
      const request = flags.plan === undefined ? words.at(-1) : undefined;
      const dirs = request === undefined ? words : words.slice(0, -1);
      exit(await runGoal(config(), dirs, request, flags));
    },
  );
  program
    .command('learned')
    .description('show which ways went well or badly in your folders')
    .argument('[dir...]', 'folders that goals were about', ['.'])
    .option('--json', 'print JSON')
    .action(async (dirs: string[], flags: { json?: boolean }) => {
      const given = config();
      const output = createOutput({ json: flags.json ?? false, color: given.color });
      await showLearned(given, await requireRoots(dirs, true), output, flags.json ?? false);
      exit(EXIT.healed);
    });
}

async function runGoal(
  config: Config,
  dirs: readonly string[],
  request: string | undefined,
  flags: RunFlags & GoalFlags,
): Promise<ExitCode> {
  const { plan: file, conversation, publish, minSuccess, maxSteps, maxReplans, allowHome } = flags;
  if (request !== undefined && request.trim() === '')
    throw badInput(said`The request is empty: say what the goal is, or give --plan FILE.`);
  if (request === undefined && file === undefined)
    throw badInput(said`Say what the goal is, or give a plan of your own with --plan FILE.`);
  requireModelSettings(config);
  if (file === undefined && !config.model)
    throw badInput(
      said`A goal needs a model to plan it: set KINTSUGI_MODEL (see docs/models-and-cost.md), or give a plan with --plan FILE.`,
    );
  const roots = await requireRoots(dirs.length === 0 ? ['.'] : dirs, allowHome);
  const plan = file === undefined ? undefined : await readPlanFile(file);
  const language = languageOr(request, config.language);
  refuseUnusable({ plan, roots, language });
  const settings = settingsOf(flags);
  const { timeLimitMs, waitForLimitMs, model, approval, dryRun } = settings;
  const { stepTimeLimit: stepTimeLimitMs } = flags;
  const budget = budgetOf(settings, config);
  const limits = { minSuccess, maxSteps, maxReplans, stepTimeLimitMs, timeLimitMs, waitForLimitMs, budget };
  return startAndFollow(
    config,
    { detach: flags.detach, json: flags.json, asks: modelLine(config, model) },
    (client) =>
      client.goal({
        request,
        language,
        roots,
        allowHome,
        plan,
        conversation,
        publish,
        model,
        approval,
        dryRun,
        ...limits,
      }),
  );
}

async function readPlanFile(path: string): Promise<GivenPlan> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw badInput(said`${'--plan'}: there is no file ${path} that can be read; check the path.`);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as GivenPlan;
  } catch {
    throw badInput(
      said`--plan: ${path} is not JSON; give an array of steps like ${'[{"tool": "list", "args": {"path": "."}}]'}.`,
    );
  }
}

/** Prints which ways went well or badly in these folders, the surest first. */
export async function showLearned(
  config: Config,
  roots: readonly string[],
  output: Output,
  json: boolean,
): Promise<void> {
  const rows = await createLearned(homePaths(config.home).learned).rows(roots, new Date().toISOString());
  if (json) {
    output.print(JSON.stringify(rows));
    return;
  }
  if (rows.length === 0) output.print('Nothing is learned of these folders yet: run a goal on them first.');
  for (const row of rows) output.print(rowText(row));
}

/** `find content=words path=folder in papers  3 successes, 1 failure: it has no such folder` */
function rowText({ tool, pattern, path, successes, failures, lastReason }: LearnedRow): string {
  const place = path === '' ? '' : ` in ${shownName(path)}`;
  const why = lastReason === undefined ? '' : `: ${shownName(firstLine(lastReason))}`;
  return `${tool} ${shownName(pattern)}${place}  ${countText(successes, 'success')}, ${countText(failures, 'failure')}${why}`;
}

/** Tries count less as they grow old, so the counts are no whole numbers. */
function countText(count: number, noun: 'success' | 'failure'): string {
  const shown = Math.round(count * 10) / 10;
  if (shown === 1) return `1 ${noun}`;
  return `${shown} ${noun === 'success' ? 'successes' : 'failures'}`;
}
