import type { WorkflowExecutionDescription } from '@temporalio/client';
import { readPayload } from '../temporal/data-converter';
import { firstLine } from '../domain/text';

/** An activity under way, with its last progress report. */
export interface PendingWork {
  /** Name of the activity: `proposeRepairs`, `verifyTree` … */
  activity: string;
  /** Counted from 1; Temporal retries failed tries. */
  attempt: number;
  /** Reason why the last try failed: one sentence. */
  failure?: string;
  /** Start of the next try, where the activity waits for it. */
  retryAt?: Date;
  /** Absent before its first heartbeat, which comes after 2 s. */
  detail?: unknown;
}

/** Activities under way, as the server knows them: no worker is asked. */
export function pendingWorkOf(description: Pick<WorkflowExecutionDescription, 'raw'>): PendingWork[] {
  const { pendingActivities } = description.raw;
  return (pendingActivities ?? []).map(
    ({ activityType, attempt, heartbeatDetails, lastFailure, nextAttemptScheduleTime: next }) => ({
      activity: activityType?.name ?? '',
      attempt: attempt ?? 1,
      failure: lastFailure?.message ? firstLine(lastFailure.message, 200) : undefined,
      retryAt: next?.seconds ? new Date(Number(next.seconds) * 1_000) : undefined,
      detail: readPayload(heartbeatDetails?.payloads?.[0]),
    }),
  );
}

/** Progress of the activities in a few words. Empty: nothing is known. */
export function pendingText(pending: readonly PendingWork[], nowMs = Date.now()): string {
  const searches = pending.filter(({ activity }) => activity === 'proposeRepairs').flatMap(searchText);
  const verified = pending.filter(({ activity }) => activity === 'verifyTree');
  const words = verified.map(({ detail }) => detail).find(isWords);
  const candidates = verified.length > 1 ? [`${verified.length} candidates are verified`] : (words ?? []);
  return [...searches, candidates, againText(pending, nowMs)].flat().join(', ');
}

/** Activity with the most tries, and the reason why it failed last. */
function againText(pending: readonly PendingWork[], nowMs: number): string[] {
  const [again] = pending.filter(({ attempt }) => attempt > 1).sort((a, b) => b.attempt - a.attempt);
  if (!again) return [];
  const waitMs = (again.retryAt?.getTime() ?? 0) - nowMs;
  const when = waitMs > 0 ? ` in ${Math.ceil(waitMs / 1000)} s` : '';
  return [`try ${again.attempt}${when}${again.failure === undefined ? '' : `: ${again.failure}`}`];
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

/** True for words that tell something: every activity begins with `started`. */
function isWords(detail: unknown): detail is string {
  return typeof detail === 'string' && detail !== '' && detail !== 'started';
}
