import { ENGLISH } from '../../domain/run/said';
import { Argument } from 'commander';
import type { Config } from '../../config';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { Schedules, ScheduleSummary, ScheduleTimes } from '../schedules';
import { withClient, type Context, type Flags } from './context';
import { readHeal, requireAgent } from './heal-command';
import { inColumns, stateText, timeText } from './render-runs';
import { addRunFlags, type RunFlags } from './run-flags';
import type { Cli } from './command-names';

interface ScheduleFlags extends RunFlags, Pick<ScheduleTimes, 'name' | 'timezone'> {
  json?: boolean;
}

/** Adds `kintsugi schedule CRON heal|agent [DIR] ["request"]` and what lists, pauses and removes schedules. */
export function addScheduleCommand({ program, config, exit }: Cli): void {
  const schedule = program
    .command('schedule')
    .description('begin runs by the clock: "0 2 * * *" heals a project each night at two')
    .argument('<cron>', 'when: minute, hour, day of the month, month, day of the week')
    .addArgument(new Argument('<command>', 'what to do then').choices(['heal', 'agent']))
    .argument('[dir]', 'folder of the project (.)', '.')
    .argument('[request]', 'what to do there; heal without one repairs failing checks')
    .option('--name <name>', 'name of the schedule; without it kind and folder, like heal-shop')
    .option('--timezone <zone>', 'zone of the clock, like Europe/Berlin (that of this machine)')
    .option('--json', 'print JSON');
  addRunFlags(schedule).action(
    async (cron: string, kind: string, dir: string, request: string | undefined, flags: ScheduleFlags) => {
      exit(await make(config(), { cron, kind, dir, request }, flags));
    },
  );
  const on = (name: string, description: string, act: Act, done: string): void => {
    schedule
      .command(name)
      .description(description)
      .argument('<name>', 'name of the schedule')
      .action(async (of: string) => {
        exit(await withClient(config(), {}, (context) => carryOut(context, of, act, done)));
      });
  };
  on('pause', 'let no run of a schedule begin', (all, name) => all.pause(name), 'Paused');
  on('resume', 'let runs of a paused schedule begin again', (all, name) => all.resume(name), 'Goes on');
  on('run', 'begin a run of a schedule now', (all, name) => all.trigger(name), 'Begun');
  on('remove', 'remove a schedule; its runs stay', (all, name) => all.remove(name), 'Removed');
  schedule
    .command('list')
    .description('list the schedules, each with its next run and what came of the newest')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      // A flag that the schedule has too is read by it.
      const json = flags.json ?? schedule.opts<Flags>().json;
      exit(await withClient(config(), { json }, (context) => list(context, { json })));
    });
}

type Act = (schedules: Schedules, name: string) => Promise<void>;

/** Run that is to begin, as it was typed. */
interface Planned {
  cron: string;
  kind: string;
  dir: string;
  request: string | undefined;
}

async function make(
  config: Config,
  { cron, kind, dir, request }: Planned,
  flags: ScheduleFlags,
): Promise<ExitCode> {
  const isAgent = kind === 'agent';
  if (isAgent) requireAgent(request ?? '', config);
  const heal = await readHeal(config, dir, request, isAgent ? { ...flags, executor: 'tools' } : flags);
  return withClient(config, flags, async ({ client, output }) => {
    const name = await client.schedule(heal, { cron, name: flags.name, timezone: flags.timezone });
    const made = (await client.schedules.list()).find((one) => one.name === name);
    output.print(flags.json ? JSON.stringify({ name, ...made }) : `Scheduled: ${name}${nextText(made)}`);
    output.hint('Kintsugi has to be up then (kintsugi up); kintsugi schedule list shows what came of it.');
    return EXIT.healed;
  });
}

function nextText({ next }: Partial<ScheduleSummary> = {}): string {
  return next === undefined ? '' : `, next run at ${timeText(next)} UTC`;
}

async function carryOut(
  { client, output }: Context,
  name: string,
  act: Act,
  done: string,
): Promise<ExitCode> {
  await act(client.schedules, name);
  output.print(`${done}: ${name}`);
  return EXIT.healed;
}

async function list({ client, output }: Context, { json }: Flags): Promise<ExitCode> {
  const schedules = await client.schedules.list();
  if (json) output.print(JSON.stringify(schedules.map((one) => ({ ...one, last: one.last ?? null }))));
  else if (schedules.length === 0)
    output.hint('Nothing is scheduled: kintsugi schedule "0 2 * * *" heal DIR heals each night at two.');
  else for (const line of inColumns(schedules.map(cells))) output.print(line);
  return EXIT.healed;
}

function cells({ name, cron, timezone, next, lastRun, last, directory }: ScheduleSummary): string[] {
  return [
    name,
    `${cron} ${timezone}`,
    next === undefined ? 'paused' : `next ${timeText(next)} UTC`,
    lastRun === undefined ? 'no run yet' : `${lastRun}${last ? `: ${stateText(last, ENGLISH)}` : ''}`,
    directory,
  ];
}
