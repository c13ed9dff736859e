import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { badInput, noRun } from '../domain/kintsugi-error';
import { Language } from '../domain/run/language';
import { said, type Said } from '../domain/run/said';
import { goodOutcomes, hasFailed, isAwaiting, kindText } from '../domain/run/outcomes';
import { MAIN_TASK_QUEUE, searchAttributes } from '../messages';

/** One line of the list of runs. */
export interface RunSummary {
  id: string;
  /** Id of the run that this one is a part of. */
  parent?: string;
  kind: string;
  /** Temporal's status: RUNNING, COMPLETED, FAILED, CANCELLED, TERMINATED, TIMED_OUT. */
  execution: string;
  phase?: string;
  outcome?: string;
  awaitingApproval: boolean;
  attempt?: number;
  /** Of a session: the mode that it is in, and its turns so far. */
  mode?: string;
  turns?: number;
  directory?: string;
  /** Name of the machine of the directory. */
  host?: string;
  request?: string;
  /** Language that it speaks to people. */
  language: Language;
  startedAt: Date;
  closedAt?: Date;
  /** Of a run that has ended: cost of its calls of models, with those of its parts. */
  costUsd?: number;
}

/** Which runs are listed; without a filter: all. */
export interface RunFilter {
  /** Most runs. */
  limit?: number;
  /** Those that have not ended. */
  open?: boolean;
  /** Those that wait for an answer or a top-up. */
  awaiting?: boolean;
  /** Those that ended without doing what they were for. */
  failed?: boolean;
  /** Those that did what they were for. */
  healed?: boolean;
  /** Real path of a directory: those of it, and of folders in it. */
  directory?: string;
}

/** Lists of runs that people look for, by the words of their links. */
export const RUN_LISTS = {
  waiting: { filter: { awaiting: true }, says: said`waits for you` },
  failed: { filter: { failed: true }, says: said`not healed` },
  healed: { filter: { healed: true }, says: said`healed` },
  all: { filter: {}, says: said`all runs` },
} as const satisfies Readonly<Record<string, { filter: RunFilter; says: Said }>>;

/** Most runs looked at: the server can't sort them by their start where it has the standard visibility. */
const MOST_SCANNED = 10_000;
const USUAL_LIMIT = 20;
const MOST_NAMED = 5;

/** Runs that a filter lets through, the newest first. */
export async function findRuns(temporal: Client, filter: RunFilter = {}): Promise<RunSummary[]> {
  // Open runs are few; those that have ended may be many.
  const query = filter.open || filter.awaiting ? OPEN_QUERY : LIST_QUERY;
  const runs = (await scan(temporal, query)).filter((run) => isWanted(run, filter));
  return newestFirst(runs).slice(0, filter.limit ?? USUAL_LIMIT);
}

/** Runs that have not ended and may write where a run does: into its directory, into one that holds it, or into one in it. */
export async function findNeighbours(temporal: Client, id: string): Promise<RunSummary[]> {
  const open = await scan(temporal, OPEN_QUERY);
  const own = open.find((run) => run.id === id);
  return own === undefined ? [] : newestFirst(neighboursOf(own, open));
}

/** Those of the open runs that may write where a run does. A part of a run works for that, and a resting session does nothing. */
export function neighboursOf(own: RunSummary, open: readonly RunSummary[]): RunSummary[] {
  const { directory: here, host } = own;
  if (here === undefined || own.kind === 'code') return [];
  return open.filter(({ id, kind, parent, phase, directory, ...run }) => {
    if (id === own.id || directory === undefined || run.host !== host) return false;
    if (kind === 'code' || parent !== undefined || phase === 'resting') return false;
    return isWithin(directory, here) || isWithin(here, directory);
  });
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

function isWanted(run: RunSummary, { open, awaiting, failed, healed, directory }: RunFilter): boolean {
  if (open && run.execution !== 'RUNNING') return false;
  if (awaiting && !isAwaiting(run)) return false;
  if (failed && !hasFailed(run)) return false;
  if (healed && !goodOutcomes().includes(run.outcome ?? '')) return false;
  return directory === undefined || (run.directory !== undefined && isWithin(run.directory, directory));
}

/** How a run is chosen by name. */
export interface NameOptions {
  /** `last` passes over rollbacks that changed nothing: there is nothing to undo in them. */
  undoable?: boolean;
  /** Only runs of this kind are meant, such as `session`. A whole id means its run, whatever the kind. */
  kind?: string;
}

/**
 * Id of the run that a name means: its whole id, the beginning of it or of its last part, or `last` for the newest run. A run that is
 * part of another one has to be named by more than both have in common.
 * Throws a sentence where there is none, or more than one.
 */
export async function runIdOf(
  temporal: Client,
  name: string,
  { undoable = false, kind }: NameOptions = {},
): Promise<string> {
  const runs = async (): Promise<RunSummary[]> =>
    newestFirst(await scan(temporal, LIST_QUERY)).filter((run) => kind === undefined || run.kind === kind);
  if (name === 'last') {
    const newest = (await runs()).find(
      (run) => run.parent === undefined && (!undoable || !isIdleRollback(run)),
    );
    if (newest) return newest.id;
    throw badInput(
      kind === 'session' ? NO_SESSION : said`There is no run yet: start one with kintsugi heal DIR.`,
    );
  }
  if (await findRun(temporal, name)) return name;
  const named = (await runs()).filter(({ id }) => id.startsWith(name) || lastPart(id).startsWith(name));
  const ids = new Set(named.map(({ id }) => id));
  const meant = named.filter(({ parent }) => parent === undefined || !ids.has(parent));
  const [only, ...others] = meant;
  if (!only) throw noRun(name);
  if (others.length === 0) return only.id;
  const more = others.length >= MOST_NAMED ? ', …' : '';
  const shown = meant.slice(0, MOST_NAMED).map(({ id }) => id);
  throw badInput(
    said`${name} is the beginning of ${meant.length} runs: ${shown.join(', ') + more}. Give more of it.`,
  );
}

const NO_SESSION = said`There is no session yet: start one with kintsugi chat DIR.`;

/** True for a rollback that has ended without a change: refused by a conflict, broken off, or with nothing to do. */
function isIdleRollback({ kind, execution, outcome = '' }: RunSummary): boolean {
  if (kind !== 'rollback' || execution === 'RUNNING') return false;
  return execution !== 'COMPLETED' || !/^(?:forth-)?(?:published|partial)$/.test(outcome);
}

/** The run of an id; undefined where there is none. */
export async function findRun(temporal: Client, id: string): Promise<RunSummary | undefined> {
  try {
    return summaryOf(await temporal.workflow.getHandle(id).describe());
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1);
}

async function scan(temporal: Client, query: string): Promise<RunSummary[]> {
  const runs: RunSummary[] = [];
  for await (const run of temporal.workflow.list({ query, pageSize: 1_000 })) {
    // A dry run of a rollback is removed when it has ended; until then it is nobody's.
    // A run that continues as new is one run, however many executions it takes.
    const isPart = run.status.name === 'CONTINUED_AS_NEW';
    if (run.memo?.['passing'] !== true && !isPart) runs.push(summaryOf(run));
    if (runs.length >= MOST_SCANNED) break;
  }
  return runs;
}

function newestFirst(runs: readonly RunSummary[]): RunSummary[] {
  return [...runs].sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

/** A run as the server lists it. */
export function summaryOf(run: Omit<WorkflowExecutionInfo, 'raw'>): RunSummary {
  const { typedSearchAttributes: attributes } = run;
  return {
    id: run.workflowId,
    ...(run.parentExecution?.workflowId && { parent: run.parentExecution.workflowId }),
    kind: attributes.get(searchAttributes.kind) ?? kindText(run.type),
    execution: run.status.name,
    phase: attributes.get(searchAttributes.phase),
    outcome: attributes.get(searchAttributes.outcome),
    awaitingApproval: attributes.get(searchAttributes.awaitingApproval) ?? false,
    ...(run.type === 'session'
      ? { mode: attributes.get(searchAttributes.mode), turns: attributes.get(searchAttributes.attempt) }
      : { attempt: attributes.get(searchAttributes.attempt) }),
    directory: textOf(run.memo?.['directory']),
    host: textOf(run.memo?.['host']),
    request: textOf(run.memo?.['request']),
    language: Language.catch('en').parse(run.memo?.['language']),
    startedAt: run.startTime,
    closedAt: run.closeTime,
    costUsd: attributes.get(searchAttributes.costUsd),
  };
}

// Without ORDER BY those that run come first, then those that ended last. Standard visibility refuses the clause.
const LIST_QUERY = `TaskQueue = '${MAIN_TASK_QUEUE}'`;
const OPEN_QUERY = `${LIST_QUERY} AND ExecutionStatus = 'Running'`;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
