import { fromPayloadsAtIndex, type PayloadConverter } from '@temporalio/common';
import type { WorkflowExecutionDescription } from '@temporalio/client';

/** An activity of a run that is under way, with what it last said of itself. */
export interface PendingWork {
  /** Name of the activity: `proposeRepairs`, `verifyTree` … */
  activity: string;
  /** From 1; more where Temporal had to start it again. */
  attempt: number;
  /** Absent before its first heartbeat, which comes after 2 s. */
  detail?: unknown;
}

/** What a run is at, as the server knows it: no worker is asked. */
export function pendingWorkOf(
  description: Pick<WorkflowExecutionDescription, 'raw'>,
  converter: PayloadConverter,
): PendingWork[] {
  return (description.raw.pendingActivities ?? []).map(({ activityType, attempt, heartbeatDetails }) => ({
    activity: activityType?.name ?? '',
    attempt: attempt ?? 1,
    detail: heartbeatDetails?.payloads?.length
      ? fromPayloadsAtIndex(converter, 0, heartbeatDetails.payloads)
      : undefined,
  }));
}

/** The same in a few words; empty where nothing is known. */
export function pendingText(pending: readonly PendingWork[]): string {
  const searches = pending.filter(({ activity }) => activity === 'proposeRepairs').flatMap(searchText);
  const verified = pending.filter(({ activity }) => activity === 'verifyTree');
  const words = verified.map(({ detail }) => detail).find(isWords);
  const candidates = verified.length > 1 ? [`${verified.length} candidates are verified`] : (words ?? []);
  const again = Math.max(0, ...pending.map(({ attempt }) => attempt));
  return [...searches, candidates, again > 1 ? `try ${again}` : []].flat().join(', ');
}

function searchText({ detail }: PendingWork): string[] {
  if (isWords(detail)) return [detail];
  if (typeof detail !== 'object' || detail === null || !('done' in detail) || !('of' in detail)) return [];
  const { done, of } = detail;
  const note = 'note' in detail ? detail.note : undefined;
  return isWords(note)
    ? [`${String(done)} of ${String(of)} ${note}`]
    : [`${String(done)} edits tried of at most ${String(of)}`];
}

/** What every activity says first tells nothing. */
function isWords(detail: unknown): detail is string {
  return typeof detail === 'string' && detail !== '' && detail !== 'started';
}
