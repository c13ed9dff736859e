import type { GoalReport } from '../../domain/goal/report';
import { EXIT, KintsugiError } from '../../domain/kintsugi-error';
import type { TreeDiff } from '../../domain/files/workspace';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { redactedTexts, type Redact } from '../../domain/redact';
import type { BudgetReport } from '../../domain/run/budget-report';
import type { Checkpoint } from '../../domain/run/checkpoints';
import type { RunEvent } from '../../domain/run/events';
import { hasFailed, kindText, standingText } from '../../domain/run/outcomes';
import { speaker, type Say } from '../../domain/run/said';
import { priced, type PriceTable } from '../../domain/run/prices';
import { checkpointsOfRollback, rollbackOutcome } from '../../domain/run/rollback';
import type { RunStatus } from '../../domain/run/status';
import type { Usage } from '../../domain/run/budget';
import type { SavedState, Turn } from '../../domain/session/state';
import type { TreeFile } from '../../store';
import type { KintsugiClient } from '../client';
import { eventsAfter, storedEvents, type ReadBlob } from '../event-log';
import type { RunFacts } from '../run-handle';
import type { EndedRun } from '../run-result';
import type { ModelCall, StoreReader } from '../store-reader';

/** All that is told of a run, without secrets: its text on a terminal, its page and its file are made of this alone. */
export interface RunReport {
  readonly id: string;
  /** `heal`, `code`, `goal` … */
  readonly kind: string;
  readonly facts: RunFacts;
  /** In the language of the run. */
  readonly say: Say;
  readonly webUrl?: string;
  readonly asked: string;
  /** How it stands, in words: `healed`. */
  readonly stand: string;
  /** True if it ended without doing what it was for. */
  readonly failed: boolean;
  readonly ended?: EndedRun;
  /** Of a run without a result: it goes on, or was ended from outside. */
  readonly status?: RunStatus;
  readonly stored: StoredTexts;
  readonly diff?: TreeDiff;
  readonly events: readonly RunEvent[];
  /** Of a session, oldest first. */
  readonly turns?: readonly Turn[];
  /** Calls of models that brought a reply, with their cost where a price is known. */
  readonly calls: readonly ModelCall[];
  readonly usage?: Usage;
  readonly budget?: BudgetReport;
  /** Time that it waited for people, ms; of a run that has ended. */
  readonly waitedMs?: number;
  readonly checkpoints: readonly Checkpoint[];
  /** Of a goal that changed its folders: what they held before it and after. */
  readonly folders?: { readonly before: readonly TreeFile[]; readonly after: readonly TreeFile[] };
}

/** Texts of a result that the store keeps. */
export interface StoredTexts {
  /** The change as unified text. */
  readonly diff?: string;
  /** It holds a secret, which the text does not show. */
  readonly hidesSecrets?: true;
  /** Report of a goal, in Markdown and as JSON. */
  readonly markdown?: string;
  readonly json?: string;
}

/** Parts that a report is read with. */
export interface ReportSources {
  readonly client: KintsugiClient;
  readonly store: StoreReader;
  readonly redact: Redact;
  readonly prices?: PriceTable;
}

/** Most calls and entries of a tree that are looked at. */
const MOST_ENTRIES = 20_000;

/** Reads all that is told of a run. One that has a result needs no worker. */
export async function readReport(id: string, sources: ReportSources): Promise<RunReport> {
  const { client, store, prices = {} } = sources;
  const run = client.run(id);
  const facts = await run.described();
  const { kind, execution } = facts;
  // A rollback has no queries: while it goes on nothing more is known.
  const isMute = kind === 'rollback' && execution !== 'COMPLETED';
  const ended = execution === 'COMPLETED' ? await run.ended() : undefined;
  const status = ended || isMute ? undefined : await run.status();
  const outcome = ended ? outcomeOf(ended) : status?.outcome;
  const standing = { kind, execution, outcome, phase: isMute ? 'rolling-back' : status?.phase };
  const diff = ended ? diffOf(ended) : status?.diff;
  const calls = await store.callsOf(facts.firstRunId);
  const told: Omit<RunReport, 'stored' | 'say'> = {
    ...{ id, facts, webUrl: run.webUrl, ended, status, diff },
    kind: kindText(kind),
    asked: askedOf(facts, ended),
    stand: standingText(standing, facts.language),
    failed: hasFailed(standing),
    events: ended
      ? await storedEvents(eventsOf(ended), 0, store.readBlob)
      : isMute
        ? []
        : await eventsAfter(run, 0, store.readBlob),
    turns: kind === 'session' ? await turnsOf(client, id, ended, store.readBlob) : undefined,
    calls: calls.map((call) => ({ ...call, usage: priced(call.usage, call.model, prices) })),
    ...spendingOf(ended, status),
    checkpoints: ended ? checkpointsOf(ended) : (status?.checkpoints ?? []),
    folders: kind === 'goal' && diff ? await foldersOf(diff, store) : undefined,
  };
  const stored = await storedTexts({ ended, diff }, store, sources.redact);
  return { ...redactedTexts(told, sources.redact), say: speaker(facts.language), stored };
}

/** Texts on a change and on a result, without secrets: reports travel further than diffs. */
export async function storedTexts(
  { ended, diff }: Pick<RunReport, 'ended' | 'diff'>,
  { readDiff, readBlob }: StoreReader,
  redact: Redact,
): Promise<StoredTexts> {
  const text = async (hash: BlobHash | undefined) => {
    const read = hash && (await readBlob(hash));
    return read === undefined ? undefined : redact(read);
  };
  const { json, markdown } = (ended?.kind === 'goal' && ended.result.report) || {};
  const whole = diff && (await readDiff(diff.hash));
  const shown = whole && redact(whole);
  return {
    diff: shown,
    ...(shown !== whole && { hidesSecrets: true }),
    json: await text(json),
    markdown: await text(markdown),
  };
}

/** Change of a run that has ended; undefined where it changed nothing. */
export function diffOf(ended: EndedRun): TreeDiff | undefined {
  const { kind, result } = ended;
  return kind === 'heal' || kind === 'gate' || kind === 'goal' || kind === 'rollback'
    ? result.diff
    : undefined;
}

/** The report that a goal kept; undefined where it has none, or the store has lost it. */
export function goalReportOf({ stored: { json } }: RunReport): GoalReport | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as GoalReport);
}

function outcomeOf({ kind, result }: EndedRun): string | undefined {
  switch (kind) {
    case 'heal':
      return result.outcome;
    case 'rollback':
      return rollbackOutcome(result);
    case 'goal':
    case 'session':
    case 'codingAgent':
    case 'gate':
      return result.status;
    case 'other':
      return undefined;
  }
}

function askedOf({ request, summary }: RunFacts, ended: EndedRun | undefined): string {
  // The memo has the beginning of it only.
  const whole =
    ended?.kind === 'heal'
      ? ended.result.record.messages.find(({ role }) => role === 'user')?.content
      : ended?.kind === 'goal'
        ? ended.result.request
        : undefined;
  return whole ?? request ?? summary;
}

function eventsOf({ kind, result }: EndedRun): BlobHash | undefined {
  return kind !== 'other' && 'events' in result ? result.events : undefined;
}

function checkpointsOf({ kind, result }: EndedRun): readonly Checkpoint[] {
  if (kind === 'rollback') return checkpointsOfRollback(result);
  return kind === 'heal' || kind === 'goal' || kind === 'session' ? result.checkpoints : [];
}

function spendingOf(
  ended: EndedRun | undefined,
  status: RunStatus | undefined,
): Pick<RunReport, 'usage' | 'budget' | 'waitedMs'> {
  switch (ended?.kind) {
    case undefined:
      return { usage: status?.usage, budget: status?.budget };
    case 'heal':
    case 'goal':
    case 'codingAgent': {
      const { usage, budget, timings } = ended.result;
      return { usage, budget, waitedMs: timings.waitingMs };
    }
    case 'session':
      return { usage: ended.result.usage, budget: ended.result.budget };
    case 'gate':
    case 'rollback':
    case 'other':
      return {};
  }
}

/** The turns of a session as it stands, from the chain of its saved states and those at hand. */
async function turnsOf(
  client: KintsugiClient,
  id: string,
  ended: EndedRun | undefined,
  readBlob: ReadBlob,
): Promise<Turn[]> {
  const { head, turns: newest } =
    ended?.kind === 'session' ? ended.result : await client.sessionOf(id).ask('turns');
  return savedTurns(head, newest, readBlob);
}

/** Turns of a conversation, oldest first, from the chain of its saved states; `newest` are those at hand. */
export async function savedTurns(
  head: BlobHash | undefined,
  newest: readonly Turn[],
  readBlob: ReadBlob,
): Promise<Turn[]> {
  const turns = new Map(newest.map((turn) => [turn.number, turn]));
  for (let hash = head; hash !== undefined;) {
    const text = await readBlob(hash);
    // What came before a state that the store has lost is lost too.
    if (text === undefined) break;
    const { previous, turns: saved } = JSON.parse(text) as SavedState;
    for (const turn of saved) if (!turns.has(turn.number)) turns.set(turn.number, turn);
    hash = previous;
  }
  return [...turns.values()].sort((a, b) => a.number - b.number);
}

async function foldersOf(
  { base, tree }: Pick<TreeDiff, 'base' | 'tree'>,
  { listTree }: Pick<StoreReader, 'listTree'>,
): Promise<RunReport['folders']> {
  const [before, after] = await Promise.all([base, tree].map((one: TreeHash) => listTree(one)));
  if (!before || !after || before.length + after.length > MOST_ENTRIES) return undefined;
  return { before, after };
}

/** True where nobody answers for a run: its report has to wait for a worker. */
export function lacksWorker(error: unknown): error is KintsugiError {
  return error instanceof KintsugiError && error.exitCode === EXIT.infrastructure;
}
