import { ochiai, type LineScores, type Spectrum } from './ochiai';

/** A test with what it executed. */
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
