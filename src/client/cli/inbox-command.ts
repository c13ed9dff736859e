import type { Say } from '../../domain/run/said';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { waitFacts, waitingRuns, type WaitingRun } from '../waiting';
import { withClient, type Context, type Flags } from './context';
import { askLine } from './question/prompt';
import { watch } from './run-commands';
import type { Cli } from './command-names';

/** Most open runs that are looked at. */
const MOST_OPEN = 1_000;

/** Adds `kintsugi inbox`. */
export function addInboxCommand({ program, config, exit }: Cli): void {
  program
    .command('inbox')
    .description('list what waits for people, and on a terminal answer it')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      exit(await withClient(config(), flags, (context) => inbox(context, flags)));
    });
}

/** Lists what waits; on a terminal asks which to answer, until none is left or none is named. */
async function inbox(context: Context, { json = false }: Flags): Promise<ExitCode> {
  const { client, output } = context;
  for (;;) {
    const waiting = await waitingRuns(client, await client.list({ open: true, limit: MOST_OPEN }));
    if (json) output.print(JSON.stringify(waiting));
    else if (waiting.length === 0) output.hint(output.say`Nothing waits for you.`);
    else for (const line of inboxLines(waiting, Date.now(), output.say)) output.print(line);
    if (json || waiting.length === 0 || !output.interactive) return EXIT.healed;
    const chosen = await chooseRun(waiting, output.say);
    if (!chosen) return EXIT.healed;
    await watch(context, chosen.run.id, {});
  }
}

/** `1  heal-shop-1a2b  publish 2 changed files`, and below it since when, until when, what it has cost and who knows. */
export function inboxLines(waiting: readonly WaitingRun[], nowMs: number, say: Say): string[] {
  const digits = String(waiting.length).length;
  return waiting.flatMap(({ run, what, warnings, ...facts }, at) => [
    `${String(at + 1).padStart(digits)}  ${run.id}  ${what}`,
    ...warnings.map((warning) => `${' '.repeat(digits)}  ${warning}`),
    `${' '.repeat(digits)}  ${[...(run.directory === undefined ? [] : [run.directory]), ...waitFacts(facts, nowMs, say)].join(' · ')}`,
  ]);
}

async function chooseRun(waiting: readonly WaitingRun[], say: Say): Promise<WaitingRun | undefined> {
  const which = waiting.length === 1 ? '1' : `1-${waiting.length}`;
  for (;;) {
    const typed = await askLine(
      `${say`Answer which? [${which}, Enter: none]`} `,
      new AbortController().signal,
    );
    if (typed === undefined || /^(?:n|no|q|quit)?$/i.test(typed.trim())) return undefined;
    const chosen = waiting[Number(typed) - 1];
    if (chosen) return chosen;
  }
}
