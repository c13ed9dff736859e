import { leads, mostIn, type ProbedCall, type RepairGroup } from './groups';
import type { Reason } from '../../domain/heal/confidence-words';
import { BELIEVABLE } from '../search/merit';
import type { Confidence } from '../../domain/heal/standing';

/**
 * The trust that the best of some groups deserves, and why. `all`: no repair that passes was left
 * out of the comparison, as far as the search went. `extent`: reason against the best by what the search did not try.
 */
export function confidenceIn<T>(
  groups: readonly RepairGroup<T>[],
  all = true,
  extent?: Reason,
): { level: Confidence; reason: Reason } {
  const [best] = groups;
  const signs = best?.members[0]?.signs ?? [];
  if (groups.length > 1) {
    const isClear = all && extent === undefined && signs.length === 0 && leads(groups);
    const parted = groups.slice(1).some(({ isParted }) => isParted);
    const count = groups.length;
    return isClear
      ? { level: 'high', reason: { code: 'likeliest-repair', count } }
      : { level: 'ambiguous', reason: { code: parted ? 'rivals' : 'possible-rivals', count } };
  }
  if (!all) return { level: 'ambiguous', reason: { code: 'uncompared' } };
  if (signs.length > 0) return { level: 'ambiguous', reason: { code: 'signed', signs: [...signs] } };
  if (extent !== undefined) return { level: 'ambiguous', reason: extent };
  if (mostIn(best) < BELIEVABLE) return { level: 'ambiguous', reason: { code: 'seldom-right' } };
  return { level: 'high', reason: { code: 'alike' } };
}

/** A call that groups answer differently, with the answer of each; absent where a group has none. */
export interface DecidingCall {
  /** Its place in the list of calls. */
  call: number;
  text: string;
  answers: readonly (string | undefined)[];
}

/** Longest call or answer that a person reads with ease; beyond it, 100 characters count as much as one more kind of answer. */
const READABLE = 120;

/**
 * The one call that parts the groups best: it tells the first from the second, then as many as possible from each other, with an
 * input of a type that tests use, and short enough to be read. Undefined where no call parts the first two.
 */
export function decidingCall<T>(
  calls: readonly ProbedCall[],
  groups: readonly RepairGroup<T>[],
): DecidingCall | undefined {
  if (groups.length < 2) return undefined;
  let best: { found: DecidingCall; cost: number } | undefined;
  calls.forEach(({ text, origin, foreign }, call) => {
    const answers = groups.map(({ members }) => members[0]?.answers[call]);
    const [first, second] = answers;
    if (first === undefined || second === undefined || first === second) return;
    const kinds = new Set(answers.filter((answer) => answer !== undefined)).size;
    const longest = Math.max(text.length, ...answers.map((answer) => answer?.length ?? 0));
    const cost =
      (foreign ? 100_000 : 0) +
      (longest > READABLE ? 10_000 + 10 * longest : 0) +
      (answers.some((answer) => answer === undefined) ? 5_000 : 0) -
      1_000 * kinds +
      (origin === 'varied' ? 100 : 0) +
      Math.min(longest, 900);
    if (!best || cost < best.cost) best = { found: { call, text, answers }, cost };
  });
  return best?.found;
}
