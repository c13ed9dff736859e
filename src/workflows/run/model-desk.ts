import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  sleep,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/types';
import { LIMIT_RESETS, NO_MODEL } from '../../domain/error-types';
import type { EffectKey } from '../../domain/ids';
import { isoOf } from '../../domain/run/times';
import { limitPause, tooLongSentence, withLimitWait } from '../../domain/run/model-waits';
import type { RunEvents } from '../../domain/run/words';
import { firstLine } from '../../domain/text';
import { MODEL_AWAITED } from '../activity-options';
import { nowMs } from '../workflow-time';
import type { AnyRun } from './live-run';

/** Makes the calls of a run, and waits durably where a model has to be waited for. */
export class ModelDesk {
  constructor(
    private readonly run: AnyRun,
    /** Most time to wait for limits that reset, in all, ms. */
    private readonly mostMs: number,
    private readonly events: RunEvents,
    private readonly keyOf: (label: string) => EffectKey,
  ) {}

  /** Makes a call. Where a worker lacks a model, or a limit of the model resets, it is waited for and made again. */
  async untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    for (let waits = 0; ; waits += 1) {
      try {
        return await call();
      } catch (error) {
        if (isLacking(error)) {
          // Where some workers have a model and others do not, the next try may meet one without.
          if (waits > 0)
            await sleep(limitPause(PAUSE_MS, waits), { summary: 'until a worker with a model is free' });
          if (!(await this.untilModel())) throw error;
          continue;
        }
        const limit = limitOf(error);
        if (!limit) throw error;
        await this.untilReset(limit, waits);
      }
    }
  }

  /** Waits for a worker with a model. Resolves to false where none has come in time. */
  async untilModel(): Promise<boolean> {
    this.lack(1);
    try {
      const { awaitModel } = proxyActivities<Activities>({
        ...MODEL_AWAITED,
        summary: 'until a worker with a model comes: set KINTSUGI_MODEL',
      });
      await awaitModel({ key: this.keyOf('await-model') });
      return true;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      return false;
    } finally {
      this.lack(-1);
    }
  }

  private lack(more: 1 | -1): void {
    const { model } = this.run.state;
    if (more === 1 && model.lacking === 0) this.run.tell([this.events.lacking()]);
    this.run.update({ model: { ...model, lacking: model.lacking + more } });
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

/** Pause between tries where a worker without a model took the call, ms. */
const PAUSE_MS = 5_000;

/** True where the worker that took a call has no model. */
function isLacking(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === NO_MODEL;
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
