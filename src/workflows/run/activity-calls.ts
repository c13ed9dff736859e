import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/types';
import type { HostDirectory } from '../../domain/files/workspace';
import { onHost, type HostActivities } from '../host';
import { quickly, type OtherWay } from '../quick-calls';
import type { HistoryGauge } from './continuing';
import type { ModelDesk } from './model-desk';

/** A call of an activity, and where it is performed. */
export type ActivityCall<T> = { summary: string } & (
  | { at: 'worker'; options: ActivityOptions; act(activities: Activities): Promise<T> }
  /** Within the workflow task, where it is done in time. */
  | { at: 'task'; otherwise: ActivityOptions | OtherWay<T>; act(activities: Activities): Promise<T> }
  /** On the computer of the directory. `limitMs`: absent where it is finished once begun. */
  | { at: 'host'; limitMs?: number; act(activities: HostActivities): Promise<T> }
);

export interface CallParts {
  gauge: HistoryGauge;
  models: ModelDesk;
  directory: HostDirectory | undefined;
  waitingForHost(hostName: string | undefined): void;
}

/** All calls of a run that are under way. */
export class ActivityCalls {
  private count = 0;

  constructor(private readonly parts: CallParts) {}

  /** While one is under way, the run does not continue as new. */
  get areUnderWay(): boolean {
    return this.count > 0;
  }

  /**
   * Calls an activity. The stages in order, the first outermost:
   * 1. a rollback or the time limit may end the effect that calls it (`RunHost.next`);
   * 2. the budget has a paid call wait (`BudgetDesk.pay`);
   * 3. the call is counted, and history looked at when it has ended;
   * 4. where a model is lacking, or at a limit, it is waited for and called again (`ModelDesk.untilAnswered`);
   * 5. the activity is performed, at its place.
   */
  callActivity<T>(call: ActivityCall<T>): Promise<T> {
    const summary = call.summary.slice(0, 200);
    switch (call.at) {
      case 'task':
        return this.counting(() => quickly(call.summary, call.otherwise, call.act));
      case 'host':
        return this.durable(() => this.onHost(call));
      case 'worker':
        return this.durable(() =>
          this.parts.models.untilAnswered(() =>
            call.act(proxyActivities<Activities>({ ...call.options, summary })),
          ),
        );
    }
  }

  /** Does work whose end is an event of history. A local activity may end in another workflow task when it is replayed. */
  async durable<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await this.counting(act);
    } finally {
      this.parts.gauge.look();
    }
  }

  private async counting<T>(act: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await act();
    } finally {
      this.count -= 1;
    }
  }

  private async onHost<T>({ summary, act, limitMs }: Extract<ActivityCall<T>, { at: 'host' }>): Promise<T> {
    const { directory, waitingForHost } = this.parts;
    if (!directory) throw new Error('a run without a directory has no machine that owns it');
    try {
      return await onHost(directory, summary, act, waitingForHost, limitMs);
    } finally {
      waitingForHost(undefined);
    }
  }
}
