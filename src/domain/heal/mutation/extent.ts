import { plural } from '../../text';
import type { PlacedMutation } from './mutation';

/** How far a search for a repair went. */
export interface Extent {
  /** Edits that were tried. Those that break the build say nothing, and are left out. */
  tried: number;
  /** Edits that were not. */
  untried: readonly PlacedMutation[];
}

/** Edits among which a find says little. */
const FEW_TRIED = 150;

/** Reason not to be sure of a find by all that was not tried, in a sentence without its end; undefined: there is none. */
export function doubtOfExtent(find: PlacedMutation, { tried, untried }: Extent): string | undefined {
  if (untried.length === 0) return undefined;
  if (tried < FEW_TRIED) return `there was time to try ${plural(tried, 'edit')} only`;
  const likely = untried.filter((one) => isAsLikely(one, find)).length;
  return likely === 0
    ? undefined
    : `there was no time to try ${plural(likely, 'edit')} ${likely === 1 ? 'that is' : 'that are'} as likely`;
}

/** What was ranked by nobody was named by the failure itself. */
function isAsLikely(one: PlacedMutation, find: PlacedMutation): boolean {
  return one.precedence <= find.precedence && (one.score ?? Infinity) >= (find.score ?? Infinity);
}
