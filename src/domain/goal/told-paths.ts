import { compileGlob } from '../files/globs';
import { checkPath } from '../files/paths';
import type { RunPolicy } from '../run/policy/run-policy';

/** Paths of a change that its policy hears of besides those that people are shown. */
export interface ToldPaths {
  paths: readonly string[];
  /** Paths that are not told: any rule on paths may mean them. */
  more: number;
}

export function globsOf({ user, project }: RunPolicy): string[] {
  return [...new Set([...user, ...project].flatMap(({ path }) => path ?? []))];
}

/** Most comparisons of a path with a glob: about a second. */
const MOST_COMPARED = 200_000;
const LEAST_PATHS = 1_000;
const MOST_TOLD = 50;

/**
 * One path for each way in which the rules speak of the paths of a change, also of those in a folder that goes whole: a
 * decision depends on nothing else of a path.
 */
export function toldPaths(paths: readonly string[], globs: readonly string[]): ToldPaths {
  if (globs.length === 0) return { paths: [], more: 0 };
  const rules = globs.map((glob) => compileGlob(glob, { dot: true }));
  const known = new Map<string, string>();
  const looked = paths.slice(0, Math.max(LEAST_PATHS, Math.floor(MOST_COMPARED / globs.length)));
  for (const path of looked) {
    const way =
      rules.map(({ matches }) => (matches(path) ? '1' : '0')).join('') + (checkPath(path) ? '?' : '');
    if (!known.has(way)) known.set(way, path);
  }
  const told = [...known.values()];
  const untold = Math.max(0, told.length - MOST_TOLD) + (paths.length - looked.length);
  return { paths: told.slice(0, MOST_TOLD), more: untold };
}
