import type { Sandbox } from '../../../sandbox';
import { recordCalls } from './calls';
import { recordLives } from './lives';
import type { ChangedPlace, ReplayProgram, Replays } from './program';

export { tellingFiles } from './program';
export type { ChangedPlace, ReplayProgram } from './program';

/**
 * Records what tests ask of the code around `places`, on `repaired` (texts of a repair that passes: it ends, and is used as the
 * program is meant to be): calls of its functions, and lives of objects of its classes. `guarded`: the same with loops counted.
 */
export async function recordBehaviour(
  sandbox: Sandbox,
  program: ReplayProgram,
  places: readonly ChangedPlace[],
  { repaired, guarded }: { repaired: ReadonlyMap<string, string>; guarded: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<Replays> {
  const all = [
    await recordCalls(sandbox, program, places, repaired, signal),
    await recordLives(sandbox, program, places, guarded, signal),
  ];
  return {
    calls: all.flatMap(({ calls }) => calls),
    answersOf: async (texts, again) =>
      (await Promise.all(all.map((one) => one.answersOf(texts, again)))).flat(),
  };
}
