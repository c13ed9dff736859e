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

test('the slowest files, the seconds by folder and the tests that could not be run are shown', async () => {
  const file = (name: string, seconds: number) => ({
    name: path.join(project.root, name),
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
  });
  const testResults = [
    file('test/quick/store/a.test.ts', 1),
    file('test/journeys/heal/b.test.ts', 12.34),
    file('test/journeys/heal/c.test.ts', 2),
  ];
  const { stdout } = await summary({ numPassedTests: 5, numPendingTests: 2, testResults }, 0, 0, 0);
  expect(stdout).toContain(
    [
      'The slowest test files:',
      '    12.3 s  test/journeys/heal/b.test.ts',
      '     2.0 s  test/journeys/heal/c.test.ts',
      '     1.0 s  test/quick/store/a.test.ts',
      '',
      'Seconds by folder:',
      '    14.3 s  test/journeys/heal',
      '     1.0 s  test/quick/store',
      '',
      '2 tests could not be run here',
    ].join('\n'),
  );
});
