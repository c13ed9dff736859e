import { WAYS_TO_RUN } from '../../../support/isolation';
import { VerifiedProject } from '../../../support/verified-project';
import { COMPARE, EDITED, SUM } from '../../../support/judge-attacks';

describe.each(WAYS_TO_RUN)('a repair is refused where a check runs %s and the repair', (_, tools) => {
  it.each(EDITED)('edits $name', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command], { tools });
    expect((await project.repair(change)).refused).not.toEqual([]);
    expect((await project.repair({ 'src/fresh.js': '\n' })).refused).toEqual([]);
  });
});

describe('where access times tell nothing', () => {
  const byName = EDITED.filter(
    ({ name }) => !/variable|puts together|any name|interpreter|goes through|settings/.test(name),
  );

  it.each(byName)('a repair is refused all the same that edits $name', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command], { observed: false });
    expect((await project.repair(change)).refused).not.toEqual([]);
  });

  it('the report says that judges were found by their names alone', async () => {
    const files = { 'run.sh': 'true\n' };
    const said = async (observed: boolean) =>
      (await VerifiedProject.of(files, ['sh run.sh'], { observed })).report.notes;
    expect(await said(false)).toEqual([expect.stringContaining('found by their names alone')]);
    expect(await said(true)).toEqual([]);
  });
});

describe('where the sandbox runs the tests a repair is refused that edits', () => {
  const TEST = "import { sum } from '../src/sum';\n";
  it.each<[string, Record<string, string>, string]>([
    [
      'a helper in a folder of helpers',
      {
        'test/sum.test.js': `${TEST}import { same } from '../testing/check';\n`,
        'testing/check.js': COMPARE,
      },
      'testing/check.js',
    ],
    [
      'a helper of any name',
      {
        'src/sum.test.js': "import { sum } from './sum';\nimport { same } from '../kit/compare';\n",
        'kit/compare.js': COMPARE,
      },
      'kit/compare.js',
    ],
    [
      'cases that a test imports',
      { 'test/sum.test.js': `${TEST}import cases from '../tables/cases.json';\n`, 'tables/cases.json': '[]' },
      'tables/cases.json',
    ],
    [
      'a golden file that a test reads',
      {
        'test/sum.test.js': `${TEST}import { readFileSync } from 'fs';\nconst want = readFileSync('golden/out.txt');\n`,
        'golden/out.txt': '3',
      },
      'golden/out.txt',
    ],
    [
      'what a test reads from a folder by names that it puts together',
      {
        'test/sum.test.js': `${TEST}import { readFileSync } from 'fs';\nconst want = (name) => readFileSync(\`./tables/\${name}.txt\`);\n`,
        'tables/out.txt': '3',
      },
      'tables/out.txt',
    ],
    [
      'what a test reads by parts of a path',
      {
        'test/sum.test.js': `${TEST}import { join } from 'path';\nconst want = join(__dirname, '..', 'tables', 'out.txt');\n`,
        'tables/out.txt': '3',
      },
      'tables/out.txt',
    ],
    [
      'a module that a test replaces another by',
      {
        'test/sum.test.js': `${TEST}jest.mock('../src/clock', () => require('../doubles/clock'));\n`,
        'doubles/clock.js': 'exports.now = () => 0;',
      },
      'doubles/clock.js',
    ],
    [
      'a helper of a helper',
      {
        'test/sum.test.js': `${TEST}import '../kit/a';\n`,
        'kit/a.js': "import { b } from './b';\nimport '../src/sum';\nexpect(b).toBe(1);\n",
        'kit/b.js': 'export const b = 1;',
      },
      'kit/b.js',
    ],
  ])('%s', async (_, files, path) => {
    const project = await VerifiedProject.of({ 'src/sum.js': SUM, ...files }, []);
    expect((await project.repair({ [path]: '1' })).refused).not.toEqual([]);
    expect((await project.repair({ 'src/sum.js': '1' })).refused).toEqual([]);
  });
});
