import type { ChanceRuns } from './verification';

/** Confirming runs of a tree whose change itself brings chance or time, and of one whose files only reach some. */
export const CONFIRMING_RUNS = { near: 10, far: 3 } as const;
/** Those of them that run the commands as well, which take long: with the first run three. */
export const CONFIRMING_COMMAND_RUNS = 2;

/** Green at first, and not each time. */
export function isByChance({ chance }: { chance?: ChanceRuns }): boolean {
  return chance !== undefined && chance.green < chance.runs;
}

/** Words for a tree that is green by chance. Undefined for others. */
export function chanceWords({ chance }: { chance?: ChanceRuns }): string | undefined {
  if (!chance || !isByChance({ chance })) return undefined;
  return `passes by chance: ${chance.green} of ${chance.runs} runs (${chance.where})`;
}

/** Note on a green change that brings chance or time. Undefined for others. */
export function chanceNote({ chance }: { chance?: ChanceRuns }): string | undefined {
  if (!chance?.near || isByChance({ chance })) return undefined;
  return `The change uses chance or time at ${chance.where}: ${chance.runs} more runs with other random numbers and clocks were green too.`;
}
