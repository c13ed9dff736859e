import type { CodeTemplate } from '../languages/language';
import { booleans, ends, numbers, texts, presences, offsets } from './literals';
import { argumentLists, members, variables, wrapped } from './names';
import { assignments, binaries, brackets, conditions, negations, unaries } from './operators';
import { bounds, calls, chains, exchanges, extremes, missing, rounds, signs, units } from './shapes';
import { resets, donors, guards, jumps, returns, statements } from './statements';

/** Templates that hold in every language. */
export const COMMON_TEMPLATES: readonly CodeTemplate[] = [
  binaries,
  brackets,
  assignments,
  unaries,
  conditions,
  negations,
  numbers,
  ends,
  texts,
  booleans,
  variables,
  members,
  argumentLists,
  wrapped,
  offsets,
  statements,
  jumps,
  returns,
  guards,
  donors,
  exchanges,
  chains,
  extremes,
  rounds,
  signs,
  calls,
  missing,
  bounds,
  units,
  presences,
  resets,
];
