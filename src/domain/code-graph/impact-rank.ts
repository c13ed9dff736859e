/** Longest name that is compared; the cost of a comparison is the product of both lengths. */
const LONGEST = 64;

/** Symbol that a change touches, as far as its rank needs it. */
export interface Touched {
  depth: number;
  /** Places by which it depends on what is nearer to the change. */
  uses: number;
  isExact: boolean;
  isTest: boolean;
}

/** Weight of a touched symbol: half for each further use on the way, more for many uses, less where the name could mean another. */
export function impactWeight({ depth, uses, isExact, isTest }: Touched): number {
  const nearness = 0.5 ** (depth - 1);
  const often = 1 + Math.log2(Math.max(1, uses)) / 4;
  return nearness * often * (isExact ? 1 : 0.5) * (isTest ? 0.75 : 1);
}

/** Files with the sum of their symbols' weights, the heaviest first. */
export function rankFiles(
  touched: readonly { path: string; weight: number }[],
): { path: string; weight: number }[] {
  const sums = new Map<string, number>();
  for (const { path, weight } of touched) sums.set(path, (sums.get(path) ?? 0) + weight);
  return [...sums]
    .map(([path, weight]) => ({ path, weight }))
    .sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
}

/** Files that depend on some others, with the number of imports on the way; each once, the others left out. */
export function dependentFiles(
  paths: readonly string[],
  dependents: (path: string) => readonly string[],
  deepest: number,
): Map<string, number> {
  const known = new Set(paths);
  const found = new Map<string, number>();
  let level = [...known];
  for (let depth = 1; depth <= deepest && level.length > 0; depth++) {
    level = level.flatMap((path) =>
      dependents(path).filter((one) => {
        if (known.has(one)) return false;
        known.add(one);
        found.set(one, depth);
        return true;
      }),
    );
  }
  return found;
}

/** Names that are most like one that is not known, at most `count`, the nearest first. */
export function nearestNames(wanted: string, known: Iterable<string>, count = 3): string[] {
  const asked = wanted.toLowerCase().slice(0, LONGEST);
  const most = Math.max(1, Math.ceil(asked.length / 3));
  const near: { name: string; away: number }[] = [];
  for (const name of new Set(known)) {
    const other = name.toLowerCase();
    if (other.length > LONGEST) continue;
    const within =
      asked.length >= 3 && (other.includes(asked) || (other.length >= 3 && asked.includes(other)));
    const away = Math.min(distance(asked, other, most), within ? most : Infinity);
    if (away <= most) near.push({ name, away });
  }
  return near
    .sort((a, b) => a.away - b.away || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Edits between two names (insert, delete, replace, swap of neighbours); Infinity above `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return Infinity;
    [before, last] = [last, next];
  }
  return last[b.length] ?? Infinity;
}
