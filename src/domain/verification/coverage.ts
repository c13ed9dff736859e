import { z } from 'zod';

/** Lines of a file that a run of tests executed. `missed`: lines that it did not, rising, from 1; a merge tells the first. */
export const FileCoverage = z.object({
  path: z.string(),
  covered: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  missed: z.array(z.number().int()),
});
export type FileCoverage = z.infer<typeof FileCoverage>;

/** Form of what a runner writes of the lines that it executed. */
export const CoverageForm = z.enum(['lcov', 'go']);
export type CoverageForm = z.infer<typeof CoverageForm>;

/** Name of it in the temporary folder of a command: a file, or a folder with `lcov.info`. */
export const COVERAGE_FILE = 'kintsugi-coverage';

/** The same as a word of a shell. */
export const COVERAGE_WORD = `"$TMPDIR/${COVERAGE_FILE}"`;

/** Path → line → how often it was executed. */
type Lines = Map<string, Map<number, number>>;

/** Coverage by file of a report, by the paths that it names. */
export function readCoverage(form: CoverageForm, text: string): FileCoverage[] {
  const lines: Lines = form === 'lcov' ? readLcov(text) : readGoProfile(text);
  return [...lines].map(([path, counts]) => {
    const missed = [...counts].flatMap(([line, count]) => (count === 0 ? [line] : [])).sort((a, b) => a - b);
    return { path, covered: counts.size - missed.length, total: counts.size, missed };
  });
}

function readLcov(text: string): Lines {
  const files: Lines = new Map();
  let counts = new Map<number, number>();
  for (const line of text.split('\n')) {
    if (line.startsWith('SF:')) {
      const path = line.slice(3).trim();
      counts = files.get(path) ?? new Map<number, number>();
      files.set(path, counts);
    }
    const [, at, count] = /^DA:(\d{1,7}),(\d{1,15})/.exec(line) ?? [];
    if (at !== undefined) counts.set(Number(at), (counts.get(Number(at)) ?? 0) + Number(count));
  }
  return files;
}

const BLOCK = /^(\S{1,1000}):(\d{1,7})\.\d{1,7},(\d{1,7})\.\d{1,7} \d{1,7} (\d{1,15})$/;
const MOST_LINES = 20_000;

/** A line at which one block ends and another begins is executed with either. */
function readGoProfile(text: string): Lines {
  const files: Lines = new Map();
  for (const line of text.split('\n')) {
    const [, path, first, last, count] = BLOCK.exec(line) ?? [];
    if (path === undefined) continue;
    const counts = files.get(path) ?? new Map<number, number>();
    files.set(path, counts);
    const end = Math.min(Number(last), Number(first) + MOST_LINES);
    for (let at = Number(first); at <= end; at += 1) counts.set(at, (counts.get(at) ?? 0) + Number(count));
  }
  return files;
}

/** Most lines of a file that are told as missed. */
const MOST_MISSED = 2_000;

/** Coverage of several runs as one: a line is executed if one of them executed it. Of the missed lines the first are told. */
export function mergedCoverage(runs: readonly FileCoverage[]): FileCoverage[] {
  const byPath = new Map<string, FileCoverage>();
  for (const one of runs) {
    const other = byPath.get(one.path);
    const before = other && new Set(other.missed);
    const missed = before ? one.missed.filter((line) => before.has(line)) : one.missed;
    const total = Math.max(one.total, other?.total ?? 0);
    byPath.set(one.path, { ...one, total, missed, covered: total - missed.length });
  }
  return [...byPath.values()].map((one) => ({ ...one, missed: one.missed.slice(0, MOST_MISSED) }));
}

/** `3-5, 9` */
export function lineRanges(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Lines of all files together. */
export function coverageSum(files: readonly FileCoverage[]): { covered: number; total: number } {
  const sum = (of: 'covered' | 'total'): number => files.reduce((all, one) => all + one[of], 0);
  return { covered: sum('covered'), total: sum('total') };
}

/** Files with lines: those that a text names first, then those with the most lines that no test executes. */
export function worstCovered(files: readonly FileCoverage[], text: string): FileCoverage[] {
  const rank = ({ path, covered, total }: FileCoverage): number =>
    (text.includes(path.slice(path.lastIndexOf('/') + 1)) ? 1e9 : 0) + total - covered;
  return files.filter(({ total }) => total > 0).sort((a, b) => rank(b) - rank(a));
}

/** `66.7 %` */
export function percentText({ covered, total }: { covered: number; total: number }): string {
  return `${((100 * covered) / total).toFixed(1)} %`;
}
