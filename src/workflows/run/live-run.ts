import type { NewEvent } from '../../domain/run/events';
import { usageGivenUp } from '../../domain/run/given-up';
import type { EffectTraits, RunTotals, Transition } from '../../domain/run/machine';
import { afterTransition, withRunEvents, type RunState } from '../../domain/run/state';
import { budgetReport } from '../../domain/run/status';
import { withClock, withWaiting, workedMs } from '../../domain/run/times';
import { nowMs } from '../workflow-time';
import type { HistoryGauge } from './continuing';

/** A run as the parts of its host see it. */
export type AnyRun = LiveRun<unknown, { type: string }>;

/** The one state of a run that goes on, and who is told when it changes. */
export class LiveRun<State, Effect extends { type: string }> {
  /** Shows the run to people. */
  onChange: () => void = () => undefined;

  constructor(
    private present: RunState<State, Effect>,
    readonly gauge: HistoryGauge,
  ) {}

  get state(): RunState<State, Effect> {
    return this.present;
  }

  /** True while people are asked for an answer or a top-up. */
  get isWaiting(): boolean {
    return this.present.times.waitingSinceMs !== undefined;
  }

  /** Changes what is not its machine's. */
  update(change: Partial<Omit<RunState<State, Effect>, 'machine' | 'effect' | 'events'>>): void {
    const next = { ...this.present, ...change };
    const waits = next.question !== undefined || next.budget.waits.length > 0;
    this.present = { ...next, times: withWaiting(next.times, waits, nowMs()) };
    this.onChange();
  }

  tell(events: readonly NewEvent[]): void {
    this.present = withRunEvents(this.present, events, nowMs());
  }

  /** Goes on as the machine says. */
  follow(transition: Transition<State, Effect>): void {
    this.present = afterTransition(this.present, transition, nowMs());
    this.onChange();
  }

  replaceEvents(events: RunState['events']): void {
    this.present = { ...this.present, events };
  }

  /** The same machine with less at hand. */
  replaceMachine(machine: State): void {
    this.present = { ...this.present, machine };
  }

  /** ms worked so far, without waiting for people. */
  worked(): number {
    return workedMs(this.present.times, nowMs());
  }

  /** Does something, and counts its time on the effect's clock. */
  async timed<T>({ clock }: EffectTraits, act: () => Promise<T>): Promise<T> {
    const before = this.worked();
    try {
      return await act();
    } finally {
      this.present = { ...this.present, times: withClock(this.present.times, clock, this.worked() - before) };
    }
  }

  /** Totals of the run when it ends. */
  totals(): RunTotals {
    const { times, budget, checkpoints } = this.present;
    return {
      budget: budgetReport(this.present),
      givenUp: usageGivenUp(budget.givenUp),
      clocks: times.clocks,
      workMs: this.worked(),
      waitingMs: times.waitedMs,
      checkpoints,
    };
  }
}
