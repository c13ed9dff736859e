import { addUsage, NO_USAGE, type Usage } from './usage';

/** Usage of calls that ended without a result. The newest are told apart: such a call may be made again, and then tells all that it bought. */
export interface GivenUp {
  readonly calls: Readonly<Record<string, Usage>>;
  /** Usage of the others. */
  readonly older: Usage;
}

/** Calls told apart; more are never under way at a time. */
const MOST_CALLS = 50;

export const NONE_GIVEN_UP: GivenUp = { calls: {}, older: NO_USAGE };

/** A call was given up that has bought so much in all its tries. */
export function withGivenUp(given: GivenUp, call: string, usage: Usage): GivenUp {
  const { calls, older } = withoutGivenUp(given, call);
  if (usage.modelCalls === 0) return { calls, older };
  const all = [...Object.entries(calls), [call, usage] as const];
  const folded = all.slice(0, Math.max(0, all.length - MOST_CALLS));
  return {
    calls: Object.fromEntries(all.slice(folded.length)),
    older: folded.reduce((sum, [, one]) => addUsage(sum, one), older),
  };
}

/** A call that was given up is made again, or was: its own usage tells what it bought. */
export function withoutGivenUp({ calls, older }: GivenUp, call: string): GivenUp {
  return { calls: Object.fromEntries(Object.entries(calls).filter(([key]) => key !== call)), older };
}

/** Usage of all calls that were given up. */
export function usageGivenUp({ calls, older }: GivenUp): Usage {
  return Object.values(calls).reduce(addUsage, older);
}
