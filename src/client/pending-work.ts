import type { WorkflowExecutionDescription } from '@temporalio/client';
import { readPayload } from '../temporal/data-converter';
import { z } from 'zod';
import { Said, saidText, type Say } from '../domain/run/said';
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
export function pendingText(pending: readonly PendingWork[], say: Say, nowMs = Date.now()): string {
  const searches = pending
    .filter(({ activity }) => activity === 'proposeRepairs')
    .flatMap((one) => searchText(one, say));
  const verified = pending.filter(({ activity }) => activity === 'verifyTree');
  const words = verified.flatMap(({ detail }) => wordsOf(detail, say))[0];
  const candidates = verified.length > 1 ? [] : (words ?? []);
  return [...searches, candidates, againText(pending, nowMs, say)].flat().join(', ');
}

/** Activity with the most tries, and the reason why it failed last. */
function againText(pending: readonly PendingWork[], nowMs: number, say: Say): string[] {
  const [again] = pending.filter(({ attempt }) => attempt > 1).sort((a, b) => b.attempt - a.attempt);
  if (!again) return [];
  const waitMs = (again.retryAt?.getTime() ?? 0) - nowMs;
  const seconds = Math.ceil(waitMs / 1000);
  const when = waitMs > 0 ? say`try ${again.attempt} in ${seconds} s` : say`try ${again.attempt}`;
  return [again.failure === undefined ? when : `${when}: ${again.failure}`];
}

function searchText({ detail }: PendingWork, say: Say): string[] {
  const counted = z.object({ done: z.number(), of: z.number(), note: Said.optional() }).safeParse(detail);
  if (!counted.success) return wordsOf(detail, say);
  const { done, of, note } = counted.data;
  return [note ? say`${done} of ${of} ${note}` : say`${done} edit(s) tried of at most ${of}`];
}

/** Words that an activity told of: every one begins with `started`, and the name of a command is its own word. */
function wordsOf(detail: unknown, { language }: Say): string[] {
  const words = z.union([z.string(), Said]).safeParse(detail);
  const told = words.success && words.data !== 'started' ? saidText(words.data, language) : '';
  return told === '' ? [] : [told];
}
