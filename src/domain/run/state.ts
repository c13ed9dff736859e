import type { BlobHash, TreeHash } from '../ids';
import {
  openLedger,
  spentOf,
  type Amount,
  type BudgetLimit,
  type Ledger,
  addUsage,
  NO_USAGE,
  type Usage,
} from './budget';
import type { SkippedCall } from './budget-report';
import { checkpointOf, withCheckpoint, type Checkpoint, withNumber } from './checkpoints';
import { NO_EVENTS, withEvents, type EventLog, type NewEvent } from './events';
import { EMPTY_INBOX, type Inbox } from './inbox';
import type { NoticeChannel, RunInput } from './input';
import type { EffectTraits, Transition } from './machine';
import type { Grant, Question } from './questions';
import type { RunRollback } from './run-rollback';
import { NO_WAITS, type ModelWaits } from './model-waits';
import { isoOf, type RunTimes } from './times';

/** Usage of calls that ended without a result. The newest are told apart: such a call may be made again, and then tells all that it bought. */
interface GivenUp {
  readonly calls: Readonly<Record<string, Usage>>;
  /** Usage of the others. */
  readonly older: Usage;
}

/** Calls told apart; more are never under way at a time. */
const MOST_CALLS = 50;

export const NONE_GIVEN_UP: GivenUp = { calls: {}, older: NO_USAGE };

export interface TopUpWait {
  key: string;
  /** `look for repair 2` */
  what: string;
  estimate: Amount;
  /** Names the wait as the hash of a question does. */
  hash: BlobHash;
  delegate?: string;
  told?: NoticeChannel[];
  /** ISO 8601, workflow time. */
  since: string;
  deadline: string;
}

/** How a run keeps to its budget. */
export interface BudgetState {
  readonly ledger?: Ledger;
  readonly toppedUp?: BudgetLimit;
  readonly skipped: readonly SkippedCall[];
  readonly waits: readonly TopUpWait[];
  /** Nobody topped it up in time, and nobody has since. */
  readonly expired: boolean;
  /** Bought by calls that ended without a result. */
  readonly givenUp: GivenUp;
}

/** A run whole, as plain JSON: all that continue-as-new carries. */
export interface RunState<State = unknown, Effect extends { type: string } = { type: string }> {
  readonly machine: State;
  /** Under way; done anew where the run continues in the middle of it. */
  readonly effect: Effect & EffectTraits;
  readonly checkpoints: readonly Checkpoint[];
  readonly question?: Question;
  readonly refusedAnswer?: string;
  /** The act of the effect under way is allowed: doing it anew does not ask anew. */
  readonly permitted?: true;
  readonly grants: readonly Grant[];
  /** Who approved the newest change: ` by Ada on a terminal`. */
  readonly approver?: string;
  readonly budget: BudgetState;
  readonly model: ModelWaits;
  readonly inbox: Inbox;
  readonly rollbacks: readonly RunRollback[];
  readonly times: RunTimes;
  readonly events: EventLog;
}

/** A run after its machine's first transition. */
export function firstState<State, Effect extends { type: string }>(
  input: RunInput,
  first: Transition<State, Effect>,
  nowMs: number,
): RunState<State, Effect> {
  const { budget } = input;
  const empty: RunState<State, Effect> = {
    machine: first.state,
    effect: first.effect,
    checkpoints: [],
    grants: [],
    budget: {
      ledger: budget && openLedger(budget),
      skipped: [],
      waits: [],
      expired: false,
      givenUp: NONE_GIVEN_UP,
    },
    model: NO_WAITS,
    inbox: EMPTY_INBOX,
    rollbacks: [],
    times: { startedMs: nowMs, waitedMs: 0, clocks: {} },
    events: NO_EVENTS,
  };
  return afterTransition(empty, first, nowMs);
}

export function afterTransition<State, Effect extends { type: string }>(
  run: RunState<State, Effect>,
  { state, effect, events, checkpoints = [], refusal }: Transition<State, Effect>,
  nowMs: number,
): RunState<State, Effect> {
  const at = isoOf(nowMs);
  const { ledger } = run.budget;
  const spent = ledger && spentOf(ledger);
  const kept = checkpoints.reduce((known, one) => withCheckpoint(known, one, { at, spent }), run.checkpoints);
  const made = kept === run.checkpoints ? undefined : kept.at(-1)?.number;
  return {
    ...run,
    machine: state,
    effect,
    permitted: undefined,
    checkpoints: kept,
    refusedAnswer:
      refusal ?? (run.effect.type === 'ask' && effect.type !== 'ask' ? undefined : run.refusedAnswer),
    events: withEvents(run.events, withNumber(events, made), at),
  };
}

/** The run with what happened outside of its machine. */
export function withRunEvents<S, E extends { type: string }>(
  run: RunState<S, E>,
  events: readonly NewEvent[],
  nowMs: number,
): RunState<S, E> {
  return { ...run, events: withEvents(run.events, events, isoOf(nowMs)) };
}

/** Effects after a rollback are others than those before it, whatever their names. */
export function keyPrefix({ rollbacks }: Pick<RunState, 'rollbacks'>): string {
  const done = rollbacks.filter(({ status }) => status === 'done').length;
  return done === 0 ? '' : `after-rollback-${done}/`;
}

export function treeBefore(checkpoints: readonly Checkpoint[], number: number): TreeHash {
  const before = checkpointOf(checkpoints, number - 1);
  if (!before) throw new Error('the validator lets only checkpoints pass that have one before them');
  return before.snapshot.tree;
}

/** A call was given up that has bought so much in all its tries. */
export function withGivenUp(given: GivenUp, call: string, usage: Usage): GivenUp {
  const { calls, older } = withoutGivenUp(given, call);
  if (usage.modelCalls === 0) return { calls, older };
  const all = [...Object.entries(calls), [call, usage] as const];
  const folded = all.slice(0, Math.max(0, all.length - MOST_CALLS));
  return {
    calls: Object.fromEntries(all.slice(folded.length)),
    older: folded.reduce((sum, [, one]) => addUsage(sum, one), older),
  };
}

/** A call that was given up is made again, or was: its own usage tells what it bought. */
export function withoutGivenUp({ calls, older }: GivenUp, call: string): GivenUp {
  return { calls: Object.fromEntries(Object.entries(calls).filter(([key]) => key !== call)), older };
}

export function usageGivenUp({ calls, older }: GivenUp): Usage {
  return Object.values(calls).reduce(addUsage, older);
}
