import type { Placed } from './places';

/** Lines of a file, from 0; those that are added stand before `from`. */
export interface Range {
  from: number;
  to: number;
}

/** Keeps the places of each hunk that fit between those of the others: hunks are in the order of the file. */
export function inOrder(found: readonly Placed[][], rangeOf: (placed: Placed) => Range): Placed[][] {
  let least = 0;
  const forward = found.map((places) => {
    const kept = places.filter((each) => rangeOf(each).from >= least);
    least = Math.max(
      least,
      kept.map((each) => rangeOf(each).to).reduce((a, b) => Math.min(a, b), Infinity),
    );
    return kept;
  });
  let most = Infinity;
  return forward.reduceRight<Placed[][]>((after, places) => {
    const kept = places.filter((each) => rangeOf(each).to <= most);
    most = Math.min(
      most,
      kept.map((each) => rangeOf(each).from).reduce((a, b) => Math.max(a, b), -Infinity),
    );
    return [kept, ...after];
  }, []);
}

/** The lines of the file that a hunk covers. */
export function coveredRange({ place }: Placed): Range {
  return { from: place.start, to: place.end };
}

/** The lines of the file that a hunk changes. */
export function changedRange({ hunk, place }: Placed): Range {
  let cursor = place.start;
  let old = 0;
  const changed: number[] = [];
  for (const { op } of hunk) {
    if (op !== 'add') {
      const at = place.at[old++] ?? -1;
      if (at < 0) continue;
      cursor = at + 1;
      if (op === 'remove') changed.push(at, cursor);
    } else changed.push(cursor);
  }
  return { from: changed[0] ?? place.start, to: changed.at(-1) ?? place.start };
}

/** True if two hunks change the same lines, or one removes lines that the other keeps. */
export function overlap(placed: readonly Placed[]): boolean {
  const ranges = placed.map(changedRange).sort((a, b) => a.from - b.from || a.to - b.to);
  if (ranges.some(({ from }, index) => index > 0 && from < (ranges[index - 1]?.to ?? 0))) return true;
  const linesOf = ({ hunk, place }: Placed, op: 'keep' | 'remove'): number[] => {
    const old = hunk.filter((line) => line.op !== 'add');
    return place.at.filter((line, index) => line >= 0 && old[index]?.op === op);
  };
  const removed = new Set(placed.flatMap((one) => linesOf(one, 'remove')));
  return placed.some((one) => linesOf(one, 'keep').some((line) => removed.has(line)));
}
