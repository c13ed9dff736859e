/** Outcome of one test, and the lines it executed. */
export interface Spectrum {
  failed: boolean;
  /** Path → executed lines, from 1. */
  lines: ReadonlyMap<string, readonly number[]>;
}

/** Path → line → score. Lines that no failing test executed are left out. */
export type LineScores = ReadonlyMap<string, ReadonlyMap<number, number>>;

interface Counts {
  failed: number;
  passed: number;
}

/**
 * Suspiciousness of each line by Ochiai: failing tests that execute it over the root of (all failing tests ×
 * all tests that execute it). 0 to 1; 1 means every failing test and no passing one. With one test, or
 * only failing ones, the lines they share score 1.
 */
export function ochiai(spectra: readonly Spectrum[]): LineScores {
  const failing = spectra.filter((spectrum) => spectrum.failed).length;
  const scores = new Map<string, Map<number, number>>();
  for (const [file, lines] of count(spectra)) {
    for (const [line, { failed, passed }] of lines) {
      if (failed === 0) continue;
      const ofFile = scores.get(file) ?? new Map<number, number>();
      ofFile.set(line, failed / Math.sqrt(failing * (failed + passed)));
      scores.set(file, ofFile);
    }
  }
  return scores;
}

function count(spectra: readonly Spectrum[]): Map<string, Map<number, Counts>> {
  const counts = new Map<string, Map<number, Counts>>();
  for (const spectrum of spectra) {
    for (const [file, lines] of spectrum.lines) {
      const ofFile = counts.get(file) ?? new Map<number, Counts>();
      counts.set(file, ofFile);
      for (const line of new Set(lines)) {
        const seen = ofFile.get(line) ?? { failed: 0, passed: 0 };
        if (spectrum.failed) seen.failed++;
        else seen.passed++;
        ofFile.set(line, seen);
      }
    }
  }
  return counts;
}
