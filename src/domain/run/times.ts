/** Time of a run, ms: workflow time, and what of it was spent waiting for people. */
export interface RunTimes {
  readonly startedMs: number;
  readonly waitedMs: number;
  /** Set while it waits. */
  readonly waitingSinceMs?: number;
  readonly clocks: Readonly<Record<string, number>>;
}

/** ms that the run has worked, without waiting for people. */
export function workedMs({ startedMs, waitedMs, waitingSinceMs }: RunTimes, nowMs: number): number {
  const waiting = waitingSinceMs === undefined ? 0 : nowMs - waitingSinceMs;
  return nowMs - startedMs - waitedMs - waiting;
}

export function withClock(times: RunTimes, clock: string | undefined, ms: number): RunTimes {
  if (clock === undefined) return times;
  return { ...times, clocks: { ...times.clocks, [clock]: (times.clocks[clock] ?? 0) + ms } };
}

/** The times of a run that begins, or has ended, to wait for people. */
export function withWaiting(times: RunTimes, waits: boolean, nowMs: number): RunTimes {
  const { waitingSinceMs, waitedMs } = times;
  if (waits === (waitingSinceMs !== undefined)) return times;
  return waits
    ? { ...times, waitingSinceMs: nowMs }
    : { ...times, waitingSinceMs: undefined, waitedMs: waitedMs + nowMs - (waitingSinceMs ?? nowMs) };
}

/** ISO 8601 of ms since 1970. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** `2026-11-30 05:21:07 UTC` of an ISO 8601 time. */
export function preciseMoment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-11-30 05:21 UTC` of an ISO 8601 time. */
export function momentText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `12 s`, `3 min 05 s`, `2 h 05 min`. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}
