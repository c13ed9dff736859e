import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleHandle,
} from '@temporalio/client';
import { badInput } from '../domain/kintsugi-error';
import { findRun, type RunSummary } from './run-list';
import { runOptions, type NewRun } from './start-run';

/** Times at which runs of a schedule begin. */
export interface ScheduleTimes {
  /** Expression of cron with five fields: `0 2 * * *` is each night at two. */
  cron: string;
  /** Zone of the clock, such as `Europe/Berlin`; absent: that of this machine. */
  timezone?: string;
  /** Name of the schedule; absent: kind of run and folder, `heal-shop`. */
  name?: string;
}

/** A schedule as lists show it. */
export interface ScheduleSummary {
  name: string;
  cron: string;
  timezone: string;
  /** Kind of its runs and the folder that they work on. */
  kind: string;
  directory: string;
  request: string;
  paused: boolean;
  /** Next time of a run; absent while paused. */
  next?: Date;
  /** Id of its newest run; absent before the first. */
  lastRun?: string;
  /** That run; absent once the server keeps it no more. */
  last?: RunSummary;
}

/** Runs that begin by the clock. Each schedule is one of Temporal's, so the server starts its runs, whichever client is there. */
export class Schedules {
  constructor(private readonly temporal: Client) {}

  /** Makes a schedule whose runs are like the given one, and resolves to its name. Throws a sentence where the name is taken or no time is meant. */
  async create(run: NewRun, times: ScheduleTimes): Promise<string> {
    const { name = run.name, cron, timezone = localZone() } = times;
    const { directory = '', request } = run;
    // In the morning people are told how it ended, by the channels that tell of questions.
    const told = { ...run, input: { ...run.input, tellsEnd: true } };
    const memo = { kintsugi: true, kind: run.kind, directory, request, cron, timezone };
    try {
      await this.temporal.schedule.create({
        scheduleId: name,
        spec: { cronExpressions: [cron], timezone },
        action: { type: 'startWorkflow', workflowType: run.kind, workflowId: name, ...runOptions(told) },
        // A night is left out while the run of the night before waits; one that the machine slept through is made up for.
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '12 hours' },
        memo,
      });
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning)
        throw badInput(
          `There is a schedule ${name} already: remove it (kintsugi schedule remove ${name}), or give this one another --name.`,
        );
      // The SDK throws it for times that the server cannot read.
      if (error instanceof TypeError)
        throw badInput(
          `"${cron}" in the zone ${timezone} is no time: give five fields (minute, hour, day of the month, month, day of the week), such as "0 2 * * *" for each night at two or "30 6 * * 1-5" for half past six on working days, and a zone such as Europe/Berlin.`,
        );
      throw error;
    }
    return name;
  }

  /** All schedules that Kintsugi made, by name. */
  async list(): Promise<ScheduleSummary[]> {
    const found: ScheduleSummary[] = [];
    for await (const { scheduleId, memo, state, info } of this.temporal.schedule.list()) {
      if (memo?.['kintsugi'] !== true) continue;
      const told = (field: string) => (typeof memo[field] === 'string' ? memo[field] : '');
      const [next] = info.nextActionTimes;
      const lastRun = info.recentActions.at(-1)?.action.workflow.workflowId;
      const last = lastRun === undefined ? undefined : await findRun(this.temporal, lastRun);
      found.push({
        ...{ name: scheduleId, cron: told('cron'), timezone: told('timezone'), kind: told('kind') },
        ...{ directory: told('directory'), request: told('request'), paused: state.paused },
        ...(next && !state.paused && { next }),
        ...(lastRun !== undefined && { lastRun }),
        ...(last && { last }),
      });
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Lets no run begin until `resume`. */
  pause(name: string): Promise<void> {
    return this.act(name, (schedule) => schedule.pause());
  }

  /** Lets runs begin again. */
  resume(name: string): Promise<void> {
    return this.act(name, (schedule) => schedule.unpause());
  }

  /** Begins a run now, besides those of the clock. */
  trigger(name: string): Promise<void> {
    return this.act(name, (schedule) => schedule.trigger());
  }

  /** Removes a schedule; its runs stay. */
  remove(name: string): Promise<void> {
    return this.act(name, (schedule) => schedule.delete());
  }

  private async act(name: string, carryOut: (schedule: ScheduleHandle) => Promise<unknown>): Promise<void> {
    try {
      await carryOut(this.temporal.schedule.getHandle(name));
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
      throw badInput(`There is no schedule ${name}: kintsugi schedule list shows them.`);
    }
  }
}

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
