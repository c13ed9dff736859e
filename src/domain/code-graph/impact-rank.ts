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
