import { apiResponse } from '../../domain/heal/api-response';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor, type Redact } from '../../domain/redact';
import type { RunEvent } from '../../domain/run/events';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { eventsAfter, storedEvents } from '../event-log';
import { viewOf } from './ended';
import { reportSession } from './report-session';
import { standLine } from './show-commands';
import { showReply } from './show-reply';
import { withStore, type StoreReader } from './store-reader';
import { storyLines } from './story';
import { withContents } from './suggestion-contents';

/** Flags of `report`. */
export interface ReportFlags extends Flags {
  /** First digits of the hash of a reply. */
  reply?: string;
}

/** Prints what happened in a run, by its events, and of one that has ended its result. */
export async function report(context: Context, id: string, flags: ReportFlags): Promise<ExitCode> {
  const run = context.client.run(id);
  const { reply } = flags;
  if (reply !== undefined) {
    const { output, config } = context;
    const shown = { output, redact: redactor(config.secrets), json: flags.json ?? false };
    return withStore(config, (store) => showReply(run, reply, { ...shown, store }));
  }
  const { kind, execution } = await run.described();
  if (kind === 'session')
    return withStore(context.config, (store) => reportSession(context, id, flags, store));
  return withStore(context.config, (store) =>
    execution === 'COMPLETED' || (kind === 'rollback' && execution !== 'RUNNING')
      ? reportEnded(context, run, flags, store)
      : reportOpen(context, run, flags, { kind, execution, readBlob: store.readBlob }),
  );
}

/** Needs no worker: the result names its events. */
async function reportEnded(
  { output, config }: Context,
  run: HealHandle,
  flags: Flags,
  store: StoreReader,
): Promise<ExitCode> {
  const ended = await run.ended();
  const { result } = ended;
  const view = viewOf(ended);
  // Reports travel further than diffs, so secrets are taken out here; `kintsugi diff` shows the change as it is.
  const redact = redactor(config.secrets);
  const place = { id: run.id, webUrl: run.webUrl, output, store, redact };
  if (flags.api) {
    if (ended.kind !== 'heal')
      throw badInput(`${run.id} is ${view.what}, which has no response of the task API.`);
    const whole = await withContents(ended.result, store.readBlob, redact);
    output.print(JSON.stringify(apiResponse(whole), null, 2));
  } else if (flags.json) output.print((await view.report?.(result, place)) ?? JSON.stringify(result));
  else {
    output.print(await view.text(result, place));
    for (const line of view.figures?.(result) ?? []) output.print(line);
    const events = ended.kind !== 'other' && 'events' in ended.result ? ended.result.events : undefined;
    printStory(output, await storedEvents(events, 0, store.readBlob), redact);
  }
  return view.exit(result);
}

/** A run that has no result: it goes on, or was ended from outside. What happened until now is told all the same. */
async function reportOpen(
  { output, config }: Context,
  run: HealHandle,
  flags: Flags,
  { kind, execution, readBlob }: Pick<StoreReader, 'readBlob'> & { kind: string; execution: string },
): Promise<ExitCode> {
  const isOpen = execution === 'RUNNING';
  const { id } = run;
  if (kind === 'rollback') {
    if (flags.json) output.print(JSON.stringify({ id, execution }));
    else output.hint(`${id}: rolling back. Wait for its end with: kintsugi watch ${id}`);
    return EXIT.waiting;
  }
  if (flags.api)
    throw badInput(
      `The run ${id} has no response of the task API${isOpen ? ' yet' : ''}: see kintsugi report ${id}.`,
    );
  const events = await eventsAfter(run, 0, readBlob);
  const status = await run.status();
  if (flags.json) output.print(JSON.stringify({ id, execution, phase: status.phase, events }));
  else {
    output.print(standLine(id, execution, status));
    printStory(output, events, redactor(config.secrets));
    if (run.webUrl) output.print(run.webUrl);
  }
  return isOpen ? EXIT.waiting : execution === 'CANCELLED' ? EXIT.cancelled : EXIT.infrastructure;
}

function printStory(output: Context['output'], events: readonly RunEvent[], redact: Redact): void {
  if (events.length === 0) return;
  output.print(`\n${output.paint('bold', 'What happened')}`);
  for (const line of storyLines(events)) output.print(redact(line));
}
