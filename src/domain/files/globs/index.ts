/**
 * Globs as users and test runners write them, matched in linear time: `*`, `**`, `?`, sets, braces with ranges, and groups
 * such as `@(a|b)`, `?(x)`, `+(a)`, `*(a)` and `!(a)`.
 */
import { automatonOf } from './automaton';
import { closingMarks, parseGlob } from './parse-glob';
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

/** End of a sentence on why a glob can match nothing, or something else than was meant; undefined where it can be used. */
export function globProblem(glob: string): string | undefined {
  const body = withoutDot(withoutDot(glob).replace(/^!+(?!\()/, ''));
  if (body === '') return 'matches no name: give one with a name in it';
  if (body.length > LONGEST) return `has more than ${LONGEST} characters`;
  const open = unclosedMark(body);
  if (open !== undefined)
    return `has ${open} that is not closed: close it, or write \\${open} for the character itself`;
  return automatonOf(parseGlob(body)) ? undefined : 'has too many groups !(…): give two patterns';
}

/** The first set or group of braces that has no end. */
function unclosedMark(glob: string): string | undefined {
  const closes = closingMarks(glob);
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at];
    const end = closes.get(at);
    if (char === '\\') at += 1;
    else if (char === '[' && end !== undefined) at = end;
    else if ((char === '[' || char === '{') && end === undefined) return char;
  }
  return undefined;
}

function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

export function globMatcher(globs: readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const compiled = globs.map((glob) => compileGlob(glob, options));
  return (path) => compiled.some(({ matches }) => matches(path));
}
