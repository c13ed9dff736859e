import { launcherProject, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

const FILES = [
  'src/domain/heal/decide.ts',
  'src/times/days.ts',
  'src/coder/prompts/plan.md',
  'scripts/lib/git.cjs',
  'test/quick/domain/decide.test.ts',
  'test/quick/launcher/message.test.ts',
  'test/journeys/goal/goal.test.ts',
  'test/journeys/heal/heal.test.ts',
  'test/journeys/launcher/launch.test.ts',
  'test/deep/heal/kills.test.ts',
  'docs/goal.md',
];

beforeEach(async () => {
  project = await launcherProject();
  for (const file of FILES.filter((one) => !one.startsWith('scripts'))) await project.write(file, '');
});

afterEach(() => project.remove());

/** Tests that the changed files touch, where jest says that `importing` import them, or ends with `code`. */
async function related(
  changed: readonly string[],
  importing: readonly string[] = [],
  code = 0,
): Promise<string[] | undefined> {
  const program = `
    const fs = require('node:fs');
    const { relatedTests } = require('./scripts/lib/related-tests.cjs');
    const jest = async (tiers, args, { stdio }) => {
      const found = ${JSON.stringify(importing)}.map((file) => require('node:path').resolve(file));
      fs.writeSync(stdio[1], JSON.stringify(found));
      return ${code};
    };
    relatedTests(process.cwd(), ${JSON.stringify(changed)}, jest).then((tests) => console.log(JSON.stringify({ tests })));
  `;
  const { stdout } = await project.node(['-e', program]).ended;
  return (JSON.parse(stdout) as { tests?: string[] }).tests;
}

const ALL = FILES.filter((file) => /^test\/(?:quick|journeys)\//.test(file));

test('a source touches the tests that import it, deep ones aside, and the journeys of its room', async () => {
  const importing = ['test/quick/domain/decide.test.ts', 'test/deep/heal/kills.test.ts'];
  expect(await related(['src/domain/heal/decide.ts'], importing)).toEqual([
    'test/quick/domain/decide.test.ts',
    'test/journeys/heal/heal.test.ts',
  ]);
});

test('a source of no room touches all journeys', async () => {
  expect(await related(['src/times/days.ts'])).toEqual(
    ALL.filter((file) => file.startsWith('test/journeys/')),
  );
});

test('a script touches the tests of the launcher, a prompt or a setting all tests, and prose none', async () => {
  expect(await related(['scripts/lib/git.cjs'])).toEqual([
    'test/quick/launcher/message.test.ts',
    'test/journeys/launcher/launch.test.ts',
  ]);
  for (const file of ['src/coder/prompts/plan.md', 'package.json'])
    expect((await related([file]))?.sort()).toEqual([...ALL].sort());
  expect(await related(['docs/goal.md', 'README.md'])).toEqual([]);
});

test('what jest cannot tell is not taken for nothing', async () => {
  expect(await related(['src/domain/heal/decide.ts'], [], 1)).toBeUndefined();
});
