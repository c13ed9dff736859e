import type { Reason } from '../../domain/heal/standing';
import type { Sign } from '../../domain/signs/sign';
import { INCOMPLETE, TESTED_COMPARISON } from '../../domain/signs/edit-signs';
import { TEMPLATE_PRIORS, type TemplateName, type PlacedMutation } from './mutation';

/**
 * Kinds of edits that make tests pass without mending the program more often than others: a condition dropped or made
 * constant, a statement deleted, an early result, an expression from somewhere else, a constant that fits the tests' own values.
 */
const DOUBTFUL: Readonly<Partial<Record<TemplateName, number>>> = {
  'condition-constant': 0.4,
  fitted: 0.3,
  'operand-drop': 0.7,
  remove: 0.5,
  'return-value': 0.5,
  donor: 0.5,
  guard: 0.7,
  presence: 0.7,
  strengthen: 0.6,
  weaken: 0.6,
  jump: 0.7,
  'argument-drop': 0.7,
};
/** Factor of each sign against an edit; a changed comparison function counts more. */
const SIGN = 0.6;
const COMPARISON_SIGN = 0.35;
/** Belief in an edit that passes all tests, by its kind, its location and the signs against it. */
export function belief(mutation: PlacedMutation, signs: readonly Sign[]): number {
  const { template, weight, suspicion } = mutation;
  const kind = TEMPLATE_PRIORS[template] * (DOUBTFUL[template] ?? 1);
  const doubt = signs
    .filter((sign) => !INCOMPLETE.has(sign))
    .reduce((all, sign) => all * (sign === TESTED_COMPARISON ? COMPARISON_SIGN : SIGN), 1);
  // A weight above one says where to look first, not what is right.
  return kind * Math.min(1, weight) * (0.5 + 0.5 * Math.min(1, suspicion)) * doubt;
}

/** How far a search for a repair went. */
export interface Extent {
  /** Number of edits tried, without those that break the build. */
  tried: number;
  /** Edits that were not tried. */
  untried: readonly PlacedMutation[];
}

/** Fewest tried edits that make a find sure while a nearly as likely edit still waits. */
const FEW_TRIED = 150;
const NEARLY = 0.8;

/** Reason to doubt a find, since likely edits were not tried; undefined: none. */
export function doubtOfExtent(find: PlacedMutation, { tried, untried }: Extent): Reason | undefined {
  const share = tried < FEW_TRIED ? NEARLY : 1;
  const likely = untried.filter((one) => isAsLikely(one, find, share)).length;
  if (likely === 0) return undefined;
  return tried < FEW_TRIED ? { code: 'few-tried', count: tried } : { code: 'untried', count: likely };
}

/** True if an edit is about as likely as the find. An edit without a score was named by the failure itself. */
function isAsLikely(one: PlacedMutation, find: PlacedMutation, share: number): boolean {
  return one.precedence <= find.precedence && (one.score ?? Infinity) >= (find.score ?? Infinity) * share;
}
