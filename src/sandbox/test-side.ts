/** Modules that belong to the tests: they get the test API, and code under test may not load them. */
import { isTestData, isTestSide } from '../domain/verification/protected-paths';
import { isPackageFile, isTestPackage } from './links';

/** Tells a run's test side: its test file, what the configuration sets up, test files and helpers by their place. */
/**
 * Prefix of the path of a data module that was made for the tests but is not theirs alone. Its imports are loaded for
 * the tests.
 */
const COPY = '\0tests:';

/** The path of a module, by which it may be known as a copy. */
export function pathOf(name: string): string {
  return name.startsWith(COPY) ? name.slice(COPY.length) : name;
}

export class TestSide {
  private readonly named: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();

  constructor(testFile: string, setupFiles: readonly string[]) {
    this.named = new Set([testFile, ...setupFiles]);
  }

  has(path: string): boolean {
    if (this.named.has(path) || path.startsWith(COPY)) return true;
    let answer = this.known.get(path);
    if (answer === undefined) {
      answer = isPackageFile(path) ? isTestPackage(path) : isTestSide(path);
      this.known.set(path, answer);
    }
    return answer;
  }

  /** True if a module is the tests', their data included. */
  owns(path: string): boolean {
    return this.has(path) || isTestData(path);
  }

  /** A module that does for the tests what one of theirs would do. */
  copy(path: string): string {
    return this.has(path) ? path : COPY + path;
  }
}
