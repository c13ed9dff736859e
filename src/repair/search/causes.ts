import { ochiai, type LineScores, type Spectrum } from './suspects';
import { firstLine } from '../../domain/text';
import { boundedText } from '../../domain/verification/analysis';
import type { TestResult } from '../../domain/verification/verification';
import { innermostFirst } from '../../domain/verification/stack';

export interface TestSpectrum extends Spectrum {
  id: string;
}

/** Failing tests that probably share one cause, with the lines to look at. */
export interface FailureCluster {
  /** Failing tests, in the order given. */
  tests: readonly string[];
  scores: LineScores;
}

/** Names the function that holds a line, or the file where there is none. */
export type PlaceName = (file: string, line: number) => string;

/**
 * Groups failing tests by the functions that they alone run through: for each failing test, the functions
 * whose lines score highest against the passing tests. Equal sets form a cluster. Splitting too much is cheap
 * (a repair of one test is checked against all), joining two causes is not (no single edit repairs both), so
 * only equal sets are joined. Largest cluster first, then by first test.
 */
export function clusterFailures(spectra: readonly TestSpectrum[], placeName: PlaceName): FailureCluster[] {
  const passing = spectra.filter((spectrum) => !spectrum.failed);
  const groups = new Map<string, TestSpectrum[]>();
  for (const spectrum of spectra) {
    if (!spectrum.failed) continue;
    const key = topPlaces(ochiai([spectrum, ...passing]), placeName);
    groups.set(key, [...(groups.get(key) ?? []), spectrum]);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .map((tests) => ({ tests: tests.map((test) => test.id), scores: ochiai([...tests, ...passing]) }));
}

function topPlaces(scores: LineScores, placeName: PlaceName): string {
  let top = 0;
  let places = new Set<string>();
  for (const [file, lines] of scores) {
    for (const [line, score] of lines) {
      if (score < top) continue;
      if (score > top) {
        top = score;
        places = new Set();
      }
      places.add(placeName(file, line));
    }
  }
  return [...places].sort().join('\n');
}

/**
 * Failing tests in groups that may have one cause each: assertions by the file that they are in, since their values tell no
 * cause, and errors by their words, wherever they are thrown. First the groups with errors that the program itself throws, since
 * these name a place to mend, then the largest. `isOfProgram`: it throws the error of a test.
 */
export function failureGroups(
  failing: readonly TestResult[],
  isOfProgram: (test: TestResult) => boolean,
): TestResult[][] {
  const groups = new Map<string, TestResult[]>();
  for (const test of failing) {
    const key = keyOf(test);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()]
    .map((tests) => ({ tests, first: tests.some(isOfProgram) ? 0 : 1 }))
    .sort((a, b) => a.first - b.first || b.tests.length - a.tests.length)
    .map(({ tests }) => tests);
}

/** File that threw a failing test's error: its location, else the innermost of these files in its stack. */
export function thrownIn({ failure }: TestResult, paths: readonly string[]): string | undefined {
  if (!failure) return undefined;
  const { location, stack = '' } = failure;
  return location?.file ?? innermostFirst(boundedText(stack), paths)[0]?.file;
}

function keyOf({ file, failure }: TestResult): string {
  if (!failure || isAssertion(failure)) return file;
  const words = firstLine(failure.message)
    .replaceAll(/(["'`]).*?\1/g, '…')
    .replaceAll(/\d+/g, '#');
  return `${failure.errorName} ${words}`;
}

function isAssertion({ errorName, expected, received }: NonNullable<TestResult['failure']>): boolean {
  return expected !== undefined || received !== undefined || /assert|expect/i.test(errorName);
}
