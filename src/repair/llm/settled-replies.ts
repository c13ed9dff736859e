import { ModelError } from '../../model';

/** Tries for a failure that may pass, before the replies that are there have to do. */
const PATIENT_TRIES = 3;

/**
 * Replies of calls that were made side by side, and the reasons why others failed. Some replies are better than none,
 * and they are paid for. Throws the failure if there is no reply, or if it may pass and was not tried often yet.
 * `attempt` counts from 1.
 */
export function usableReplies<T>(
  settled: readonly PromiseSettledResult<T>[],
  attempt = 1,
): { replies: T[]; failures: string[] } {
  const replies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [asError(one.reason)] : []));
  const failed = worthAnotherTry(failures, replies.length, attempt);
  if (failed) throw failed;
  return { replies, failures: failures.map(({ message }) => message) };
}

function worthAnotherTry(failures: readonly Error[], replies: number, attempt: number): Error | undefined {
  const other = failures.find((failure) => !(failure instanceof ModelError));
  if (other) return other;
  const passing = failures.find((failure) => failure instanceof ModelError && failure.failure.retryable);
  if (passing && (replies === 0 || attempt < PATIENT_TRIES)) return passing;
  return replies === 0 ? failures[0] : undefined;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
