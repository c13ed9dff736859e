/** Reports of the two sides on the same test files, and where they differ. */

export type Status = 'passed' | 'failed' | 'skipped' | 'todo';

export interface TestOutcome {
  /** describe titles, then the test's own. */
  path: string[];
  status: Status;
  /** Why it failed. */
  message?: string;
}

/** One test file on one side. */
export interface FileOutcome {
  /** Relative to the folder. */
  file: string;
  tests: TestOutcome[];
  /** The file itself failed: it did not load, or something outside of its tests did. */
  failure?: string;
}

/** A test that the sides disagree about; `missing` on the side that does not know it. */
export interface Difference {
  file: string;
  /** Absent: the file itself. */
  test?: string;
  jest: Status | 'missing';
  sandbox: Status | 'missing';
  message?: string;
}

export interface Comparison {
  tests: number;
  equal: number;
  differ: number;
  differences: Difference[];
}

/** Outcomes by name; names may repeat, so each is numbered. */
function byName(tests: readonly TestOutcome[]): Map<string, TestOutcome> {
  const counts = new Map<string, number>();
  return new Map(
    tests.map((test) => {
      const name = test.path.join(' > ');
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, test];
    }),
  );
}

/** Names that hold the moment or a random number differ from run to run: they are told apart by the rest. */
function withoutNumbers(name: string): string {
  return name.replace(/[\d.]+/g, '#');
}

/** Gives tests that only one side knows the other side's name where all but numbers are the same, in order. */
function pairRenamed(
  real: Map<string, TestOutcome>,
  ours: Map<string, TestOutcome>,
): Map<string, TestOutcome> {
  const waiting = [...real.keys()].filter((name) => !ours.has(name));
  return new Map(
    [...ours].map(([name, test]) => {
      if (real.has(name)) return [name, test];
      const index = waiting.findIndex((other) => withoutNumbers(other) === withoutNumbers(name));
      const [other = name] = index < 0 ? [] : waiting.splice(index, 1);
      return [other, test];
    }),
  );
}

function compareTests(file: string, jest: FileOutcome, sandbox: FileOutcome): Comparison {
  const real = byName(jest.tests);
  const ours = pairRenamed(real, byName(sandbox.tests));
  const names = [...new Set([...real.keys(), ...ours.keys()])];
  const differences = names.flatMap((test): Difference[] => {
    const [expected, received] = [real.get(test), ours.get(test)];
    if (expected?.status === received?.status) return [];
    return [
      {
        file,
        test,
        jest: expected?.status ?? 'missing',
        sandbox: received?.status ?? 'missing',
        message: received ? received.message : sandbox.failure,
      },
    ];
  });
  const differ = differences.length;
  return { tests: names.length, equal: names.length - differ, differ, differences };
}

/** A file that failed on one side only counts as one difference, unless its tests show it already. */
function compareFile(file: string, jest: FileOutcome, sandbox: FileOutcome): Comparison {
  const compared = compareTests(file, jest, sandbox);
  const agree = (jest.failure === undefined) === (sandbox.failure === undefined);
  if (agree || compared.differ > 0) return compared;
  const difference: Difference = {
    file,
    jest: jest.failure === undefined ? 'passed' : 'failed',
    sandbox: sandbox.failure === undefined ? 'passed' : 'failed',
    message: sandbox.failure ?? `In jest: ${jest.failure ?? ''}`,
  };
  return { ...compared, tests: compared.tests + 1, differ: 1, differences: [difference] };
}

/** Compares all files that either side knows, in order. A file that loads on neither side has no tests to count. */
export function compare(jest: readonly FileOutcome[], sandbox: readonly FileOutcome[]): Comparison {
  const real = new Map(jest.map((outcome) => [outcome.file, outcome]));
  const ours = new Map(sandbox.map((outcome) => [outcome.file, outcome]));
  const total: Comparison = { tests: 0, equal: 0, differ: 0, differences: [] };
  for (const file of [...new Set([...real.keys(), ...ours.keys()])].sort()) {
    const absent = { file, tests: [] };
    const one = compareFile(file, real.get(file) ?? absent, ours.get(file) ?? absent);
    total.tests += one.tests;
    total.equal += one.equal;
    total.differ += one.differ;
    total.differences.push(...one.differences);
  }
  return total;
}
