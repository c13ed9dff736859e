import type { SeenTests } from './verification';

/** One way in which a test runner tells its counts. */
interface Row {
  tool: string;
  /** Absent: always. */
  when?(text: string): boolean;
  /** Matches a summary, or one line of many; all matches are added up. */
  pattern: RegExp;
  /** `before` is what was printed since the last summary, `after` what follows until the next. */
  count(match: RegExpMatchArray, before: string, after: string): SeenTests;
}

/** Groups that did not take part are 0. */
const num = (text: string | undefined): number => (text === undefined ? 0 : Number(text));
const times = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
const all = ({ groups = {} }: RegExpMatchArray): SeenTests => ({
  passed: num(groups.passed),
  failed: num(groups.failed),
});

const each = ({ groups = {} }: RegExpMatchArray): SeenTests => ({
  passed: groups.passed === undefined ? 0 : 1,
  failed: groups.failed === undefined ? 0 : 1,
});

const GO_VERBOSE = /^=== RUN /m;
/** A file that `node --test` ran and that defined no test: it passes just by ending. */
const NODE_FILE = '\\S*\\.[cm]?[jt]sx?';
const FILE_PASSED = new RegExp(`^(?:✔ ${NODE_FILE} \\([\\d.]+ms\\)|ok \\d+ - ${NODE_FILE})$`, 'gm');
const FILE_FAILED = new RegExp(`^(?:✖ ${NODE_FILE} \\([\\d.]+ms\\)|not ok \\d+ - ${NODE_FILE})$`, 'gm');
/** A hook of mocha's that failed is no test. */
const HOOK = /"(?:before|after) (?:all|each)" hook/g;

const ROWS: readonly Row[] = [
  {
    tool: 'node --test, tape',
    pattern:
      /^(?:ℹ|#) tests +\d+\n(?:(?:ℹ|#) suites +\d+\n)?(?:ℹ|#) pass +(?<passed>\d+)(?:\n(?:ℹ|#) fail +(?<failed>\d+))?(?:\n(?:ℹ|#) cancelled +(?<cancelled>\d+))?$/gm,
    count: (match, before) => ({
      passed: Math.max(0, num(match.groups?.passed) - times(FILE_PASSED, before)),
      failed: Math.max(
        0,
        num(match.groups?.failed) + num(match.groups?.cancelled) - times(FILE_FAILED, before),
      ),
    }),
  },
  {
    tool: 'jest',
    pattern:
      /\bTests: +(?:(?<failed>\d+) failed, )?(?:\d+ (?:skipped|todo), )*(?:(?<passed>\d+) passed, )?\d+ total$/gm,
    count: all,
  },
  {
    tool: 'vitest',
    pattern: /^ *Tests {2,}(?! )(?:(?<failed>\d+) failed(?: \| )?)?(?:(?<passed>\d+) passed)?.*\(\d+\)$/gm,
    count: all,
  },
  {
    tool: 'mocha',
    pattern:
      /^ {2,}(?<passed>\d+) passing(?: \([^()\n]+\))?(?:\n {2,}\d+ pending)?(?:\n {2,}(?<failed>\d+) failing)?$/gm,
    count: (match, _, after) => {
      const { passed, failed } = all(match);
      return { passed, failed: Math.max(0, failed - times(HOOK, after)) };
    },
  },
  {
    tool: 'pytest',
    pattern:
      /^(?:=+ )?(?=\d)(?:(?<failed>\d+) failed)?(?:, )?(?:(?<passed>\d+) passed)?(?:(?:, )?\d+ (?:skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed))* in [\d.]+s(?: \([\d:]+\))?(?: =+)?$/gm,
    count: all,
  },
  {
    tool: 'unittest, Django',
    pattern: /^Ran (?<ran>\d+) tests? in [\d.]+s\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((?<rest>[^()\n]*)\))?$/gm,
    count: ({ groups = {} }) => {
      const counts = new Map(
        (groups.rest ?? '').split(', ').map((one) => one.split('=', 2) as [string, string]),
      );
      const of = (name: string) => num(counts.get(name));
      const failed = of('failures') + of('errors') + of('unexpected successes');
      return {
        passed: Math.max(0, num(groups.ran) - failed - of('skipped') - of('expected failures')),
        failed,
      };
    },
  },
  {
    tool: 'cargo test',
    pattern: /^test result: \S+ (?<passed>\d+) passed; (?<failed>\d+) failed;/gm,
    count: all,
  },
  {
    tool: 'go test -v',
    when: (text) => GO_VERBOSE.test(text),
    pattern: /^ *--- (?:(?<passed>PASS)|(?<failed>FAIL)): \S+/gm,
    count: each,
  },
  {
    // Without -v only packages are told of; one without tests counts for nothing.
    tool: 'go test',
    when: (text) => !GO_VERBOSE.test(text),
    pattern: /^(?:(?<passed>ok) {1,2}\t\S+\t(?!.*\[no tests to run\])|(?<failed>FAIL)\t\S+\t[\d.]+s)/gm,
    count: each,
  },
];

/**
 * Number of tests that a command's runner reports as passed and failed, over all runners in the texts. Undefined: the
 * texts hold no summary. `texts`: its streams, without control sequences.
 */
export function seenTests(texts: readonly string[]): SeenTests | undefined {
  const found = texts.flatMap((text) =>
    ROWS.filter(({ when }) => when?.(text) ?? true).flatMap((row) => countsOf(row, text)),
  );
  if (found.length === 0) return undefined;
  return found.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
  }));
}

function countsOf({ pattern, count }: Row, text: string): SeenTests[] {
  let end = 0;
  return [...text.matchAll(pattern)].map((match, index, all) => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return count(match, before, text.slice(end, all[index + 1]?.index));
  });
}
