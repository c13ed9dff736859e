import type { TestResult } from './verification';

/** One test as the source of its file declares it. */
export interface DeclaredTest {
  /** Its titles joined by ` > `, cut where a part is computed: one part is the whole name. */
  name: readonly string[];
  /**
   * `run`: it has to run and pass. `off`: the source itself skips it or leaves it to do. `either`: the machine decides
   * (its platform, its environment), not the program.
   */
  duty: 'run' | 'off' | 'either';
}

/**
 * Names of tests that did not run although their file's source asks for it: skipped, left to do or not defined. Without
 * a declaration no test may be skipped.
 */
export function unrunTests(tests: readonly TestResult[], declared: readonly DeclaredTest[] = []): string[] {
  const seen = new Set(tests.map(nameOf));
  const off = tests.filter(({ status }) => status === 'skipped' || status === 'todo').map(nameOf);
  const missing = declared
    .filter(({ name, duty }) => duty === 'run' && name.length === 1 && !seen.has(name[0] ?? ''))
    .map(({ name }) => name[0] ?? '');
  return [...new Set([...off.filter((name) => !isExcused(name, declared)), ...missing])];
}

function nameOf({ path }: TestResult): string {
  return path.join(' > ');
}

/** Declarations of the exact name count before those with computed parts. */
function isExcused(name: string, declared: readonly DeclaredTest[]): boolean {
  const matching = declared.filter((one) => matches(name, one.name));
  const exact = matching.filter((one) => one.name.length === 1);
  const deciding = exact.length > 0 ? exact : matching;
  return deciding.length > 0 && deciding.every(({ duty }) => duty !== 'run');
}

function matches(name: string, [first = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return name === first;
  const last = rest.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest.slice(0, -1)) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from + last.length <= name.length;
}
