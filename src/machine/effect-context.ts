/** Given to every effect by what performs it. */
export interface EffectContext {
  /** Aborted on cancellation and on worker shutdown. */
  signal: AbortSignal;
  /** Shown with the pending activity in the Web UI; sent with the next heartbeat. */
  progress(detail: unknown): void;
  /** Try of the activity, from 1. */
  attempt: number;
}
