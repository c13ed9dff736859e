import { z } from 'zod';
import type { Language } from '../run/input';
import { VERIFICATION_WORDS } from './verification-words';

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
  /** Use of chance that gave the reason: `Math.random, src/pick.ts:3`; of a command its line. */
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
export function chanceWords(
  { chance }: { chance?: ChanceRuns },
  language: Language = 'en',
): string | undefined {
  if (!chance || !isByChance({ chance })) return undefined;
  return VERIFICATION_WORDS[language].byChance(chance.green, chance.runs, chance.where);
}

/** Note on a green change that brings chance or time. Undefined for others. */
export function chanceNote({ chance }: { chance?: ChanceRuns }, language: Language): string | undefined {
  if (!chance?.near || isByChance({ chance })) return undefined;
  return VERIFICATION_WORDS[language].usesChance(chance.where, chance.runs);
}

/** `Math.random, src/pick.ts:3` */
export function placeOfUse({ what, path, line }: ChanceUse): string {
  return path === undefined ? what : `${what}, ${path}:${line ?? 1}`;
}

/** `1 test is flaky: test/pick.test.ts > picks passed 2 of 4 runs (Math.random, src/pick.ts:3)`. Undefined: none is. */
export function flakyWords(
  { flaky, flakyRuns = [] }: { flaky: readonly string[]; flakyRuns?: readonly FlakyRuns[] },
  language: Language,
): string | undefined {
  const words = VERIFICATION_WORDS[language];
  if (flaky.length === 0) return undefined;
  const shown = flaky.slice(0, FLAKY_SHOWN).map((id) => {
    const known = flakyRuns.find((one) => one.id === id);
    const where = known?.where === undefined ? '' : ` (${known.where})`;
    return known ? words.passedSome(id, known.passed, known.runs, where) : id;
  });
  return words.flaky(flaky.length, shown, flaky.length - shown.length);
}
