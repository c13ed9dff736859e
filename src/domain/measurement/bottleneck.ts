import type { FunctionTime } from './call-times';

/** Own share of the busy time above which one function is a bottleneck. */
export const BOTTLENECK_SHARE = 0.2;
/** Busy time below which a profile says nothing: most of it is the start of the engine, ms. */
export const LEAST_BUSY_MS = 100;

/** Finding of a profile. */
export type ProfileFinding =
  | { readonly kind: 'bottleneck'; readonly hot: FunctionTime }
  /** No function of the project stands out. */
  | { readonly kind: 'spread' }
  /** The project's own code hardly ran. */
  | { readonly kind: 'too-short' };

/** Finding of the times of a profile. */
export function findBottleneck(times: readonly FunctionTime[]): ProfileFinding {
  const own = times.filter(({ isOwn }) => isOwn);
  const busyMs = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
  const longestMs = Math.max(0, ...own.map(({ totalMs }) => totalMs));
  if (busyMs < LEAST_BUSY_MS || longestMs < LEAST_BUSY_MS) return { kind: 'too-short' };
  const [hot] = own;
  return hot && hot.share >= BOTTLENECK_SHARE ? { kind: 'bottleneck', hot } : { kind: 'spread' };
}
