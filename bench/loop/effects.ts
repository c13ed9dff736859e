/** Where the time of a run went, by the events of its history. */
import type { KintsugiClient } from '../../src/client';

export interface EffectTime {
  summary: string;
  /** From scheduled to taken up by the worker, ms. */
  waitMs: number;
  /** From taken up to reported back. */
  workMs: number;
  /** From the report of the effect before (or the start) to scheduled. */
  decideMs: number;
}

interface Timestamp {
  seconds?: { toString(): string } | number | null;
  nanos?: number | null;
}

/** The activities of a run in the order in which they were scheduled. */
export async function effectsOf(client: KintsugiClient, id: string): Promise<EffectTime[]> {
  const { events } = await client.temporal.workflow.getHandle(id).fetchHistory();
  const effects = new Map<string, EffectTime & { scheduledMs: number; startedMs: number }>();
  let lastMs = msOf(events?.[0]?.eventTime);
  for (const event of events ?? []) {
    const atMs = msOf(event.eventTime);
    const {
      activityTaskScheduledEventAttributes: scheduled,
      activityTaskStartedEventAttributes: started,
      activityTaskCompletedEventAttributes: completed,
    } = event;
    if (scheduled) {
      const data = event.userMetadata?.summary?.data;
      const summary = data
        ? String(JSON.parse(Buffer.from(data).toString()))
        : (scheduled.activityType?.name ?? '');
      const times = { waitMs: 0, workMs: 0, decideMs: atMs - lastMs, scheduledMs: atMs, startedMs: atMs };
      effects.set(String(event.eventId), { summary, ...times });
    }
    const effect = effects.get(String((started ?? completed)?.scheduledEventId));
    if (effect && started) Object.assign(effect, { startedMs: atMs, waitMs: atMs - effect.scheduledMs });
    if (effect && completed) {
      effect.workMs = atMs - effect.startedMs;
      lastMs = atMs;
    }
  }
  return [...effects.values()].map(({ summary, waitMs, workMs, decideMs }) => ({
    summary,
    waitMs,
    workMs,
    decideMs,
  }));
}

function msOf(time: Timestamp | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}
