import type { Frame } from '../../../domain/mutation/stack';
import type { ProgramFiles } from '../../sandbox/types';
import type { Suspects } from './locate';

/** Lines above and below a named one that are mutated too, less likely the further away. */
const AROUND = 3;

/** The named places and their neighbours as suspects; undefined where nothing is named. */
export function suspectsAround(frames: readonly Frame[], files: ProgramFiles): Suspects | undefined {
  const scores = new Map<string, Map<number, number>>();
  frames.forEach((frame, i) => {
    const lines = scores.get(frame.file) ?? new Map<number, number>();
    for (let distance = -AROUND; distance <= AROUND; distance++) {
      const score = 0.8 ** (i + 2 * Math.abs(distance));
      const line = frame.line + distance;
      if (line > 0) lines.set(line, Math.max(lines.get(line) ?? 0, score));
    }
    scores.set(frame.file, lines);
  });
  if (scores.size === 0) return undefined;
  const places = [...scores].map(([path, lines]) => ({
    path,
    text: files.get(path) ?? '',
    lines,
    loadScore: 0,
    tier: 0,
  }));
  return { tests: [], testFiles: [], places };
}
