import { setTimeout as delay } from 'node:timers/promises';
import type { Question } from '../../domain/run/questions';
import { speaker, said } from '../../domain/run/said';
import type { Redact } from '../../domain/redact';
import { spentText, type BudgetReport } from '../../domain/run/budget-report';
import { reviver } from '../open';
import { diffOf, storedTexts } from '../report/run-report';
import { UnansweredError, type RunHandle } from '../run-handle';
import type { EndedRun } from '../run-result';
import { badInput, EXIT, KintsugiError, type ExitCode } from '../../domain/kintsugi-error';
import { phaseSaid } from '../../domain/run/outcomes';
import { inCallersWords } from './command-name';
import type { Context } from './context';
import { NewEvents, type ReadBlob } from '../event-log';
import { viewOf } from './ended';
import type { Output } from './output';
import { askOnTerminal } from './question/ask';
import { changedSince } from './question/changed-since';
import { printBudgetWait, printWaiting } from './question/waiting';
import { progressLine } from './render';
import type { StoreReader } from '../store-reader';
import { waitsForTopUp } from './top-up-text';
import { isOpen, statusOrNone, WorkUnderWay } from './work-under-way';
import { CodeRecord, type CodeResult } from '../../domain/agent/state';

const POLL_MS = 150;
const NO_WORKER_POLL_MS = 1_000;
const MAX_OUTAGES = 20;

export interface FollowOptions {
  json: boolean;
  /** Prints the events after this one, a JSON object a line, before the result. */
  eventsAfter?: number;
  /** Time after which the caller has waited enough, ms. */
  limitMs?: number;
  store: StoreReader;
  /** Command of the user's editor. */
  editor: string;
  /** Takes the result of a run that has ended, before it is printed. */
  onEnd?(ended: EndedRun, store: StoreReader): Promise<void>;
  /** Takes secrets out of the diff of a result. A question shows the diff as it will be written. */
  redact: Redact;
  /** Restarts the embedded server and worker if they have died. */
  revive(): Promise<void>;
}

/** Reason why following ended: the run ended, it waits for somebody, or the user detached. */
type FollowEnd =
  | { type: 'ended'; run: EndedRun }
  | { type: 'waiting'; pending: Question; changed: readonly string[] }
  | { type: 'waiting-for-budget'; budget: BudgetReport }
  | { type: 'detached' };

/** The run with what it has made as it is in the store. */
async function whole(run: EndedRun, { store: { readBlob } }: FollowOptions): Promise<EndedRun> {
  return run.kind === 'codingAgent' ? { ...run, result: await withWholeRecord(run.result, readBlob) } : run;
}

/** Shows a run until it ends, asks where it waits and a terminal is here. Resolves to the exit code. */
export async function follow(
  run: RunHandle<unknown>,
  output: Output,
  options: FollowOptions,
): Promise<ExitCode> {
  const tellNew = newsTeller(run, output, options);
  const end = await until(run, output, options, tellNew);
  // A server that is away again has told nothing: then it is the language of the settings.
  const facts = await run.described().catch(() => undefined);
  if (facts) output.say = speaker(facts.language);
  await tellNew();
  output.clearProgress();
  switch (end.type) {
    case 'ended': {
      const ended = end.run;
      const product = await whole(ended, options);
      await options.onEnd?.(product, options.store);
      // On a terminal secrets stay out, as of a diff.
      const shown = options.json ? product : ended;
      const view = viewOf(shown);
      const { result } = shown;
      if (options.json) output.print(JSON.stringify(view.product?.(result) ?? result));
      else {
        const { store, redact } = options;
        const stored = await storedTexts({ ended: shown, diff: diffOf(shown) }, store, redact);
        output.print(view.text(result, { id: run.id, webUrl: run.webUrl, output, stored }));
      }
      return view.exit(result);
    }
    case 'waiting':
      printWaiting(run, end.pending, output, options.json, end.changed);
      return EXIT.waiting;
    case 'waiting-for-budget':
      printBudgetWait(run, end.budget, output, options.json);
      return EXIT.waiting;
    case 'detached':
      if (options.json) output.print(JSON.stringify({ taskId: run.id, status: 'detached' }));
      else output.note(output.say`Detached; the run goes on. Come back with: ${`kintsugi watch ${run.id}`}`);
      return EXIT.waiting;
  }
}

/** Prints the events since the last look, where the caller wants them. */
function newsTeller(
  run: RunHandle<unknown>,
  output: Output,
  { eventsAfter, store: { readBlob } }: FollowOptions,
): () => Promise<void> {
  if (eventsAfter === undefined) return () => Promise.resolve();
  const news = new NewEvents(run, eventsAfter, readBlob);
  return async () => (await news.next()).forEach((event) => output.print(JSON.stringify(event)));
}

async function until(
  run: RunHandle<unknown>,
  output: Output,
  options: FollowOptions,
  tellNew: () => Promise<void>,
): Promise<FollowEnd> {
  const detach = new AbortController();
  const onInterrupt = () => detach.abort();
  process.once('SIGINT', onInterrupt);
  const { limitMs } = options;
  const limit = limitMs === undefined ? undefined : setTimeout(onInterrupt, limitMs);
  try {
    const ended = untilEnded(run, options).then((one): FollowEnd => ({ type: 'ended', run: one }));
    // Both are raced below; the loser must not become an unhandled rejection.
    ended.catch(() => undefined);
    const followed = watchProgress(run, output, options, detach.signal, tellNew);
    followed.catch(() => undefined);
    return await Promise.race([ended, followed]);
  } finally {
    clearTimeout(limit);
    detach.abort();
    process.removeListener('SIGINT', onInterrupt);
  }
}

/** Waits for the end; a server that dies meanwhile is started again, so the run goes on. */
async function untilEnded(
  run: RunHandle<unknown>,
  { revive }: Pick<FollowOptions, 'revive'>,
): Promise<EndedRun> {
  for (let outages = 0; ; outages += 1) {
    try {
      return await run.ended();
    } catch (error) {
      const isFinal = error instanceof KintsugiError && !(error instanceof UnansweredError);
      if (isFinal || outages === MAX_OUTAGES) throw error;
      await revive();
      await delay(NO_WORKER_POLL_MS);
    }
  }
}

/** Waits for the end of a run that asks nothing. Says where no worker answers, and starts the embedded one again. */
export async function endOf(
  run: RunHandle<unknown>,
  { output, config }: Pick<Context, 'output' | 'config'>,
): Promise<EndedRun> {
  const revive = reviver(config);
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      if (!(await run.hasWorker())) await bringBack(output, revive, over.signal);
      await delay(NO_WORKER_POLL_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  // It ends by itself only if the service is down on purpose.
  const watched = watch().then(() => new Promise<never>(() => undefined));
  watched.catch(() => undefined);
  try {
    return await Promise.race([untilEnded(run, { revive }), watched]);
  } finally {
    over.abort();
    output.clearProgress();
  }
}

/** Says that no worker answers, and starts the embedded one again. A question that the end of the run cut off says nothing. */
async function bringBack(output: Output, revive: FollowOptions['revive'], over: AbortSignal): Promise<void> {
  if (over.aborted) return;
  output.progress(output.say`no worker answers; the run goes on when one is back: ${'kintsugi up'}`);
  await revive();
}

/** Resolves only if the run waits for somebody and there is no terminal, or if the user detaches. */
async function watchProgress(
  run: RunHandle<unknown>,
  output: Output,
  options: FollowOptions,
  signal: AbortSignal,
  tellNew: () => Promise<void>,
): Promise<FollowEnd> {
  let answered = '';
  const work = new WorkUnderWay(run);
  let asked = '';
  const { startedAt, firstRunId, language } = await run.described();
  output.say = speaker(language);
  while (!signal.aborted) {
    const status = await statusOrNone(run);
    if (!status) {
      await bringBack(output, options.revive, signal);
      await delay(NO_WORKER_POLL_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    await tellNew();
    if (status.phase !== 'done') {
      const text = progressLine(status, output.say, await work.text(status, output.say));
      const said = output.interactive ? await options.store.readLive(firstRunId) : undefined;
      const spent = status.usage ? spentText(status.usage, output.say) : '';
      if (signal.aborted) break;
      output.progress(text, { since: startedAt, spent, said });
    }
    const { pending, budget } = status;
    if (budget?.waiting && budget.waiting.since !== asked && (await isOpen(run))) {
      if (!output.interactive) return { type: 'waiting-for-budget', budget };
      for (const line of waitsForTopUp(run.id, budget, output.say)) output.note(inCallersWords(line));
      asked = budget.waiting.since;
    }
    // A run that was terminated while it asked still has its question: `ended` then wins the race.
    if (pending && pending.hash !== answered && (await isOpen(run))) {
      if (!output.interactive) {
        const { diff } = status;
        const changed =
          pending.kind === 'publish' && diff ? await changedSince(run, diff, options.store, output.say) : [];
        return { type: 'waiting', pending, changed };
      }
      const { store, editor } = options;
      const { end } = await askOnTerminal(run, { ...status, pending }, { output, store, editor, signal });
      if (end === 'later') return { type: 'detached' };
      answered = pending.hash;
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return { type: 'detached' };
}

/** The pending question of a run, or a sentence that it asks nothing. */
export async function pendingOf(run: RunHandle<unknown>): Promise<Question> {
  if ((await run.execution()) !== 'RUNNING') {
    throw badInput(said`The run ${run.id} has ended, so it is not waiting for an approval.`);
  }
  const { pending, phase } = await run.status();
  if (!pending)
    throw badInput(
      said`The run ${run.id} is not waiting for an approval. What it does now: ${phaseSaid(phase)}`,
    );
  return pending;
}

/** The result with the record as the store has it: history has the code with its secrets taken out, which is another code. */
async function withWholeRecord(result: CodeResult, readBlob: ReadBlob): Promise<CodeResult> {
  const text = result.recordRef === undefined ? undefined : await readBlob(result.recordRef);
  const record = text === undefined ? undefined : CodeRecord.safeParse(JSON.parse(text));
  return record?.success ? { ...result, record: record.data } : result;
}
