import { leads, mostIn, type ProbedCall, type RepairGroup } from './groups';
import type { Confidence, Reason } from '../../domain/heal/standing';
import { BELIEVABLE } from '../search/merit';

/**
 * Confidence in the best group, with the reason. `all`: every repair found was compared. `extent`: reason against the best, since the search
 * tried too little.
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
  return { level: 'high', reason: { code: best && best.members.length > 1 ? 'alike' : 'alone' } };
}

/** A call that groups answer differently, with the answer of each; absent where a group has none. */
export interface DecidingCall {
  /** Index in the list of calls. */
  call: number;
  text: string;
  answers: readonly (string | undefined)[];
}

/** Longest call or answer that is easy to read, in characters. */
const READABLE = 120;

/**
 * The call that tells the groups apart best: the first from the second, then as many as possible, with an input of a type that tests use
 * and short enough to read. Undefined: no call tells the first two apart.
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
