import type { FailureKind } from '../failure';
import type { CheckReport, TestFailure } from '../verification';
import { analyzeReported } from './analyze';

/** Different failures of one report that are looked up: reading one takes 0.1 ms, and a report may hold thousands. */
const MAX_READ = 200;

type Origin = Pick<CheckReport, 'name' | 'kind' | 'end'>;
type Printed = Pick<CheckReport, 'stdout' | 'stderr'>;

const NOTHING: Printed = { stdout: '', stderr: '' };

/** The failure with its kind, by the table that the analysis uses. */
export function withKind(failure: TestFailure, origin: Origin, printed: Printed = NOTHING): TestFailure {
  const { name, kind, end } = origin;
  const said = analyzeReported({ id: name, check: name, kind, end, failure }, printed);
  return { ...failure, kind: said.kind };
}

/** The report with the kind of every failure; of a flood of different ones, of the first. */
export function withKinds(check: CheckReport): CheckReport {
  const known = new Map<string, FailureKind | undefined>();
  const kindOf = (failure: TestFailure): FailureKind | undefined => {
    const key = JSON.stringify([failure.errorName, failure.phase, failure.message, failure.stack]);
    if (!known.has(key)) {
      known.set(key, known.size < MAX_READ ? withKind(failure, check, check).kind : undefined);
    }
    return known.get(key);
  };
  const tests = check.tests.map((test) =>
    test.failure ? { ...test, failure: { ...test.failure, kind: kindOf(test.failure) } } : test,
  );
  return { ...check, tests };
}
