import type { Command } from 'commander';
import type { Config } from '../../config';
import { elapsedText, momentText } from '../../domain/run/times';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { waitingRuns, type WaitingRun } from '../waiting';
import { withClient, type Context, type Flags } from './context';
import { askLine } from './question/prompt';
import { watch } from './run-commands';

/** Most open runs that are looked at. */
const MOST_OPEN = 1_000;

/** Adds `kintsugi inbox`. */
export function addInboxCommand(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
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
    else if (waiting.length === 0) output.hint('Nothing waits for you.');
    else for (const line of inboxLines(waiting, Date.now())) output.print(line);
    if (json || waiting.length === 0 || !output.interactive) return EXIT.healed;
    const chosen = await chooseRun(waiting);
    if (!chosen) return EXIT.healed;
    await watch(context, chosen.run.id, {});
  }
}

/** `1  heal-shop-1a2b  publish 2 changed files`, and below it since when, until when, what it has cost and who knows. */
export function inboxLines(waiting: readonly WaitingRun[], nowMs: number): string[] {
  const digits = String(waiting.length).length;
  return waiting.flatMap(({ run, what, warnings, ...facts }, at) => [
    `${String(at + 1).padStart(digits)}  ${run.id}  ${what}`,
    ...warnings.map((warning) => `${' '.repeat(digits)}  ${warning}`),
    `${' '.repeat(digits)}  ${waitText(facts, run.directory, nowMs)}`,
  ]);
}

function waitText(
  { since, deadline, delegate, told, spent }: Omit<WaitingRun, 'run' | 'what' | 'warnings'>,
  directory: string | undefined,
  nowMs: number,
): string {
  const asked = [...(delegate === undefined ? [] : [delegate]), ...told];
  return [
    ...(directory === undefined ? [] : [directory]),
    ...(since === undefined ? [] : [`waits for ${elapsedText(nowMs - Date.parse(since))}`]),
    ...(deadline === undefined ? [] : [`until ${momentText(deadline)}`]),
    ...(spent === undefined ? [] : [`${spent} spent`]),
    ...(asked.length === 0 ? [] : [`told: ${asked.join(', ')}`]),
  ].join(' · ');
}

async function chooseRun(waiting: readonly WaitingRun[]): Promise<WaitingRun | undefined> {
  const which = waiting.length === 1 ? '1' : `1-${waiting.length}`;
  for (;;) {
    const typed = await askLine(`Answer which? [${which}, Enter: none] `, new AbortController().signal);
    if (typed === undefined || /^(?:n|no|q|quit)?$/i.test(typed.trim())) return undefined;
    const chosen = waiting[Number(typed) - 1];
    if (chosen) return chosen;
  }
}
