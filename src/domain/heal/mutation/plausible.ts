import type { PlacedMutation } from './mutation';
import type { TemplateName } from './priors';

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
  strengthen: 0.6,
  weaken: 0.6,
  jump: 0.7,
  'argument-drop': 0.7,
  unwrap: 0.8,
  wrap: 0.8,
};

/** How far an edit that passes all tests can be believed, by its kind and its place in the order of the search. */
export function belief(mutation: PlacedMutation, order: number): number {
  return ((DOUBTFUL[mutation.template] ?? 1) * mutation.weight) / (1 + order / 200);
}
