import type { Reason } from '../../domain/heal/confidence-words';
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
/** Each sign against an edit counts as much, and the change of a comparison that tests may rely on counts more. */
const SIGN = 0.6;
const COMPARISON_SIGN = 0.35;
/** A repair is clear of the others where it is believed so much more than each. */
export const LEAD = 1.25;
/** An only find that is believed less is nothing to be sure of: the right edit may be none that a template makes. */
export const BELIEVABLE = 0.2;

/** How far an edit that passes all tests can be believed: by its kind and its place, and what speaks against it. */
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
 * Trust in the first of repairs whose calls nobody can record, and why. `tellsTests`: the check
 * tells each test; of an exit code alone many edits make a success, a call left out among them. `unverified`: how far edits can be
 * believed that make the failing tests pass, and may break others. `extent`: reason against the first by what was not tried.
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
  /** Edits that were tried. Those that break the build say nothing, and are left out. */
  tried: number;
  /** Edits that were not. */
  untried: readonly PlacedMutation[];
}

/** Edits among which a find says little, as long as one waits that is nearly as likely. */
const FEW_TRIED = 150;
const NEARLY = 0.8;

/** Reason not to be sure of a find by all that was not tried; undefined: there is none. */
export function doubtOfExtent(find: PlacedMutation, { tried, untried }: Extent): Reason | undefined {
  const share = tried < FEW_TRIED ? NEARLY : 1;
  const likely = untried.filter((one) => isAsLikely(one, find, share)).length;
  if (likely === 0) return undefined;
  return tried < FEW_TRIED ? { code: 'few-tried', count: tried } : { code: 'untried', count: likely };
}

/** An edit that nobody ranked was named by the failure itself. */
function isAsLikely(one: PlacedMutation, find: PlacedMutation, share: number): boolean {
  return one.precedence <= find.precedence && (one.score ?? Infinity) >= (find.score ?? Infinity) * share;
}
