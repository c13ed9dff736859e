import { placeOfUse, type FlakyRuns } from '../domain/verification/chance';
import { failuresOf } from '../domain/verification/failed-checks';
import type { CheckReport } from '../domain/verification/verification';

/** Counts of each test over several runs of one tree. A test that a run does not have says nothing: that run was cut off, or did not load. */
export class RunTally {
  private readonly counts: Map<string, FlakyRuns>;

  constructor(private readonly known: readonly FlakyRuns[] = []) {
    this.counts = new Map(known.map((one) => [one.id, one]));
  }

  /** Counts the run that is in the report, but for tests that were counted before. */
  addFirst(checks: readonly CheckReport[]): this {
    return this.add(checks, new Set(this.known.map(({ id }) => id)));
  }

  add(checks: readonly CheckReport[], except: ReadonlySet<string> = new Set()): this {
    for (const check of checks) {
      const place = check.chance?.[0] && placeOfUse(check.chance[0]);
      for (const [id, isPassed] of verdictsOf(check)) if (!except.has(id)) this.count(id, isPassed, place);
    }
    return this;
  }

  private count(id: string, isPassed: boolean, place: string | undefined): void {
    const { passed, runs, where = place } = this.counts.get(id) ?? { passed: 0, runs: 0 };
    const counted = { id, passed: passed + (isPassed ? 1 : 0), runs: runs + 1 };
    this.counts.set(id, { ...counted, ...(where !== undefined && { where }) });
  }

  /** Tests that passed in some runs and failed in others. */
  flaky(): FlakyRuns[] {
    return [...this.counts.values()].filter(({ passed, runs }) => passed > 0 && passed < runs);
  }
}

/** Ids and whether they passed. A command that is green counts as a whole too: it may fail without a failed test. */
function verdictsOf(check: CheckReport): Map<string, boolean> {
  const failed = failuresOf(check);
  const passed = check.tests.filter(({ status }) => status === 'passed').map(({ id }) => id);
  const whole = check.kind === 'command' && failed.length === 0 ? [check.name] : [];
  return new Map([
    ...[...passed, ...whole].map((id) => [id, true] as const),
    ...failed.map(({ id }) => [id, false] as const),
  ]);
}
