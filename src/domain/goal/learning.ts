/** Learning: ways that went well or badly before, by tool, pattern of the arguments, and folder. */
import { z } from 'zod';
import { boundedArgs, callText, patternOf, takesItems, type CallArgs } from './call-pattern';

/** Most tries that are remembered of a set of roots: the newest. */
export const MOST_TRIES = 2_000;

/** A try of a step, to be learned from. */
export const Tried = z.object({
  run: z.string(),
  step: z.number().int(),
  attempt: z.number().int(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  ok: z.boolean(),
  /** Why it failed. */
  reason: z.string().optional(),
  /** ISO 8601. */
  at: z.string(),
});
export type Tried = z.infer<typeof Tried>;

/** A call that failed when it was last tried. */
export const FailingCall = z.object({
  args: z.record(z.string(), z.unknown()),
  reason: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type FailingCall = z.infer<typeof FailingCall>;

/** A way to do something in a folder, and how it went. */
export const LearnedRow = z.object({
  tool: z.string(),
  /** Names and kinds of the arguments. */
  pattern: z.string(),
  /** Folder, as people see paths; empty where none was named. */
  path: z.string(),
  /** Arguments of the last try that went well; where none did, of the last. */
  args: z.record(z.string(), z.unknown()),
  /** Tries, each counted half after 30 days. */
  successes: z.number(),
  failures: z.number(),
  /** Share of successes, 0 to 1. */
  rate: z.number(),
  /** Reason of the last failure; absent: none failed. */
  lastReason: z.string().optional(),
  /** ISO 8601. */
  lastAt: z.string(),
  /** The newest first. */
  failing: z.array(FailingCall),
});
export type LearnedRow = z.infer<typeof LearnedRow>;

const REASON_CHARS = 300;

/**
 * The remembered tries with more, oldest first, bounded. A try of the same run, step and attempt takes the place of the one
 * before, so that an activity that is done twice adds nothing.
 */
export function withTries(known: readonly Tried[], tries: readonly Tried[]): Tried[] {
  const byKey = new Map<string, Tried>();
  for (const tried of [...known, ...tries]) byKey.set(keyOf(tried), boundedTry(tried));
  return [...byKey.values()].sort(byTime).slice(-MOST_TRIES);
}

function keyOf({ run, step, attempt }: Tried): string {
  return JSON.stringify([run, step, attempt]);
}

function boundedTry({ args, reason, ...rest }: Tried): Tried {
  return {
    ...rest,
    args: boundedArgs(args),
    ...(reason === undefined ? {} : { reason: reason.slice(0, REASON_CHARS) }),
  };
}

function byTime(a: Tried, b: Tried): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.run !== b.run) return a.run < b.run ? -1 : 1;
  return a.step - b.step || a.attempt - b.attempt;
}

const HALF_LIFE_MS = 30 * 24 * 3_600_000;
/** A way that counts less than this is forgotten: one try, after four half-lives. */
const FORGOTTEN = 1 / 16;

/** Ways learned from tries, the best first and those to avoid last. `now`: ISO 8601. */
export function learnedRows(tries: readonly Tried[], now: string): LearnedRow[] {
  const ways = new Map<string, Tried[]>();
  for (const tried of [...tries].sort(byTime)) {
    const { pattern, path } = patternOf(tried.tool, tried.args);
    const key = JSON.stringify([tried.tool, pattern, path]);
    const way = ways.get(key);
    if (way) way.push(tried);
    else ways.set(key, [tried]);
  }
  return [...ways.values()]
    .flatMap((way) => rowOf(way, Date.parse(now)))
    .filter(({ successes, failures }) => successes + failures >= FORGOTTEN)
    .sort(
      (a, b) =>
        scoreOf(b) - scoreOf(a) || compareText(b.lastAt, a.lastAt) || compareText(nameOf(a), nameOf(b)),
    );
}

/** Row of the tries of one way, oldest first. */
function rowOf(way: readonly Tried[], nowMs: number): LearnedRow[] {
  const last = way.at(-1);
  if (!last) return [];
  const weigh = (ok: boolean) =>
    way.filter((tried) => tried.ok === ok).reduce((sum, { at }) => sum + weightOf(at, nowMs), 0);
  const [successes, failures] = [weigh(true), weigh(false)];
  const { tool, at: lastAt } = last;
  const { args } = way.findLast(({ ok }) => ok) ?? last;
  const lastReason = way.findLast(({ ok, reason }) => !ok && reason !== undefined)?.reason;
  return [
    {
      ...{ tool, ...patternOf(tool, args), args, successes, failures },
      rate: successes + failures === 0 ? 0 : successes / (successes + failures),
      ...(lastReason === undefined ? {} : { lastReason }),
      ...{ lastAt, failing: failingOf(way) },
    },
  ];
}

function weightOf(at: string, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - Date.parse(at));
  return Number.isNaN(ageMs) ? 0 : 0.5 ** (ageMs / HALF_LIFE_MS);
}

/** One success of one try is less sure than nine of ten, so every way begins with one of each. */
function scoreOf({ successes, failures }: LearnedRow): number {
  return (successes + 1) / (successes + failures + 2);
}

function nameOf({ tool, pattern, path }: LearnedRow): string {
  return `${tool} ${pattern} ${path}`;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const MOST_FAILING = 5;

function failingOf(way: readonly Tried[]): FailingCall[] {
  const last = new Map<string, Tried>();
  for (const tried of way) {
    const call = callText(tried.tool, tried.args);
    // Deleted first, so that the newest are last.
    last.delete(call);
    if (!takesItems(tried.args)) last.set(call, tried);
  }
  return [...last.values()]
    .filter(({ ok }) => !ok)
    .map(({ args, reason = 'it failed', at }) => ({ args, reason, at }))
    .slice(-MOST_FAILING)
    .reverse();
}

/** Reason of the failure, if exactly this call failed when it was last tried; undefined where nothing speaks against it. */
export function avoided(rows: readonly LearnedRow[], tool: string, args: CallArgs): string | undefined {
  if (takesItems(args)) return undefined;
  const wanted = callText(tool, args);
  return rows
    .filter((row) => row.tool === tool)
    .flatMap(({ failing }) => failing)
    .find((call) => callText(tool, call.args) === wanted)?.reason;
}

/** Why a plan is asked for again: a step of it repeats a call that failed; undefined where none does. */
export function repeatsFailure(
  rows: readonly LearnedRow[],
  steps: readonly { number: number; tool: string; args: CallArgs }[],
): string | undefined {
  for (const { number, tool, args } of steps) {
    const reason = avoided(rows, tool, args);
    if (reason !== undefined)
      return (
        `Step ${number} repeats a call of ${tool} that failed in an earlier run (${oneLine(reason)}): ` +
        'choose another way, or give the plan again if there is none.'
      );
  }
  return undefined;
}

/** At most `limit` rows, of the best and of the worst ways alike. */
export function mostTelling(rows: readonly LearnedRow[], limit: number): LearnedRow[] {
  const worst = Math.floor(limit / 2);
  if (rows.length <= limit) return [...rows];
  return [...rows.slice(0, limit - worst), ...(worst > 0 ? rows.slice(-worst) : [])];
}

const ARGS_CHARS = 160;

/** The rows for a planner, at most `limit` lines: ways that went well, and calls that failed. */
export function learnedText(rows: readonly LearnedRow[], limit: number): string {
  const well = rows.filter(({ rate }) => rate >= 0.5).map(wellLine);
  const failed = [...rows]
    .reverse()
    .flatMap(({ tool, failing }) => failing.map((call) => failedLine(tool, call)));
  const failedCount = Math.min(failed.length, Math.max(Math.floor(limit / 2), limit - well.length));
  return [...well.slice(0, limit - failedCount), ...failed.slice(0, failedCount)].join('\n');
}

function wellLine({ tool, args, rate, successes, failures }: LearnedRow): string {
  const share =
    failures === 0 ? '' : `, ${Math.round(rate * 100)} % of ${Math.ceil(successes + failures)} tries`;
  return `- went well: ${tool} ${shownArgs(args)}${share}`;
}

function failedLine(tool: string, { args, reason }: FailingCall): string {
  return `- failed: ${tool} ${shownArgs(args)} because ${oneLine(reason)}; choose another way`;
}

function shownArgs(args: CallArgs): string {
  const text = JSON.stringify(args);
  return text.length <= ARGS_CHARS ? text : `${text.slice(0, ARGS_CHARS)}…`;
}

/** Reasons come from tools and files: a line of them must not look like another row. */
function oneLine(reason: string): string {
  return reason.replaceAll('\n', ' ').replaceAll('\r', ' ').replace(/[.;]$/, '');
}
