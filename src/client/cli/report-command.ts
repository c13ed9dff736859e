import type { BlobHash } from '../../domain/ids';
import { apiResponse } from '../../domain/heal/api-response';
import { targetsLine } from '../../domain/heal/targets';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor, type Redact } from '../../domain/redact';
import type { RunEvent } from '../../domain/run/events';
import type { RollbackResult } from '../../domain/run/rollback';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { eventsAfter, storedEvents } from '../event-log';
import { exitCodeOf, renderResult } from './render';
import { codeExit, printCode } from './render-code';
import { goalExit, printGoal } from './render-goal';
import { renderRollback, rollbackExit } from './render-rollback';
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
      : reportOpen(context, run, flags, { execution, readBlob: store.readBlob }),
  );
}

/** Needs no worker: the result names its events. */
async function reportEnded(
  { output, config }: Context,
  run: HealHandle,
  flags: Flags,
  { readDiff, readBlob }: StoreReader,
): Promise<ExitCode> {
  const ended = await run.ended();
  if (ended.kind === 'codingAgent') {
    const { result } = ended;
    if (flags.api)
      throw badInput(`${run.id} is a run of the coding agent, which has no response of the task API.`);
    if (flags.json) {
      output.print(JSON.stringify(result));
      return codeExit(result);
    }
    printCode(result, output, run.webUrl, false);
    printStory(output, await storedEvents(result.events, 0, readBlob), redactor(config.secrets));
    return codeExit(result);
  }
  if (ended.kind === 'goal') {
    const { result } = ended;
    if (flags.api) throw badInput(`${run.id} is a goal, which has no response of the task API.`);
    const redact = redactor(config.secrets);
    const hash = flags.json ? result.report?.json : result.report?.markdown;
    const text = hash === undefined ? undefined : await readBlob(hash);
    if (flags.json) output.print(redact(text ?? JSON.stringify(result)));
    else {
      printGoal(result, text && redact(text), output, run.webUrl, false);
      printStory(output, await storedEvents(result.events, 0, readBlob), redact);
    }
    return goalExit(result);
  }
  if (ended.kind === 'rollback') {
    const redact = redactor(config.secrets);
    const readRedacted = async (hash: BlobHash) => redact(await readDiff(hash));
    return reportRollback(output, run, ended.result, flags, readRedacted);
  }
  if (ended.kind !== 'heal') {
    output.print(JSON.stringify(ended.result, null, 2));
    return EXIT.healed;
  }
  const { result } = ended;
  // Reports travel further than diffs, so secrets are taken out here; `kintsugi diff` shows the change as it is.
  const redact = redactor(config.secrets);
  if (flags.api)
    output.print(JSON.stringify(apiResponse(await withContents(result, readBlob, redact)), null, 2));
  else if (flags.json) output.print(JSON.stringify(result));
  else {
    const diff = result.diff && redact(await readDiff(result.diff.hash));
    const seconds = result.timings.workMs / 1000;
    output.print(renderResult(result, { diff, webUrl: run.webUrl, seconds }, output));
    if (result.targets) output.print(`Times and their targets: ${targetsLine(result.targets)}`);
    printStory(output, await storedEvents(result.events, 0, readBlob), redact);
  }
  return exitCodeOf(result);
}

async function reportRollback(
  output: Context['output'],
  { id, webUrl }: HealHandle,
  result: RollbackResult,
  flags: Flags,
  readDiff: StoreReader['readDiff'],
): Promise<ExitCode> {
  if (flags.api) throw badInput(`${id} is a rollback, which has no response of the task API.`);
  if (flags.json) output.print(JSON.stringify(result));
  else {
    const diff = result.diff && (await readDiff(result.diff.hash));
    output.print(renderRollback(id, result, { diff, webUrl }, output));
  }
  return rollbackExit(result);
}

/** A run that has no result: it goes on, or was ended from outside. What happened until now is told all the same. */
async function reportOpen(
  { output, config }: Context,
  run: HealHandle,
  flags: Flags,
  { execution, readBlob }: Pick<StoreReader, 'readBlob'> & { execution: string },
): Promise<ExitCode> {
  const isOpen = execution === 'RUNNING';
  const { id } = run;
  if ((await run.described()).kind === 'rollback') {
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
