import {
  ochiai,
  type LineScores,
  type Spectrum,
  Reach,
  reachedBy,
  type PlacedFunction,
} from '../../search/suspects';
import type { TestResult } from '../../../domain/verification/verification';
import type { FileFunctions } from '../functions';
import { withoutParameters } from '../code-hints';

/** Tests whose calls are followed. */
const MOST_TESTS = 300;

/** A test by the function that it is. */
interface KnownTest {
  test: TestResult;
  uses: readonly string[];
}

/** Suspiciousness of lines by the functions that failing and passing tests lead to, names followed without types. */
export function staticScores(
  files: readonly FileFunctions[],
  tests: readonly TestResult[],
  isMutable: (path: string) => boolean,
): LineScores {
  const placed = files.flatMap(({ path, functions }) =>
    functions.map((one): PlacedFunction => ({ ...one, file: path })),
  );
  const reach = new Reach(placed.filter(({ file }) => isMutable(file)));
  const helpers = new Reach(placed.filter(({ file }) => !isMutable(file)));
  return ochiai(
    tests
      .filter(({ status }) => status === 'failed' || status === 'passed')
      .sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'))
      .slice(0, MOST_TESTS)
      .flatMap((test) => knownTest(test, placed))
      .map(({ test, uses }): Spectrum => {
        // Helpers of tests call the program for them.
        const names = new Set(uses);
        for (const helper of helpers.from(uses).keys()) for (const name of helper.uses) names.add(name);
        return reachedBy(reach, { failed: test.status === 'failed', uses: names }, isMutable);
      }),
  );
}

function knownTest(test: TestResult, functions: readonly PlacedFunction[]): KnownTest[] {
  const names = [test.path.at(-1) ?? '', test.path[0] ?? ''].map((name) => withoutParameters(name));
  for (const name of names) {
    const found = functions.filter((one) => one.name === name);
    const [only] = found
      .filter(({ file }) => file === test.file || file.startsWith(`${test.file}/`) || test.file === '.')
      .concat(found);
    if (only) return [{ test, uses: only.uses }];
  }
  return [];
}
