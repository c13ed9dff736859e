import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { asksModel } from '../../domain/heal/proposal';
import { FLAGGED, givenPolicy, requireModelSettings, type Config } from '../../config';
import { END_WORDS } from '../../domain/heal/words/ends';
import { languageOr } from '../../domain/run/language';
import { type Say, said } from '../../domain/run/said';
import type { HealResult } from '../../domain/heal/result';
import type { KintsugiClient } from '../client';
import { requireChecks } from '../explain-tests';
import { type HealRequest, requireDirectory, rulesFor } from '../../run-input';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { HealHandle, RunHandle } from '../run-handle';
import { openClient, reviver } from '../open';
import { follow, type FollowOptions } from './follow';
import { folderAndText, folderArgument, readFolderAndText } from './folder-argument';
import { modelLine } from './model-line';
import { createOutput, type Output } from './output';
import { neighboursLine } from './render-runs';
import { redactor } from '../../domain/redact';
import { addRunFlags, settingsOf, type RunFlags, type RunSettings } from './run-flags';
import { withStore } from '../store-reader';
import { choiceText, chosenBy } from '../../domain/heal/ambiguity';
import { askLine } from './question/prompt';
import type { Cli } from './command-names';

/** Flags of following a run, not of the run itself. */
export interface FollowFlags {
  detach?: boolean;
  json?: boolean;
}

/** Adds `kintsugi heal [DIR] ["request"]`. */
export function addHealCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('heal')
    .description('heal a project: run its checks, find a repair, verify it, publish it');
  folderArgument(command).argument(
    '[request]',
    'a task for the model; without one, failing checks are repaired',
  );
  addFollowFlags(addRunFlags(command)).action(
    async (dir: string, request: string | undefined, flags: RunFlags & FollowFlags) => {
      exit(await runHeal(config(), dir, request, flags));
    },
  );
}

/** Settings that a run of an agent has no choice in. */
const NOT_OF_AGENTS = ['', 'executor', 'taskType'];

/** Adds `kintsugi agent [DIR] "request"`. */
export function addAgentCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('agent')
    .description('let an agent carry out a request on a project with tools; verify the change, publish it');
  folderAndText(command, 'request', 'what to do');
  const flags = FLAGGED.flatMap(({ input = '' }) => (NOT_OF_AGENTS.includes(input) ? [] : [input]));
  addFollowFlags(addRunFlags(command, flags)).action(async () => {
    const [dir, request] = readFolderAndText(command);
    requireAgent(request, config());
    const given = command.opts<RunFlags & FollowFlags>();
    exit(await runHeal(config(), dir, request, { ...given, executor: 'tools' }));
  });
}

/** Adds the options of following a run. */
export function addFollowFlags(command: Command): Command {
  return command
    .option('--detach', 'start the run and return at once')
    .option('--json', 'print the typed result, and nothing else, on stdout');
}

/** Carries out `heal`, for the command, for the demo and for CI. */
export async function runHeal(
  config: Config,
  dir: string,
  request: string | undefined,
  flags: RunFlags & FollowFlags,
  { begin = (_, start) => start(), onEnd }: HealFrame = {},
): Promise<ExitCode> {
  const heal = await readHeal(config, dir, request, flags);
  const followed = { ...flags, mode: heal.mode, asks: modelLine(config, heal.model) };
  return startAndFollow(
    config,
    followed,
    (client, output) => begin({ client, output, heal }, () => client.heal(heal)),
    onEnd,
  );
}

/** Work of another command around a heal. */
interface HealFrame {
  /** Gives the run to follow; `start` begins a new one. */
  begin?: (
    context: { client: KintsugiClient; output: Output; heal: HealRequest },
    start: () => Promise<HealHandle>,
  ) => Promise<HealHandle>;
  onEnd?: FollowOptions['onEnd'];
}

/** Request that arguments and flags of `heal` make. Throws a sentence where a run of it could do nothing, before anything is started. */
export async function readHeal(
  config: Config,
  dir: string,
  request: string | undefined,
  flags: RunFlags,
): Promise<HealRequest> {
  const directory = await requireDirectory(dir);
  requireRequest(request, config);
  await givenPolicy(config, directory);
  const settings = settingsOf(flags);
  if (settings.taskType === 'chat_reply' && request === undefined)
    throw badInput(END_WORDS[config.language].chatNeedsRequest);
  const { language } = config;
  requireChecks(directory, { ...settings, request, language }, await rulesFor(config, directory));
  return healRequest(directory, request, settings, config);
}

/** Throws a sentence where an agent has nothing to do, or no model to do it with. */
export function requireAgent(request: string, config: Config): void {
  if (request.trim() === '') throw badInput(said`The request is empty: say what the agent is to do.`);
  requireModelSettings(config);
  if (!config.model)
    throw badInput(
      said`An agent needs a model: set KINTSUGI_MODEL (see docs/models-and-cost.md), or repair failing tests without one by kintsugi heal DIR.`,
    );
}

/** Throws a sentence if a request is given that is empty, or that no model can carry out. */
export function requireRequest(request: string | undefined, config: Config): void {
  if (request !== undefined && request.trim() === '')
    throw badInput(said`The request is empty: say what to do, or leave it out.`);
  requireModelSettings(config);
  if (request !== undefined && !config.model) throw badInput(END_WORDS[config.language].modelNeeded);
}

/** Starts a run and shows it until it ends, waits for somebody, or the user detaches. `asks`: line on the model that it may ask. */
export async function startAndFollow(
  config: Config,
  flags: FollowFlags & Pick<RunSettings, 'mode'> & { asks?: string },
  start: (client: KintsugiClient, output: Output) => Promise<RunHandle<unknown>>,
  onEnd?: FollowOptions['onEnd'],
): Promise<ExitCode> {
  const json = flags.json ?? false;
  const output = createOutput({ json, color: config.color, language: config.language });
  const client = await openClient(config, { start: 'all', say: (line) => output.note(line) });
  if (flags.asks !== undefined) output.note(flags.asks);
  if (flags.mode === 'PRECISION' && !config.proposers.some(asksModel)) output.note(noModelToAsk(output.say));
  try {
    const run = await start(client, output);
    output.note(`${output.say`Run ${run.id}`}${run.webUrl ? `\n${run.webUrl}` : ''}`);
    const others = neighboursLine(await client.neighbours(run.id), output.say);
    if (others !== undefined) output.note(others);
    if (flags.detach) {
      if (json) output.print(JSON.stringify({ taskId: run.id, status: 'detached' }));
      else output.hint(output.say`Come back with: ${`kintsugi watch ${run.id}`}`);
      return EXIT.waiting;
    }
    const followed: Followed = (one, told) =>
      withStore(config, (store) =>
        follow(one, output, {
          json,
          store,
          editor: config.editor,
          onEnd: told,
          redact: redactor(config.secrets),
          revive: reviver(config),
        }),
      );
    return await followToChoice(client, run, output, followed, onEnd);
  } finally {
    await client.close();
  }
}

/** Follows a run; its result is told first. */
type Followed = (run: RunHandle<unknown>, told: FollowOptions['onEnd']) => Promise<ExitCode>;

/** Follows a run, and where it ends with suggestions and a terminal chooses one, the run that publishes it. */
async function followToChoice(
  client: KintsugiClient,
  run: RunHandle<unknown>,
  output: Output,
  followed: Followed,
  onEnd: FollowOptions['onEnd'],
): Promise<ExitCode> {
  const results: HealResult[] = [];
  const code = await followed(run, async (ended, store) => {
    if (ended.kind === 'heal') results.push(ended.result);
    await onEnd?.(ended, store);
  });
  const [result] = results;
  const choice = result && (await chooseRepair(result, output));
  return choice === undefined ? code : followed(await client.publish(run.id, { choice }), onEnd);
}

function noModelToAsk(say: Say): string {
  return say`No model looks for repairs, so ${'--mode precision'} does the same as speed: set ${'KINTSUGI_MODEL'}, and include ${'llm'} in ${'KINTSUGI_PROPOSERS'}.`;
}

/** Path within the project. It may be given relative to the project or to the current directory. */
function impactedPath(directory: string, given: string): string {
  for (const base of [directory, process.cwd()]) {
    const path = relative(directory, resolve(base, given));
    const inside = path !== '' && !path.startsWith('..') && !isAbsolute(path);
    if (inside && existsSync(join(directory, path))) return path.split(sep).join('/');
  }
  throw badInput(said`--impacted: ${directory} has no file ${given}; give its path within the project.`);
}

function healRequest(
  directory: string,
  request: string | undefined,
  settings: RunSettings,
  config: Config,
): HealRequest {
  const impactedFiles = settings.impactedFiles?.map((file) => impactedPath(directory, file));
  const language = languageOr(request, config.language);
  return { language, ...settings, directory, request, impactedFiles, budget: budgetOf(settings, config) };
}

/** Budget of the flags. Without a limit among them: that of the settings. Undefined if neither names one. */
export function budgetOf({ budget }: RunSettings, config: Config): HealRequest['budget'] {
  const { tokens, usd, topUpDeadlineMs } = budget ?? {};
  const limits = tokens !== undefined || usd !== undefined ? { tokens, usd } : config.budget;
  if (limits) return { ...limits, topUpDeadlineMs };
  if (topUpDeadlineMs === undefined) return undefined;
  throw badInput(said`--top-up-within needs a budget: add --budget-tokens or --budget-usd.`);
}

/** Asks which of the repairs that an ended run suggests is right. Undefined: none, or not now. */
async function chooseRepair(
  { delivery }: Pick<HealResult, 'delivery'>,
  output: Output,
): Promise<string | undefined> {
  if (delivery.status !== 'suggested' || !output.interactive) return undefined;
  const { choices } = delivery;
  const letters = choices.map(({ letter }) => letter).join(',');
  for (;;) {
    const typed = await askLine(
      `${output.say`Publish one of them?`} [${letters},n] `,
      new AbortController().signal,
    );
    if (typed === undefined || /^(?:n|no)?$/i.test(typed.trim())) return undefined;
    const choice = chosenBy(choices, typed);
    if (choice) return choice.letter;
    for (const one of choices) output.print(`  ${choiceText(one)}`);
  }
}
