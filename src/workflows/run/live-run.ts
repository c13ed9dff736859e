import { log } from '@temporalio/workflow';
import type { NewEvent } from '../../domain/run/events';
import { usageGivenUp, afterTransition, withRunEvents, type RunState } from '../../domain/run/state';
import type { EffectTraits, RunTotals, Transition } from '../../domain/run/machine';
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
    private readonly logLine: (event: NewEvent) => string | undefined = () => undefined,
  ) {}

  get state(): RunState<State, Effect> {
    return this.present;
  }

  /** True while people are asked for an answer, a top-up or a message. */
  get isWaiting(): boolean {
    return this.present.times.waitingSinceMs !== undefined;
  }

  /** Changes what is not its machine's. */
  update(change: Partial<Omit<RunState<State, Effect>, 'machine' | 'effect' | 'events'>>): void {
    this.present = waitingIsCounted({ ...this.present, ...change });
    this.onChange();
  }

  tell(events: readonly NewEvent[]): void {
    this.present = withRunEvents(this.present, events, nowMs());
  }

  /** Goes on as the machine says. */
  follow(transition: Transition<State, Effect>): void {
    this.present = waitingIsCounted(afterTransition(this.present, transition, nowMs()));
    for (const line of (transition.events ?? []).flatMap((event) => this.logLine(event) ?? []))
      log.info(line);
    this.onChange();
  }

  replaceEvents(events: RunState['events']): void {
    this.present = { ...this.present, events };
  }

  /** The same machine with less at hand. */
  replaceMachine(machine: State): void {
    this.present = { ...this.present, machine };
  }

  /** ms that the run has waited for people by now, without a break. */
  waited(): number {
    const { waitingSinceMs } = this.present.times;
    return waitingSinceMs === undefined ? 0 : nowMs() - waitingSinceMs;
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

/** The run with its waiting for people begun or ended: for an answer, a top-up, or a message. */
function waitingIsCounted<State, Effect extends { type: string }>(
  run: RunState<State, Effect>,
): RunState<State, Effect> {
  const { question, budget, effect, inbox } = run;
  const receives = effect.type === 'receive' && inbox.waiting.length === 0;
  const waits = receives || question !== undefined || budget.waits.length > 0;
  return { ...run, times: withWaiting(run.times, waits, nowMs()) };
}
