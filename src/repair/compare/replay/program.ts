import type { Answers, ProbedCall } from '../groups';
import type { SandboxLimits } from '../../../domain/verification/verification';
import type { ProgramContext, ProgramFiles } from '../../../sandbox';
import type { z } from 'zod';

export interface ChangedPlace {
  file: string;
  start: number;
  end: number;
}

export interface ReplayProgram {
  files: ProgramFiles;
  context: ProgramContext;
  testFiles: readonly string[];
  failures: readonly { id: string }[];
  limits: SandboxLimits;
  /** Ids of tests that passed before any repair. */
  passing: ReadonlySet<string>;
}

/** Calls of the changed functions, as the tests made them and varied, ready to be replayed on variants of the program. */
export interface Replays {
  calls: readonly ProbedCall[];
  /** Answers of a program: the unchanged files with `texts` in place of some. `again`: by another chance and at another time. */
  answersOf(texts: ReadonlyMap<string, string>, again?: boolean): Promise<Answers>;
}

/** Output that a recording may make. */
const RECORDING_KB = 4_096;
/** Most files that behaviour is recorded in. */
const MOST_TEST_FILES = 8;

/** The program's limits, with room for what a recording tells. */
export function recordingLimits({ limits }: Pick<ReplayProgram, 'limits'>): SandboxLimits {
  return { ...limits, outputKb: RECORDING_KB };
}

/** Files that the places lie in, each once. */
export function changedFiles(places: readonly ChangedPlace[]): string[] {
  return [...new Set(places.map(({ file }) => file))];
}

/** Test files that behaviour is recorded in: first those with tests that fail, then those that name a changed module; of many, few call it. */
export function tellingFiles(
  { testFiles, failures, files }: Pick<ReplayProgram, 'testFiles' | 'failures' | 'files'>,
  changed: readonly string[],
): string[] {
  const names = changed.map(moduleName);
  const worth = (file: string): number => {
    if (failures.some(({ id }) => id === file || id.startsWith(`${file} > `))) return 2;
    return names.some((name) => files.get(file)?.includes(name)) ? 1 : 0;
  };
  return testFiles
    .map((file) => ({ file, worth: worth(file) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST_TEST_FILES)
    .map(({ file }) => file);
}

/** Name that others import a module by: `overlap` of `src/overlap.ts` and of `src/overlap/index.ts`. */
function moduleName(path: string): string {
  const [file = path, folder = file] = path.split('/').toReversed();
  const name = file.slice(0, Math.max(0, file.lastIndexOf('.')));
  return name === 'index' ? folder : name;
}

/** Texts behind a mark in the lines of an output, at most one a line. */
export function markedIn(output: string, mark: string): string[] {
  return output.split('\n').flatMap((line) => {
    const at = line.indexOf(mark);
    return at < 0 ? [] : [line.slice(at + mark.length)];
  });
}

/** A line of JSON as the schema has it; undefined where it is another, or where the limit of the output has cut it. */
export function parsedLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
