/** Loop of an agent that calls tools: its bounds, for every set of tools. */
import { MOST_CALLS_OF_A_TURN, type Turn, type TurnCall } from './calls';

/** Equal calls that are told, and that end the loop. */
export const EQUAL_CALLS_WARN = 3;
export const EQUAL_CALLS_END = 5;
/** Turns in a row without a usable call that end the loop. */
export const UNUSABLE_TURNS_END = 3;
/** Turns in a row without any call that end the loop, where a call has to end it. */
export const SILENT_TURNS_END = 2;
/** Loop keys at hand; a loop repeats what it did lately. */
const MOST_KEYS = 200;

export interface LoopLimits {
  /** Calls that count as iterations; absent: none does. */
  readonly maxIterations?: number;
  /** Calls of all tools. */
  readonly maxCalls: number;
  /** A tool ends the work: a turn without a call does not. */
  readonly endsByCall?: true;
}

export interface LoopState {
  readonly turns: number;
  readonly calls: number;
  readonly iterations: number;
  /** Turns without a usable call, the newest in a row. */
  readonly unusable: number;
  /** Turns that called nothing, the newest in a row. */
  readonly silent: number;
  /** How often each key was seen, the newest last. */
  readonly seen: readonly (readonly [key: string, count: number])[];
}

export const NEW_LOOP: LoopState = {
  turns: 0,
  calls: 0,
  iterations: 0,
  unusable: 0,
  silent: 0,
  seen: [],
};

export type LoopEnd =
  /** The model said that it is done, or the pipeline found valid code. */
  | 'done'
  | 'silent'
  | 'iterations'
  | 'calls'
  | 'repeating'
  | 'unusable'
  | 'budget'
  | 'model'
  | 'limit'
  | 'time';

/** True if a turn brings nothing that can be carried out: no call of it is usable, or the reply itself is not. */
export function isUnusable({ problem, calls }: Pick<Turn, 'problem' | 'calls'>): boolean {
  if (problem !== undefined) return true;
  return calls.length > 0 && calls.every((call) => call.problem !== undefined);
}

/** The loop after a turn, and whether that was one unusable turn too many. */
export function afterTurn(
  loop: LoopState,
  turn: Pick<Turn, 'problem' | 'calls'>,
  { endsByCall }: Pick<LoopLimits, 'endsByCall'> = {},
): { loop: LoopState; end?: LoopEnd } {
  const unusable = isUnusable(turn) ? loop.unusable + 1 : 0;
  const isSilent = turn.calls.length === 0 && turn.problem === undefined;
  const silent = isSilent ? loop.silent + 1 : 0;
  const next = { ...loop, turns: loop.turns + 1, unusable, silent };
  if (unusable >= UNUSABLE_TURNS_END) return { loop: next, end: 'unusable' };
  if (!isSilent) return { loop: next };
  if (!endsByCall) return { loop: next, end: 'done' };
  return silent >= SILENT_TURNS_END ? { loop: next, end: 'silent' } : { loop: next };
}

/** Verdict on a call before it is carried out. */
export interface Admission {
  loop: LoopState;
  /** The loop ends here, without the call. */
  end?: LoopEnd;
  /** For the model, with the call's result. */
  warning?: string;
}

/** Admits a call: counts it, warns of repetition, ends the loop at a bound. `place` names what it works on, so that equal calls on other files are others. */
export function admit(
  loop: LoopState,
  call: Pick<TurnCall, 'iterates' | 'loop' | 'tool'>,
  limits: LoopLimits,
  place = '',
): Admission {
  if (loop.calls >= limits.maxCalls) return { loop, end: 'calls' };
  if (call.iterates && loop.iterations >= (limits.maxIterations ?? Infinity))
    return { loop, end: 'iterations' };
  const key = `${place}/${call.loop}`;
  const count = (loop.seen.find(([known]) => known === key)?.[1] ?? 0) + 1;
  const others = loop.seen.filter(([known]) => known !== key);
  const counted: LoopState = { ...loop, seen: [...others, [key, count] as const].slice(-MOST_KEYS) };
  if (count >= EQUAL_CALLS_END) return { loop: counted, end: 'repeating' };
  const admitted = {
    ...counted,
    calls: loop.calls + 1,
    iterations: loop.iterations + (call.iterates ? 1 : 0),
  };
  return count >= EQUAL_CALLS_WARN
    ? { loop: admitted, warning: repeatedWarning(call.tool, count) }
    : { loop: admitted };
}

function repeatedWarning(tool: string, count: number): string {
  return (
    `This is call ${count} of ${tool} with the same arguments, and its result is the same: ` +
    `do something else. The ${EQUAL_CALLS_END}th equal call ends the run.`
  );
}

/** Answer to a call that can't be carried out; undefined where it can. */
export function refusalOf(call: TurnCall, index: number): string | undefined {
  if (call.problem !== undefined) return `Not run. ${call.problem}\nCorrect the call and make it again.`;
  if (index < MOST_CALLS_OF_A_TURN) return undefined;
  return `Not run: one turn may call ${MOST_CALLS_OF_A_TURN} tools. Make this call again in the next turn.`;
}

/** Length of the next group of calls: reading calls that follow each other run side by side, every other call alone. */
export function groupLength(calls: readonly Pick<TurnCall, 'kind' | 'act'>[]): number {
  const isReading = ({ kind, act }: Pick<TurnCall, 'kind' | 'act'>) => kind === 'read' && act === undefined;
  const end = calls.findIndex((call) => !isReading(call));
  if (end === 0) return Math.min(1, calls.length);
  return end < 0 ? calls.length : end;
}
