import { z } from 'zod';
import { plural } from '../text';

/** Chance or time that a run asked for: source as people know it (`Math.random`), and the first place of the project that asked. */
export const ChanceUse = z.object({
  what: z.string().max(100),
  path: z.string().max(4_096).optional(),
  line: z.number().int().optional(),
});
export type ChanceUse = z.infer<typeof ChanceUse>;

/** Further runs of a green tree that uses chance or time, each with other random numbers and another clock. */
export const ChanceRuns = z.object({
  runs: z.number().int(),
  /** Those of them that were green as well. */
  green: z.number().int(),
  /** Use of chance that gave the reason: `src/pick.ts:3 (Math.random)`; of a command its line. */
  where: z.string(),
  /** True where the change itself brings it. */
  near: z.boolean(),
});
export type ChanceRuns = z.infer<typeof ChanceRuns>;

/** A test that passed in some runs of one tree and failed in others. */
export const FlakyRuns = z.object({
  id: z.string(),
  passed: z.number().int(),
  runs: z.number().int(),
  /** Use of chance by its file. */
  where: z.string().optional(),
});
export type FlakyRuns = z.infer<typeof FlakyRuns>;

/** Confirming runs of a tree whose change itself brings chance or time, and of one whose files only reach some. */
export const CONFIRMING_RUNS = { near: 10, far: 3 } as const;
/** Those of commands that gave two results. */
export const CONFIRMING_COMMAND_RUNS = 3;
/** Part of a run's time in which a green baseline may be run again. */
export const CHANCE_SHARE = 1 / 5;
/** Name of what `crypto` gives. */
const RANDOM_BYTES = 'random bytes';
const FLAKY_SHOWN = 3;

/** True of a random number, false of the clock. */
export function isRandom({ what }: ChanceUse): boolean {
  return what === 'Math.random' || what === RANDOM_BYTES;
}

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

/** `src/pick.ts:3 (Math.random)` */
export function placeOfUse({ what, path, line }: ChanceUse): string {
  return path === undefined ? what : `${path}:${line ?? 1} (${what})`;
}

/** `1 test is flaky: test/pick.test.ts > picks passed 2 of 4 runs (src/pick.ts:3 (Math.random))`. Undefined: none is. */
export function flakyWords({
  flaky,
  flakyRuns = [],
}: {
  flaky: readonly string[];
  flakyRuns?: readonly FlakyRuns[];
}): string | undefined {
  if (flaky.length === 0) return undefined;
  const shown = flaky.slice(0, FLAKY_SHOWN).map((id) => {
    const known = flakyRuns.find((one) => one.id === id);
    const where = known?.where === undefined ? '' : ` (${known.where})`;
    return known ? `${id} passed ${known.passed} of ${known.runs} runs${where}` : id;
  });
  const more = flaky.length > FLAKY_SHOWN ? ` and ${flaky.length - FLAKY_SHOWN} more` : '';
  return `${plural(flaky.length, 'check')} ${flaky.length === 1 ? 'is' : 'are'} flaky: ${shown.join('; ')}${more}`;
}

/** Why a baseline that fails in no run each time is not called green: one sentence with the way out. */
export function flakyError(words: string): string {
  return `No check fails each time, so nothing was repaired, but ${words}. Make them give the same result each time.`;
}
