/** Time of a search with commands, where the run says nothing else. */
export const SEARCH_MS = 60_000;

/** Share of that where a model is asked next: people wait for it. */
const QUICK_SHARE = 1 / 12;
/** The search goes on after its first find, for others that are as good: so long, by what it has taken. */
const AFTER_SHARE = 0.5;
const AFTER_LEAST_MS = 1_500;
const AFTER_MOST_MS = 8_000;
const DOUBT_FACTOR = 4;
const DOUBT_LEAST_MS = 12_000;
const RIVALS_LEAST_MS = 5_000;

/** Reason not to publish what was found: signs against all of it, rivals that are as good, or none. */
export type Doubt = 'signs' | 'rivals' | 'none';

/** Time that is left of the search of a run, ms: its rounds share it. */
export function timeLeft(given: { searchMs?: number; spentMs: number; quick: boolean }): number {
  const whole = (given.searchMs ?? SEARCH_MS) * (given.quick ? QUICK_SHARE : 1);
  return Math.max(0, whole - given.spentMs);
}

/** Time that the search goes on after a find that came after so much time, ms. */
export function timeAfterFind(tookMs: number, doubt: Doubt): number {
  const usual = Math.min(AFTER_MOST_MS, Math.max(AFTER_LEAST_MS, tookMs * AFTER_SHARE));
  if (doubt === 'signs') return Math.max(DOUBT_LEAST_MS, DOUBT_FACTOR * usual);
  return doubt === 'rivals' ? Math.max(RIVALS_LEAST_MS, usual) : usual;
}

/** Time that one mutant may take by what the failing tests take on the unchanged program. */
export function mutantLimit(usualMs: number): number {
  return Math.max(1_000, Math.ceil(usualMs * 4) + 500);
}
