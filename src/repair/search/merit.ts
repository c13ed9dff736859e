import type { Reason } from '../../domain/heal/standing';
import type { Sign } from '../../domain/signs/sign';
import { INCOMPLETE, TESTED_COMPARISON } from '../../domain/signs/edit-signs';
import { TEMPLATE_PRIORS, type TemplateName, type PlacedMutation } from './mutation';

/**
 * Kinds of edits that make tests pass without mending the program more often than others: a condition dropped or made
 * constant, a statement deleted, an early result, an expression from somewhere else.
 */
const DOUBTFUL: Readonly<Partial<Record<TemplateName, number>>> = {
  'condition-constant': 0.4,
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
/** Least ratio of the best repair's belief to each other's, if it is to be sure. */
export const LEAD = 1.25;
/** Least belief of an only find, if it is to be sure: the right edit may be one that no template makes. */
export const BELIEVABLE = 0.2;

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

/**
 * Confidence in the first of several repairs whose calls can't be recorded, with the reason. `tellsTests`: the check reports each test; an
 * exit code alone is easily made a success. `unverified`: beliefs of edits that make the failing tests pass and may break others.
 * `extent`: reason against the first, since too little was tried.
 */
export function confidenceByMerit(
  beliefs: readonly number[],
  signs: readonly Sign[],
  {
    tellsTests = true,
    unverified = [],
    extent,
  }: { tellsTests?: boolean; unverified?: readonly number[]; extent?: Reason } = {},
): { confidence: 'high' | 'ambiguous'; reason: Reason } {
  const [best = 0, ...others] = beliefs;
  const next = Math.max(0, ...others);
  if (signs.length > 0) return { confidence: 'ambiguous', reason: { code: 'signed', signs: [...signs] } };
  if (unverified.some((one) => best < one * LEAD))
    return { confidence: 'ambiguous', reason: { code: 'unverified-edits', count: unverified.length } };
  if (extent !== undefined) return { confidence: 'ambiguous', reason: extent };
  if (beliefs.length === 1 && best < BELIEVABLE)
    return { confidence: 'ambiguous', reason: { code: 'seldom-right' } };
  const count = beliefs.length;
  if (count === 1) return { confidence: 'high', reason: { code: 'alone' } };
  if (!tellsTests) return { confidence: 'ambiguous', reason: { code: 'exit-code', count } };
  if (best >= next * LEAD) return { confidence: 'high', reason: { code: 'likeliest-edit', count } };
  return { confidence: 'ambiguous', reason: { code: 'as-likely', count } };
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
