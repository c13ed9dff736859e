import { z } from 'zod';
import type { Answers } from '../groups';
import type { Sandbox } from '../../../sandbox';
import { moduleFunctions } from './functions';
import { LIVED, RELIVE, withLives, withoutTicks } from './lives-runtime';
import {
  changedFiles,
  recordingLimits,
  tellingFiles,
  type ChangedPlace,
  type ReplayProgram,
  type Replays,
  markedIn,
  parsedLine,
} from './program';

/** Most test files whose objects live again; each repair runs all of them. */
const MOST_TEST_FILES = 4;

/** Most time that the test files take of one repair, ms, the first of them aside. */
const MOST_MS = 2_000;
/** Seed of the random numbers, the same in every run. */
const SEED = '6b'.repeat(16);

const ToldLife = z.tuple([z.string(), z.number(), z.string()]);

/** One life: its words, and what came of it. */
interface Life {
  text: string;
  answer: string;
}

/** Lives by text and occurrence: functions with the same text can close over different values. */
type Lives = ReadonlyMap<string, Life>;

/** A run of a test file whose objects live again. */
interface Run {
  lives: Lives;
  ms: number;
}

/**
 * Lives of the objects whose classes `places` change: made, then asked from outside, as the tests of `repaired` did it and varied. They
 * are led within the tests' own isolate, so functions may close over anything and fields may be private.
 */
export async function recordLives(
  sandbox: Sandbox,
  program: ReplayProgram,
  places: readonly ChangedPlace[],
  repaired: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Replays> {
  const paths = changedFiles(places).filter((path) => isWithinClass(path, program, places));
  if (paths.length === 0) return { calls: [], answersOf: () => Promise.resolve([]) };
  // The same chance and time for all, so that only the code makes a difference.
  const draw = { seed: SEED, of: 2, atMs: Date.now() };
  const limits = recordingLimits(program);
  const { context } = program;
  const run = async (testFile: string, texts: ReadonlyMap<string, string>, index: number): Promise<Run> => {
    const files = watchedFiles(program, texts, { paths, isWarm: index > 0 });
    const request = { files, context, testFile, limits, draw: { ...draw, index }, last: RELIVE };
    const { report } = await sandbox.run(request, signal);
    return { lives: toldIn(report.stdout), ms: report.durationMs };
  };
  const runs = new Map<string, Promise<Run>>();
  const runOnce = (testFile: string, texts: ReadonlyMap<string, string>, index = 0): Promise<Run> => {
    const key = JSON.stringify([testFile, index, ...texts]);
    const known = runs.get(key) ?? run(testFile, texts, index);
    runs.set(key, known);
    return known;
  };
  const all = await Promise.all(
    tellingFiles(program, paths).map(async (file) => ({ file, ...(await runOnce(file, repaired)) })),
  );
  const recorded = shortEnough(all.filter(({ lives }) => lives.size > 0));
  return {
    calls: recorded.flatMap(({ lives }) =>
      [...lives.values()].map(({ text }) => ({ text, origin: 'varied' as const })),
    ),
    answersOf: async (texts, again = false): Promise<Answers> => {
      const index = again ? 1 : 0;
      const told = await Promise.all(
        recorded.map(async ({ file, lives }) => answersTo(lives, (await runOnce(file, texts, index)).lives)),
      );
      return told.flat();
    },
  };
}

/** The first runs that together take little time, and the very first. */
function shortEnough<Timed extends Run>(runs: readonly Timed[]): Timed[] {
  let spentMs = 0;
  return runs.slice(0, MOST_TEST_FILES).filter(({ ms }, at) => {
    spentMs += ms;
    return at === 0 || spentMs <= MOST_MS;
  });
}

/** Answers to the recorded lives; none where other lives have the same words, since these may be of other functions. */
function answersTo(recorded: Lives, told: Lives): Answers {
  const [expected, found] = [recorded, told].map(timesOf);
  return [...recorded].map(([key, { text }]) =>
    expected?.get(text) === found?.get(text) ? told.get(key)?.answer : undefined,
  );
}

/** How many lives have the same words. */
function timesOf(lives: Lives): Map<string, number> {
  const times = new Map<string, number>();
  for (const { text } of lives.values()) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

function isWithinClass(path: string, { files }: ReplayProgram, places: readonly ChangedPlace[]): boolean {
  const { watched } = moduleFunctions(path, files.get(path) ?? '');
  return places.some(
    ({ file, start, end }) => file === path && watched.some((one) => one.start <= start && end <= one.end),
  );
}

/** The program with `texts` in place of some files, and the objects of the modules at `paths` watched. */
function watchedFiles(
  program: ReplayProgram,
  texts: ReadonlyMap<string, string>,
  { paths, isWarm }: { paths: readonly string[]; isWarm: boolean },
): Map<string, string> {
  const files = new Map(program.files);
  for (const [path, text] of texts) {
    const classes = paths.includes(path) ? moduleFunctions(path, text).watched : [];
    files.set(path, withoutTicks(withLives(path, text, { classes, isWarm })));
  }
  return files;
}

function toldIn(output: string): Lives {
  const told = new Map<string, Life>();
  for (const line of markedIn(output, LIVED)) {
    const life = parsedLine(ToldLife, line);
    if (life) told.set(`${life[0]} ${String(life[1])}`, { text: life[0], answer: life[2] });
  }
  return told;
}
