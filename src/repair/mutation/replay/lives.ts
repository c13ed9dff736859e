import { z } from 'zod';
import type { Answers } from '../../../domain/heal/behaviour';
import type { Sandbox } from '../../../sandbox';
import { moduleFunctions } from './functions';
import { LIVED, RELIVE, withLives } from './lives-runtime';
import { tellingFiles, type ChangedPlace, type ReplayProgram, type Replays } from './program';

/** Test files whose objects live again; each repair runs all of them. */
const MOST_TEST_FILES = 4;

const Life = z.tuple([z.string(), z.number(), z.string()]);

/** What came of each life, by its text and how often it was seen before. */
type Told = Map<string, { text: string; answer: string }>;

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
  const paths = [...new Set(places.map(({ file }) => file))].filter((path) =>
    isWithinClass(path, program, places),
  );
  if (paths.length === 0) return { calls: [], answersOf: () => Promise.resolve([]) };
  const lead = (texts: ReadonlyMap<string, string>, testFile: string): Promise<Told> =>
    livesIn(sandbox, program, paths, texts, testFile, signal);
  const files = tellingFiles(program, paths);
  const recorded = await Promise.all(files.map(async (file) => ({ file, told: await lead(repaired, file) })));
  const telling = recorded.filter(({ told }) => told.size > 0).slice(0, MOST_TEST_FILES);
  const keys = telling.map(({ file, told }) => ({ file, lives: [...told] }));
  return {
    calls: keys.flatMap(({ lives }) => lives.map(([, { text }]) => ({ text, origin: 'varied' as const }))),
    answersOf: async (texts): Promise<Answers> => {
      const all = await Promise.all(
        keys.map(async ({ file, lives }) => {
          const told = await lead(texts, file);
          return lives.map(([key]) => told.get(key)?.answer);
        }),
      );
      return all.flat();
    },
  };
}

function isWithinClass(path: string, { files }: ReplayProgram, places: readonly ChangedPlace[]): boolean {
  const { made } = moduleFunctions(path, files.get(path) ?? '');
  return places.some(
    ({ file, start, end }) => file === path && made.some((one) => one.start <= start && end <= one.end),
  );
}

async function livesIn(
  sandbox: Sandbox,
  program: ReplayProgram,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  testFile: string,
  signal: AbortSignal,
): Promise<Told> {
  const files = new Map([...program.files, ...texts]);
  for (const path of paths) {
    const text = files.get(path) ?? '';
    files.set(path, withLives(text, moduleFunctions(path, text).made));
  }
  const limits = { ...program.limits, outputKb: 4_096 };
  const request = { files, context: program.context, testFile, limits, last: RELIVE };
  const { report } = await sandbox.run(request, signal);
  const told: Told = new Map();
  for (const line of report.stdout.split('\n')) {
    const at = line.indexOf(LIVED);
    const life = at < 0 ? undefined : parsed(line.slice(at + LIVED.length));
    if (life) told.set(`${life[0]} ${String(life[1])}`, { text: life[0], answer: life[2] });
  }
  return told;
}

function parsed(line: string): z.infer<typeof Life> | undefined {
  try {
    return Life.safeParse(JSON.parse(line)).data;
  } catch {
    // A line that the limit of the output has cut.
    return undefined;
  }
}
