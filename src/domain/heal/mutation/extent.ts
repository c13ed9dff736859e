import type { Reason } from '../confidence-words';
import type { PlacedMutation } from './mutation';

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
