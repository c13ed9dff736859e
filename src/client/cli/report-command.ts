import { z } from 'zod';
import { apiResponse } from '../../domain/heal/api-response';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor, type Redact } from '../../domain/redact';
import type { RunEvent } from '../../domain/run/events';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { eventsAfter, storedEvents, type ReadBlob } from '../event-log';
import { viewOf } from './ended';
import { writePatch, writeTrajectory } from './report-files';
import { reportSession } from './report-session';
import { standLine } from './show-commands';
import { withStore, type StoreReader } from './store-reader';
import { storyLines } from './story';
import { DebuggerSuggestion, type RepairAttempt } from '../../domain/heal/proposal';
import type { HealResult } from '../../domain/heal/result';
import type { Output } from './output';

/** Flags of `report`. */
export interface ReportFlags extends Flags {
  /** First digits of the hash of a reply. */
  reply?: string;
  /** File for the change as a patch. */
  patch?: string;
  /** File for the run as a trajectory. */
  atif?: string;
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
  const { patch, atif } = flags;
  if (patch !== undefined)
    return withStore(context.config, (store) => writePatch(context, run, patch, store));
  if (atif !== undefined)
    return withStore(context.config, (store) => writeTrajectory(context, run, atif, store));
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

/** The result with the contents that its suggestions gave files. History has references only; the store has the texts. */
async function withContents(result: HealResult, readBlob: ReadBlob, redact: Redact): Promise<HealResult> {
  const repairHistory = await Promise.all(
    result.repairHistory.map((attempt) => filled(attempt, readBlob, redact)),
  );
  return { ...result, repairHistory };
}

async function filled(attempt: RepairAttempt, readBlob: ReadBlob, redact: Redact): Promise<RepairAttempt> {
  const { suggestionRef, debuggerResponse } = attempt;
  const text = suggestionRef === undefined ? undefined : await readBlob(suggestionRef);
  if (text === undefined || !debuggerResponse) return attempt;
  const { fileModifications } = DebuggerSuggestion.parse(JSON.parse(text));
  return {
    ...attempt,
    debuggerResponse: {
      ...debuggerResponse,
      // All of them: the result names the first alone.
      fileModifications: fileModifications.map(({ path, action, content }) =>
        content === undefined ? { path, action } : { path, action, content: redact(content) },
      ),
    },
  };
}

const LEAST_DIGITS = 8;

/** A stored reply, as far as it is shown. */
const Reply = z.object({ model: z.string(), text: z.string(), finishReason: z.string() });

/** Prints a reply of a model, also one that could not be used, by the first digits of its hash. */
async function showReply(
  run: HealHandle,
  hash: string,
  { output, store, redact, json }: { output: Output; store: StoreReader; redact: Redact; json: boolean },
): Promise<ExitCode> {
  if (hash.length < LEAST_DIGITS)
    throw badInput(`--reply is too short: give at least the first ${LEAST_DIGITS} digits.`);
  const blobs = await store.repliesOf(await run.firstExecution());
  const blob = blobs.find((one) => one.startsWith(hash));
  const text = blob === undefined ? undefined : await store.readBlob(blob);
  if (text === undefined)
    throw badInput(
      `The run ${run.id} has no reply ${hash} on this machine: its report names the replies that could not be used.`,
    );
  const reply = Reply.parse(JSON.parse(text));
  const shown = { ...reply, text: redact(reply.text) };
  if (json) output.print(JSON.stringify(shown));
  else {
    output.print(output.paint('bold', `Reply of ${shown.model}, ended by ${shown.finishReason}`));
    output.print(shown.text);
  }
  return EXIT.healed;
}
