/** Which modules belong to the tests: they get the test API, and code under test may not load them. */
import { isTestSide } from '../../domain/protected-paths';
import { isPackageFile, isTestPackage } from './links';

/** Tells a run's test side: its test file, what the configuration sets up, test files and helpers by their place. */
export class TestSide {
  private readonly named: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();

  constructor(testFile: string, setupFiles: readonly string[]) {
    this.named = new Set([testFile, ...setupFiles]);
  }

  has(path: string): boolean {
    if (this.named.has(path)) return true;
    let answer = this.known.get(path);
    if (answer === undefined) {
      answer = isPackageFile(path) ? isTestPackage(path) : isTestSide(path);
      this.known.set(path, answer);
    }
    return answer;
  }
}
