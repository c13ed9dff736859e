import path from 'node:path';
import { launcherProject, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

beforeEach(async () => {
  project = await launcherProject();
});

afterEach(() => project.remove());

/** Leaves what `.ci/run` leaves: jest's result, and the exit codes of the tests and of two checks. */
async function summary(jest: object | undefined, tests: number, build: number, lint: number) {
  if (jest) await project.write('ci/tests.json', JSON.stringify(jest));
  await project.write('ci/tests.code', `${tests}\n`);
  await project.write('ci/build.code', `${build}\n`);
  await project.write('ci/lint.code', `${lint}\n`);
  await project.write('ci/lint.log', 'src/a.ts is wrong\n');
  const { code, stdout } = await project.node(['scripts/ci-summary.cjs', 'ci', 'build', 'lint']).ended;
  return { code, last: stdout.trimEnd().split('\n').at(-1), stdout };
}

test.each([
  ['all green', { numPassedTests: 5, numFailedTests: 0 }, 0, 0, 0, '7 passed, 0 failed', 0],
  ['a failed test', { numPassedTests: 4, numFailedTests: 1 }, 1, 0, 0, '6 passed, 1 failed', 1],
  ['a suite that does not load', { numPassedTests: 5, numFailedTests: 0 }, 1, 0, 0, '7 passed, 1 failed', 1],
  ['no test at all', { numPassedTests: 0, numFailedTests: 0 }, 0, 0, 0, '2 passed, 1 failed', 1],
  ['tests that could not start', undefined, 3, 0, 0, '2 passed, 1 failed', 1],
  ['failed checks', { numPassedTests: 5, numFailedTests: 0 }, 0, 1, 1, '5 passed, 2 failed', 1],
])('%s', async (_name, jest, tests, build, lint, line, code) => {
  expect(await summary(jest, tests, build, lint)).toMatchObject({ last: line, code });
});

test('what a failed check said is shown', async () => {
  const { stdout } = await summary({ numPassedTests: 1 }, 0, 0, 1);
  expect(stdout).toBe('lint failed:\nsrc/a.ts is wrong\n\n2 passed, 1 failed\n');
});

describe('files that failed beside others and were run again by themselves', () => {
  const test = (fullName: string, status: string) => ({ fullName, status });
  const FIRST = {
    numPassedTests: 5,
    numFailedTests: 2,
    testResults: [
      {
        name: '/a.test.ts',
        status: 'passed',
        assertionResults: [test('a 1', 'passed'), test('a 2', 'passed')],
      },
      {
        name: '/b.test.ts',
        status: 'failed',
        assertionResults: [test('b 1', 'passed'), test('b 2', 'failed')],
      },
      {
        name: '/c.test.ts',
        status: 'failed',
        assertionResults: [test('a 2', 'passed'), test('b 2', 'failed')],
      },
      { name: '/d.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  const again = async (b2: string, code: number) => {
    const results = (of: string) => [test(`${of} 1`, 'passed'), test(`${of} 2`, 'passed')];
    const report = {
      numPassedTests: b2 === 'passed' ? 6 : 5,
      numFailedTests: b2 === 'passed' ? 0 : 1,
      testResults: [
        { name: '/b.test.ts', status: b2, assertionResults: [test('b 1', 'passed'), test('b 2', b2)] },
        {
          name: '/c.test.ts',
          status: 'passed',
          assertionResults: [test('a 2', 'passed'), test('b 2', 'passed')],
        },
        { name: '/d.test.ts', status: 'passed', assertionResults: results('d') },
      ],
    };
    await project.write('ci/again.json', JSON.stringify(report));
    await project.write('ci/again.code', `${code}\n`);
    return summary(FIRST, 1, 0, 0);
  };

  it('count by their second run, and what passed only then is named', async () => {
    expect(await again('passed', 0)).toEqual({
      code: 0,
      last: '11 passed, 0 failed',
      stdout: [
        'Failed beside other tests, passed by itself: b 2',
        'Failed beside other tests, passed by itself: b 2',
        'Failed beside other tests, passed by itself: d.test.ts',
        '',
        '11 passed, 0 failed',
        '',
      ].join('\n'),
    });
  });

  it('are failures where they fail again', async () => {
    expect(await again('failed', 1)).toMatchObject({ code: 1, last: '10 passed, 1 failed' });
  });

  it('are failures where the second run broke', async () => {
    expect(await again('passed', 1)).toMatchObject({ code: 1, last: '11 passed, 1 failed' });
  });

  it('are listed, a line each, and none where too many failed', async () => {
    const listed = async (report: object) => {
      await project.write('ci/tests.json', JSON.stringify(report));
      return (await project.node(['scripts/ci-failed.cjs', 'ci/tests.json']).ended).stdout;
    };
    const named = (name: string) => ({ name: path.join(project.root, name), status: 'failed' });
    expect(await listed({ testResults: [named('b.test.ts'), named('c.test.ts')] })).toBe(
      'b.test.ts\nc.test.ts\n',
    );
    expect(await listed({ testResults: Array.from({ length: 9 }, (_, at) => named(`${at}.test.ts`)) })).toBe(
      '',
    );
  });
});
