import { temporal } from '@temporalio/proto';
import type { Client } from '@temporalio/client';

type History = temporal.api.history.v1.IHistory;
export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** A run's history as the server has it: its bytes, its events, and a text with all payloads decoded. */
export interface RunHistory {
  bytes: Buffer;
  events: HistoryEvent[];
  text: string;
}

export async function readHistory(client: Client, workflowId: string): Promise<RunHistory> {
  const history: History = await client.workflow.getHandle(workflowId).fetchHistory();
  const bytes = Buffer.from(temporal.api.history.v1.History.encode(history).finish());
  return { bytes, events: history.events ?? [], text: JSON.stringify(history, decoded) };
}

/** Size of an event as the server stores it. */
export function eventBytes(event: HistoryEvent): number {
  return temporal.api.history.v1.HistoryEvent.encode(event).finish().length;
}

/** True for the event that begins a call of the model. */
export function isModelActivity(event: HistoryEvent): boolean {
  const type = event.activityTaskScheduledEventAttributes?.activityType?.name;
  const summary = Buffer.from(event.userMetadata?.summary?.data ?? []).toString('utf8');
  if (type === 'callTool') return /generateCode|analyzeError/.test(summary);
  return type === 'takeTurn' || (type === 'proposeRepairs' && summary.includes('llm proposer'));
}

/** Bytes of the events of the activities that ask a model, and of one workflow task for each. */
export function modelBytes(events: readonly HistoryEvent[]): { activities: number; bytes: number } {
  const scheduled = events.filter(isModelActivity);
  const ids = new Set(scheduled.map(({ eventId }) => String(eventId)));
  const own = events.filter((event) => {
    const of =
      event.activityTaskStartedEventAttributes?.scheduledEventId ??
      event.activityTaskCompletedEventAttributes?.scheduledEventId;
    return ids.has(String(event.eventId)) || (of !== undefined && of !== null && ids.has(String(of)));
  });
  const tasks = events.filter(
    (event) =>
      event.workflowTaskScheduledEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskCompletedEventAttributes,
  );
  const oneTask = (tasks.reduce((sum, event) => sum + eventBytes(event), 0) / tasks.length) * 3;
  const bytes = own.reduce((sum, event) => sum + eventBytes(event), 0) + oneTask * scheduled.length;
  return { activities: scheduled.length, bytes };
}

/** Shows bytes as the text that they hold. */
function decoded(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  const given = value as { type?: unknown; data?: unknown } | null;
  if (given?.type === 'Buffer' && Array.isArray(given.data))
    return Buffer.from(given.data as number[]).toString('utf8');
  return typeof value === 'bigint' ? value.toString() : value;
}
