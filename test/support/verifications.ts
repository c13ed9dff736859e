import { listed } from '../../src/domain/verification/analysis';
import type { Candidate } from '../../src/domain/heal/proposal';
import type {
  FailedCheck,
  ListedFailure,
  TestFailure,
  Verification,
} from '../../src/domain/verification/verification';
import { asTree } from './hashes';

const HASH = (digit: string) => asTree(digit.repeat(64));

/** A verification as the verifier would report it: everything passed unless told otherwise. */
export function verification(given: Partial<Verification> = {}): Verification {
  return {
    tree: HASH('a'),
    report: HASH('b'),
    success: true,
    trust: 'sandbox',
    passed: 5,
    steadyPassed: given.passed ?? 5,
    failed: 0,
    skipped: 0,
    failures: [],
    failingHash: HASH('0'),
    flaky: [],
    onlyGenerated: false,
    stdout: '',
    stderr: '',
    testFiles: 2,
    durationMs: 12,
    ...given,
  };
}

/** One failing test of `test/sum.test.ts`. */
export function failedCheck(
  failure: Partial<TestFailure> = {},
  given: Partial<FailedCheck> = {},
): ListedFailure {
  return listed({
    id: 'test/sum.test.ts > adds',
    check: 'test/sum.test.ts',
    kind: 'tests',
    end: 'completed',
    failure: {
      errorName: 'Error',
      message: 'expect(received).toBe(expected)\n\nExpected: 3\nReceived: -1',
      phase: 'test',
      ...failure,
    },
    ...given,
  });
}

/** A verification with that failure. */
export function failing(
  failed: ListedFailure = failedCheck(),
  given: Partial<Verification> = {},
): Verification {
  return verification({
    success: false,
    passed: 4,
    failed: 1,
    failures: [failed],
    failingHash: HASH('f'),
    ...given,
  });
}

/** A candidate that changes `src/sum.ts`; `digit` makes its tree and diff hash. */
export function candidate(digit: string, size = 2): Candidate {
  return {
    proposer: 'mutation',
    tree: HASH(digit),
    diff: {
      hash: HASH(digit),
      files: [{ path: 'src/sum.ts', change: 'modified', addedLines: 1, removedLines: 1 }],
      fileCount: 1,
      size,
    },
    suggestion: {
      rootCause: 'src/sum.ts:1: `-` should be `+`',
      errorCategory: 'logic',
      verificationCommands: ['npx jest test/sum.test.ts'],
    },
    suggestionRef: HASH('c'),
    summary: '`-` becomes `+` (src/sum.ts:1)',
  };
}
