import { analyzeFailures } from '../../../../src/domain/verification/analysis';
import { Trials } from '../../../../src/repair/mutation/trials';
import { locate } from '../../../../src/repair/mutation/locate';
import { NO_HINTS } from '../../../../src/repair/mutation/site';
import { search } from '../../../../src/repair/mutation/search';
import { createSandbox, type Sandbox } from '../../../../src/sandbox';
import { failuresOf } from '../../../../src/domain/verification/failed-checks';
import { type CheckReport, VerificationSpec } from '../../../../src/domain/verification/verification';
import { failing, failedCheck } from '../../../support/verifications';
import { saidText } from '../../../../src/domain/run/said';

const { limits } = VerificationSpec.parse({});
const TEST = 'sum.test.ts';
const FILES = new Map([
  ['sum.ts', 'export function sum(a: number, b: number): number {\n  return a - b;\n}\n'],
  [TEST, "import { sum } from './sum';\nit('adds', () => expect(sum(2, 3)).toBe(5));\n"],
]);
const signal = new AbortController().signal;
const sandbox = createSandbox({ children: 1 });
let check: CheckReport;

beforeAll(async () => {
  check = (await sandbox.run({ files: FILES, testFile: TEST, limits }, signal)).report;
});
afterAll(() => sandbox.close());

/** A search for the repair, in a sandbox that a busy machine delays. */
async function searched(delayed: Sandbox) {
  const found = await searchOf(delayed, 10_000);
  return found.fixes.map(({ edits }) => edits.map(({ description }) => saidText(description)).join());
}

async function searchOf(delayed: Sandbox, costMs: number) {
  const analysis = analyzeFailures(failing(failedCheck()));
  const program = {
    files: FILES,
    context: {},
    testFiles: [TEST],
    failures: failuresOf(check),
    analysis,
    limits,
    isMutable: (path: string) => path === 'sum.ts',
    impactedFiles: [],
    endless: new Set<string>(),
  };
  const [suspects] = await locate(sandbox, program, 50, signal);
  if (!suspects) throw new Error('nothing is suspicious');
  const oracle = {
    files: FILES,
    context: {},
    testFiles: [TEST],
    checks: [check],
    flaky: new Set<string>(),
    limits,
    memory: new Map<string, Set<string>>(),
    suspectFiles: ['sum.ts'],
  };
  return search(new Trials(delayed, oracle, signal), {
    suspects,
    first: [],
    hints: NO_HINTS,
    messages: [],
    budget: { singles: 64, pairs: 0, lines: 50, tests: 0, costMs, further: { singles: 0, costMs: 0 } },
    signal,
    onTried: () => undefined,
    compiles: () => true,
    isFresh: () => Promise.resolve(true),
  });
}

const RIGHT = '`-` should be `+`';

describe('a search on a busy machine', () => {
  it('finds a mutant whose first confirmation took too long', async () => {
    let runs = 0;
    const fixes = await searched({
      ...sandbox,
      run: async (request, given) => {
        const result = await sandbox.run(request, given);
        runs += 1;
        return runs > 1
          ? result
          : { ...result, report: { ...result.report, end: 'timeout' as const, tests: [] } };
      },
    });
    expect(fixes).toContain(RIGHT);
  });

  it('ends where its mutants have taken the time it has', async () => {
    const tried: number[] = [];
    const {
      searched: count,
      isSpent,
      used,
    } = await searchOf(
      {
        ...sandbox,
        tryVariants: async ({ variants }) => {
          tried.push(variants.length);
          return variants.map((_, index) => ({
            index,
            passed: false,
            passedTests: 0,
            end: 'completed' as const,
            costMs: 20,
          }));
        },
      },
      1_000,
    );
    expect(tried).toHaveLength(1);
    expect(count).toBe(tried[0]);
    expect(isSpent).toBe(true);
    expect(used).toMatchObject({ singles: count, pairs: 0 });
    expect(used.costMs).toBeGreaterThanOrEqual(1_000);
  });
});
