/**
 * Workflow time: inside a workflow `Date` is the SDK's own, replayed from history, so it is no clock.
 * The only file of the workflows that reads it.
 */
export function nowMs(): number {
  return Date.now();
}

/** Workflow time, `ahead` ms later, as ISO 8601. */
export function nowIso(ahead = 0): string {
  return new Date(nowMs() + ahead).toISOString();
}
