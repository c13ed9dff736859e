import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { hasFailed } from '../domain/run/outcomes';
import { MAIN_TASK_QUEUE, searchAttributes } from '../messages';
import { summaryOf, type RunSummary } from './run-list';

/** Runs that have ended, those that ended last first. */
export interface EndedPage {
  readonly runs: readonly RunSummary[];
  /** Moment that the next page begins before; absent: there are no more. */
  readonly older?: string;
  /** How many there are in all. */
  readonly total: number;
}

/** Which of the ended runs are wanted. */
export interface PageRequest {
  /** A moment that `older` gave; absent: now. */
  readonly before?: string;
  /** Name of a folder; absent: those of all. */
  readonly folder?: string;
}

const PAGE_SIZE = 50;
/** A run that goes on as new is one run; only its last execution counts. */
const ENDED = `TaskQueue = '${MAIN_TASK_QUEUE}' AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew'`;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** One page of the ended runs. The server keeps no place in the list: a page begins before a moment. */
export async function pageOfEnded(temporal: Client, { before, folder }: PageRequest): Promise<EndedPage> {
  const all = folder === undefined ? ENDED : `${ENDED} AND ${searchAttributes.repo.name} = ${quoted(folder)}`;
  const query = before !== undefined && MOMENT.test(before) ? `${all} AND CloseTime < '${before}'` : all;
  const [{ count }, found] = await Promise.all([
    temporal.workflow.count(all),
    firstOf(temporal.workflow.list({ query, pageSize: PAGE_SIZE + 1 }), PAGE_SIZE + 1),
  ]);
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    runs: shown.filter((run) => run.memo?.['passing'] !== true).map(summaryOf),
    ...(found.length > PAGE_SIZE && last && { older: momentOf(last) }),
    total: count,
  };
}

/** The newest runs on folders of a name that ended with an outcome. */
export async function endedWith(
  temporal: Client,
  outcome: string,
  { folder, most }: { folder: string; most: number },
): Promise<RunSummary[]> {
  const { outcome: outcomeKey, repo } = searchAttributes;
  const query = `${ENDED} AND ${outcomeKey.name} = ${quoted(outcome)} AND ${repo.name} = ${quoted(folder)}`;
  return (await firstOf(temporal.workflow.list({ query }), most)).map(summaryOf);
}

async function firstOf<T>(all: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) {
    found.push(one);
    if (found.length >= most) break;
  }
  return found;
}

/** The end of a run as precisely as the server has it: a `Date` would leave out runs of the same millisecond. */
function momentOf({ raw }: WorkflowExecutionInfo): string {
  const { seconds, nanos } = raw.closeTime ?? {};
  const whole = new Date(Number(seconds ?? 0) * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(nanos ?? 0).padStart(9, '0')}Z`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Ends of one day. */
export interface DayTotal {
  /** `2026-11-29`, in UTC. */
  readonly day: string;
  /** Runs that did what they were for, that did not, and that people ended or rejected. */
  readonly good: number;
  readonly failed: number;
  readonly other: number;
  readonly costUsd: number;
}

/** Outcomes for which a run counts as neither good nor failed: the user said no. */
const NEITHER = new Set(['not published: rejected', 'cancelled']);
const DAY_MS = 86_400_000;
/** Days that are counted, the present one included. */
export const COUNTED_DAYS = 14;
/** Time that a list may lag behind the runs, ms. */
const LAG_MS = 60_000;

/**
 * Runs that ended in the last days, by day. A list can't be summed by the server, so each run is looked at once: the first look takes a
 * second or so for ten thousand, every later one only what ended since.
 */
export class DayTotals {
  private readonly days = new Map<string, DayTotal>();
  /** Executions that the next look will see again. */
  private newest = new Map<string, number>();
  private sinceMs = 0;
  private looking: Promise<void> | undefined;
  private isWhole = false;

  constructor(private readonly temporal: Client) {}

  /** The days as last seen, oldest first, while they are looked at anew; undefined while the first look goes on for longer than `patienceMs`. */
  async read(patienceMs: number): Promise<readonly DayTotal[] | undefined> {
    this.looking ??= this.look(Date.now()).finally(() => (this.looking = undefined));
    // What the look could not see now, the next one does.
    const looked = this.looking.catch(() => undefined);
    if (this.isWhole) return this.lastDays(Date.now());
    const timer = new AbortController();
    const patience = new Promise<void>((resolve) => {
      const waiting = setTimeout(resolve, patienceMs);
      timer.signal.addEventListener('abort', () => clearTimeout(waiting));
    });
    await Promise.race([looked, patience]);
    timer.abort();
    return this.isWhole ? this.lastDays(Date.now()) : undefined;
  }

  private lastDays(nowMs: number): DayTotal[] {
    return Array.from({ length: COUNTED_DAYS }, (_, index) => {
      const day = dayOf(nowMs - (COUNTED_DAYS - 1 - index) * DAY_MS);
      return this.days.get(day) ?? emptyDay(day);
    });
  }

  private async look(nowMs: number): Promise<void> {
    const beginMs = Math.max(this.sinceMs - LAG_MS, Date.parse(dayOf(nowMs - (COUNTED_DAYS - 1) * DAY_MS)));
    const query = `${ENDED} AND CloseTime >= '${new Date(beginMs).toISOString()}'`;
    const seen = new Map<string, number>();
    const found: RunSummary[] = [];
    for await (const run of this.temporal.workflow.list({ query, pageSize: 1_000 })) {
      const closedMs = run.closeTime?.getTime() ?? nowMs;
      if (closedMs > nowMs - 2 * LAG_MS) seen.set(run.runId, closedMs);
      // What a run spent is counted with the run that it is a part of.
      const isPart = run.parentExecution !== undefined || run.memo?.['passing'] === true;
      if (!isPart && !this.newest.has(run.runId)) found.push(summaryOf(run));
    }
    for (const run of found) this.add(run, nowMs);
    Object.assign(this, { newest: seen, sinceMs: nowMs, isWhole: true });
  }

  private add(run: RunSummary, nowMs: number): void {
    const day = dayOf(run.closedAt?.getTime() ?? nowMs);
    const { good, failed, other, costUsd } = this.days.get(day) ?? emptyDay(day);
    const isOther = NEITHER.has(run.outcome ?? '') || run.execution === 'CANCELLED';
    const isFailed = !isOther && hasFailed(run);
    this.days.set(day, {
      day,
      good: good + (isOther || isFailed ? 0 : 1),
      failed: failed + (isFailed ? 1 : 0),
      other: other + (isOther ? 1 : 0),
      costUsd: costUsd + (run.costUsd ?? 0),
    });
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function emptyDay(day: string): DayTotal {
  return { day, good: 0, failed: 0, other: 0, costUsd: 0 };
}
