import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  sleep,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/types';
import { LIMIT_RESETS } from '../../domain/error-types';
import { isoOf } from '../../domain/run/times';
import { limitPause, tooLongSentence, withLimitWait } from '../../domain/run/model-waits';
import type { RunEvents } from '../../domain/run/words';
import { firstLine } from '../../domain/text';
import { nowMs } from '../workflow-time';
import type { AnyRun } from './live-run';

/** Makes the calls of a run, and waits durably where a model has to be waited for. */
export class ModelDesk {
  constructor(
    private readonly run: AnyRun,
    /** Most time to wait for limits that reset, in all, ms. */
    private readonly mostMs: number,
    private readonly events: RunEvents,
  ) {}

  /** An activity. Where a limit of the model stops it that resets, it is called again then. */
  async call<T>(
    summary: string,
    options: ActivityOptions,
    act: (activities: Activities) => Promise<T>,
  ): Promise<T> {
    for (let waits = 0; ; waits += 1) {
      try {
        return await act(proxyActivities<Activities>({ ...options, summary: summary.slice(0, 200) }));
      } catch (error) {
        const limit = limitOf(error);
        if (!limit) throw error;
        await this.untilReset(limit, waits);
      }
    }
  }

  /** Calls that run side by side wait side by side: time that they share counts once. */
  private async untilReset({ waitMs, why }: Limit, waits: number): Promise<void> {
    const ms = limitPause(waitMs, waits);
    const untilMs = nowMs() + ms;
    const { model } = this.run.state;
    const next = withLimitWait(model, nowMs(), { untilMs, why: firstLine(why, 200) });
    if (next.waitedMs > this.mostMs)
      throw ApplicationFailure.create({
        type: LIMIT_RESETS,
        message: tooLongSentence(why, ms, this.mostMs),
        nonRetryable: true,
      });
    this.run.tell([this.events.limited(isoOf(untilMs), why)]);
    this.run.update({ model: next });
    try {
      await sleep(ms, { summary: `until the model's limit resets: ${firstLine(why, 120)}` });
    } finally {
      const { model: present } = this.run.state;
      const limits = present.limits.filter((one) => one !== next.limits.at(-1));
      this.run.update({ model: { ...present, limits } });
    }
  }
}

interface Limit {
  /** Undefined: nobody says how long. */
  waitMs: number | undefined;
  why: string;
}

/** Limit of the model that ended a call and resets; undefined where something else did. */
function limitOf(error: unknown): Limit | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== LIMIT_RESETS) return undefined;
  const [waitMs] = (cause.details ?? []) as [(number | null)?];
  return { waitMs: waitMs ?? undefined, why: cause.message };
}
