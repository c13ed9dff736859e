import { said } from '../../../../src/domain/run/said';
import { checkReport } from '../../../support/check-reports';
import { readJsonReport, readTap } from '../../../../src/verifier/own-runner/confirm-tree';
import type { CheckReport, TestResult } from '../../../../src/domain/verification/verification';
import {
  disagreements,
  runnerOutcome,
  type RunnerFile,
} from '../../../../src/domain/verification/own-runner';

const FILE = 'test/a.test.js';

const check = (tests: Record<string, TestResult['status']>, name = FILE): CheckReport =>
  checkReport({
    name,
    tests: Object.entries(tests).map(([title, status]) => ({
      id: `${name} > ${title}`,
      file: name,
      path: [title],
      status,
      durationMs: 1,
      console: [],
    })),
  });

type Status = RunnerFile['tests'][number]['status'];
const ran = (tests: Record<string, Status>, message = '', file = FILE): RunnerFile => ({
  file,
  tests: Object.entries(tests).map(([title, status]) => ({
    path: [title],
    status,
    message: `${title} is ${status}`,
  })),
  message,
});

/** The outcome of a runner's word on the change, with its word on the unchanged files. */
const outcomeOf = (
  [now, runner]: [CheckReport, RunnerFile | undefined],
  [before, runnerBefore]: [CheckReport, RunnerFile | undefined],
  flaky: string[] = [],
) => {
  const known = new Set(flaky);
  const list = runner ? [runner] : [];
  return runnerOutcome({
    by: 'jest 30.5.2',
    checks: [now],
    baseline: [before],
    found: disagreements([now], list, known),
    ran: list,
    ranBefore: runnerBefore ? [runnerBefore] : [],
    flaky: known,
  });
};

const RED = check({ adds: 'failed', is: 'passed' });
const GREEN = check({ adds: 'passed', is: 'passed' });
const RAN_RED = ran({ adds: 'failed', is: 'passed' });

describe('a runner', () => {
  it('agrees where it passes what the sandbox passed', () => {
    expect(outcomeOf([GREEN, ran({ adds: 'passed', is: 'passed' })], [RED, RAN_RED])).toEqual({
      status: 'agrees',
      by: 'jest 30.5.2',
    });
  });

  it('agrees where it has other names for as many tests', () => {
    expect(outcomeOf([GREEN, ran({ 'adds 1': 'passed', is: 'passed' })], [RED, RAN_RED]).status).toBe(
      'agrees',
    );
  });

  it.each<[string, RunnerFile | undefined]>([
    ['fails one', ran({ adds: 'failed', is: 'passed' })],
    ['skips one', ran({ adds: 'skipped', is: 'passed' })],
    ['does not know one', ran({ is: 'passed' })],
    ['can not load the file any more', ran({}, 'TypeError: not in here')],
    ['does not see the file', undefined],
  ])('disagrees where it %s', (_, runner) => {
    const outcome = outcomeOf([GREEN, runner], [RED, RAN_RED]);
    expect(outcome).toMatchObject({ status: 'disagrees', by: 'jest 30.5.2' });
    expect(outcome.status === 'disagrees' && outcome.tests).toContain(`${FILE} > adds`);
  });

  it('says nothing where it fails on the unchanged files what the sandbox passes', () => {
    const unfit = ran({ adds: 'failed', is: 'failed' });
    expect(outcomeOf([GREEN, unfit], [RED, unfit])).toMatchObject({
      status: 'unconfirmed',
      reason: said`${'jest 30.5.2'} does not run them on the unchanged files as the sandbox does (${'adds is failed'})`,
    });
  });

  it('says nothing where it can’t load the file for the same reason as before', () => {
    const notLoaded = check({});
    const broken = ran({}, 'SyntaxError: unexpected token\n  at line 1');
    expect(outcomeOf([GREEN, broken], [notLoaded, broken]).status).toBe('unconfirmed');
    expect(outcomeOf([GREEN, ran({}, 'Error: another')], [notLoaded, broken]).status).toBe('disagrees');
  });

  it('is not believed about flaky tests', () => {
    expect(outcomeOf([GREEN, RAN_RED], [RED, RAN_RED], [`${FILE} > adds`]).status).toBe('agrees');
  });
});

describe('what runners report', () => {
  it('is read from the JSON of jest and vitest', () => {
    const report = {
      testResults: [
        {
          name: `/work/${FILE}`,
          message: '',
          assertionResults: [
            { ancestorTitles: ['sum'], title: 'adds', status: 'passed' },
            { ancestorTitles: [], title: 'more', status: 'failed', failureMessages: ['Expected: 3'] },
            { ancestorTitles: [], title: 'later', status: 'pending' },
          ],
        },
      ],
    };
    const [file, other] = readJsonReport(JSON.stringify(report), [FILE, 'b.test.js']) ?? [];
    expect(file?.tests.map(({ path, status }) => `${path.join(' > ')}: ${status}`)).toEqual([
      'sum > adds: passed',
      'more: failed',
      'later: skipped',
    ]);
    expect(other?.tests).toEqual([]);
    expect(readJsonReport('Segmentation fault', [FILE])).toBeUndefined();
  });

  it('is read from the TAP of node --test', () => {
    const tap = [
      'TAP version 13',
      '# Subtest: sum',
      '    # Subtest: adds \\#1',
      '    ok 1 - adds \\#1',
      '      ---',
      '      ...',
      '    # Subtest: more',
      '    not ok 2 - more',
      '    1..2',
      'not ok 1 - sum',
      '# Subtest: later',
      'ok 2 - later # SKIP',
      '1..2',
    ].join('\n');
    expect(readTap(tap, FILE).tests.map(({ path, status }) => `${path.join(' > ')}: ${status}`)).toEqual([
      'sum > adds #1: passed',
      'sum > more: failed',
      'sum: failed',
      'later: skipped',
    ]);
    expect(readTap('node: not found', FILE)).toEqual({ file: FILE, tests: [], message: 'node: not found' });
  });
});
