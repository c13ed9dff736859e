import { mostIn, type ProbedCall, type RepairGroup } from './groups';
import type { Confidence, Reason } from '../../domain/heal/standing';

/**
 * Least ratio of the best repair's belief to another's, if it is to be sure: where a call shows how they differ, and where none does.
 * Then their kinds and places are all that is known.
 */
export const LEAD = 1.25;
const BLIND_LEAD = 2;
/** Least belief of an only find, if it is to be sure: the right edit may be one that nobody made. */
const BELIEVABLE = 0.2;

/**
 * **The rule of confidence**, for every language and proposer: the best group is sure if no sign speaks against it, if nothing that could
 * be as right was left out, and if it leads each other group. Members that behave as it does are no witnesses: `n + 2` and `n - -2` are
 * one mistake. `all`: every repair found was compared. `doubt`: reason against the best, since something was not tried.
 */
export function confidenceIn<T>(
  groups: readonly RepairGroup<T>[],
  all = true,
  doubt?: Reason,
): { level: Confidence; reason: Reason } {
  const [best, ...others] = groups;
  const reason = reasonIn(best, others, all, doubt);
  return { level: SURE.has(reason.code) ? 'high' : 'ambiguous', reason };
}

const SURE: ReadonlySet<Reason['code']> = new Set(['likeliest-repair', 'alike', 'alone']);

function reasonIn<T>(
  best: RepairGroup<T> | undefined,
  others: readonly RepairGroup<T>[],
  all: boolean,
  doubt: Reason | undefined,
): Reason {
  const signs = best?.members[0]?.signs ?? [];
  const count = others.length + 1;
  if (others.length > 0) {
    const isClear = all && doubt === undefined && signs.length === 0;
    const leads = others.every((one) => mostIn(best) >= mostIn(one) * (one.isParted ? LEAD : BLIND_LEAD));
    if (isClear && leads) return { code: 'likeliest-repair', count };
    return { code: others.some(({ isParted }) => isParted) ? 'rivals' : 'possible-rivals', count };
  }
  if (!all) return { code: 'uncompared' };
  if (signs.length > 0) return { code: 'signed', signs: [...signs] };
  if (doubt !== undefined) return doubt;
  if (mostIn(best) < BELIEVABLE) return { code: 'seldom-right' };
  return best && best.members.length > 1 ? { code: 'alike', count: callsAlike(best) } : { code: 'alone' };
}

/** Number of calls that the first of a group and another of it answer, alike. */
function callsAlike<T>({ members: [first, ...others] }: RepairGroup<T>): number {
  const { answers = [] } = first ?? {};
  return answers.filter(
    (answer, call) => answer !== undefined && others.some((one) => one.answers[call] === answer),
  ).length;
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
