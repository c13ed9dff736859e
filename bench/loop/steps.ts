/** Where the time of a run went, by the events of its history. */
import type { KintsugiClient } from '../../src/client';

export interface StepTime {
  summary: string;
  /** From scheduled to taken up by the worker, ms. */
  waitMs: number;
  /** From taken up to reported back. */
  workMs: number;
  /** From the report of the step before (or the start) to scheduled. */
  decideMs: number;
}

interface Timestamp {
  seconds?: { toString(): string } | number | null;
  nanos?: number | null;
}

/** The activities of a run in the order in which they were scheduled. */
export async function stepsOf(client: KintsugiClient, id: string): Promise<StepTime[]> {
  const { events } = await client.temporal.workflow.getHandle(id).fetchHistory();
  const steps = new Map<string, StepTime & { scheduledMs: number; startedMs: number }>();
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
      steps.set(String(event.eventId), { summary, ...times });
    }
    const step = steps.get(String((started ?? completed)?.scheduledEventId));
    if (step && started) Object.assign(step, { startedMs: atMs, waitMs: atMs - step.scheduledMs });
    if (step && completed) {
      step.workMs = atMs - step.startedMs;
      lastMs = atMs;
    }
  }
  return [...steps.values()].map(({ summary, waitMs, workMs, decideMs }) => ({
    summary,
    waitMs,
    workMs,
    decideMs,
  }));
}

function msOf(time: Timestamp | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}
