/**
 * Globs as users and test runners write them, matched in linear time: `*`, `**`, `?`, sets, braces with ranges, and groups
 * such as `@(a|b)`, `?(x)`, `+(a)`, `*(a)` and `!(a)`.
 */
import { automatonOf } from './automaton';
import { parseGlob } from './parse-glob';
import { accepts, type GlobBudget } from './run-automaton';

export type { GlobBudget };

export interface GlobOptions {
  /** Wildcards match names that begin with a dot. */
  dot?: boolean;
  budget?: GlobBudget;
}

export interface Glob {
  /** True for a glob that begins with `!`, and so matches what the rest of it does not. */
  negated: boolean;
  matches(path: string): boolean;
}

/** Characters; what is longer is no path, and no glob that a person wrote. */
const LONGEST = 4_096;

/** A glob, ready to match paths with `/`. */
export function compileGlob(glob: string, { dot = false, budget }: GlobOptions = {}): Glob {
  const whole = withoutDot(glob);
  const [marks = ''] = /^!*/.exec(whole) ?? [];
  // `!(a)` is a group.
  const given = whole[marks.length] === '(' && marks !== '' ? marks.length - 1 : marks.length;
  const negated = given % 2 === 1;
  const body = withoutDot(whole.slice(given));
  const automaton = body === '' || body.length > LONGEST ? undefined : automatonOf(parseGlob(body));
  if (!automaton) return { negated, matches: () => false };
  return {
    negated,
    matches: (path) =>
      path.length <= LONGEST && accepts(automaton, withoutDot(path), { dot, budget }) !== negated,
  };
}

function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

/** True for the paths that any of the globs matches. */
export function globMatcher(globs: readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const compiled = globs.map((glob) => compileGlob(glob, options));
  return (path) => compiled.some(({ matches }) => matches(path));
}
