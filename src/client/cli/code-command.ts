import { readFile } from 'node:fs/promises';
import { requireModelSettings, wholeNumber, type Config } from '../../config';
import { Strategy, ExecutionSpec } from '../../domain/agent/input';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { said } from '../../domain/run/said';
import { addFollowFlags, budgetOf, startAndFollow, type FollowFlags } from './heal-command';
import { modelLine } from './model-line';
import { writeNamed } from './named-files';
import { valueBy } from './option-value';
import { addRunFlags, settingsOf, type RunFlags } from './run-flags';
import type { Cli } from './command-names';

/** Places of a run's input that flags of other commands fill here too. */
const SHARED = [
  'budget.tokens',
  'budget.usd',
  'budget.topUpDeadlineMs',
  'timeLimitMs',
  'waitForLimitMs',
  'model',
  'approval.deadlineMs',
  'approval.onExpiry',
  'approval.remindEveryMs',
  'approval.delegate.to',
  'approval.delegate.afterMs',
];

interface CodeFlags extends FollowFlags {
  spec: string;
  data?: string;
  strategy?: Strategy;
  maxIterations?: number;
  maxCalls?: number;
  out?: string;
}

/** Adds `kintsugi code --spec FILE`. */
export function addCodeCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('code')
    .description('write a function to a specification, run it on data, and mend it until it works')
    .requiredOption(
      '--spec <file>',
      'execution specification: a JSON object with functionName, description …',
    )
    .option(
      '--data <file>',
      'test data, the argument of the function; without it, code is checked and not run',
    )
    .option(
      '--strategy <strategy>',
      'react: the model chooses the tools; pipeline: a fixed order (react)',
      strategyOf,
    )
    .option('--max-iterations <n>', 'most versions of the code (3)', valueBy(wholeNumber))
    .option('--max-calls <n>', 'most calls of tools (40)', valueBy(wholeNumber))
    .option('--out <file>', 'write the code to this file');
  addFollowFlags(addRunFlags(command, SHARED)).action(async (flags: RunFlags & CodeFlags) => {
    exit(await runCode(config(), flags));
  });
}

async function runCode(config: Config, flags: RunFlags & CodeFlags): Promise<ExitCode> {
  requireModelSettings(config);
  if (!config.model)
    throw badInput(said`The coding agent needs a model: set KINTSUGI_MODEL (see docs/models-and-cost.md).`);
  const executionSpec = await readSpec(flags.spec);
  const settings = settingsOf(flags);
  const { timeLimitMs, waitForLimitMs, model, approval } = settings;
  const { language } = config;
  const { data, strategy, maxIterations, maxCalls, out } = flags;
  const budget = budgetOf(settings, config);
  const limits = { maxIterations, maxCalls, waitForLimitMs, timeLimitMs, budget, approval };
  return startAndFollow(
    config,
    { detach: flags.detach, json: flags.json, asks: modelLine(config, model) },
    (client) => client.code({ executionSpec, data, strategy, language, model, ...limits }),
    async (ended) => {
      if (out === undefined || ended.kind !== 'codingAgent') return;
      const { generatedCode } = ended.result.record;
      // Nothing is written where there is no code, so that an older file stays.
      if (generatedCode !== '') await writeNamed(out, generatedCode, 'the code is in the report of the run');
    },
  );
}

function strategyOf(text: string): Strategy {
  const parsed = Strategy.safeParse(text);
  if (!parsed.success) throw badInput(`--strategy: use one of ${Strategy.options.join(', ')}.`);
  return parsed.data;
}

async function readSpec(path: string): Promise<ExecutionSpec> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw badInput(said`${'--spec'}: there is no file ${path} that can be read; check the path.`);
  });
  try {
    const parsed = ExecutionSpec.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    if (parsed.success) return parsed.data;
  } catch {
    // Told below, as what is JSON but no object.
  }
  throw badInput(
    said`--spec: ${path} holds no JSON object; give one like ${'{"functionName": "total", "description": "…"}'}.`,
  );
}
