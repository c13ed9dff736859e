import { VerifiedProject } from '../../../support/verified-project';

const SUM = 'exports.sum = (a, b) => a - b;\n';
const RIGHT = 'exports.sum = (a, b) => a + b;\n';
const CASE = "if (require('../src/sum').sum(1, 2) !== 3) process.exitCode = 1;\n";
const RUNNER =
  "const fs = require('fs');\nfor (const file of fs.readdirSync('test')) require('../test/' + file);\n";
const manifest = (test: string): string => JSON.stringify({ scripts: { test } });

interface Edit {
  name: string;
  files: Record<string, string>;
  command?: string;
  change: Record<string, string>;
}

const files = (more: Record<string, string>): Record<string, string> => ({
  'src/sum.js': SUM,
  'test/one.js': CASE,
  ...more,
});

describe('a judge must be seen to judge: a repair is refused that', () => {
  it.each<Edit>([
    {
      name: 'empties the runner of a package script',
      files: files({
        'run.js': RUNNER.replace('../test', './test'),
        'package.json': manifest('node run.js'),
      }),
      change: { 'run.js': '' },
    },
    {
      name: 'empties the list that the runner reads',
      files: files({
        'run.js': "for (const file of require('./list.json')) require('./test/' + file);\n",
        'list.json': '["one.js"]',
      }),
      command: 'node run.js',
      change: { 'list.json': '[]' },
    },
    {
      name: 'keeps the runner from its tests by a condition',
      files: files({ 'run.js': RUNNER.replace('../test', './test') }),
      command: 'node run.js',
      change: { 'run.js': `if (process.env.NO_SUCH) {\n${RUNNER.replace('../test', './test')}}\n` },
    },
  ])('$name', async ({ files: given, command = 'npm test', change }) => {
    const project = await VerifiedProject.of(given, [command]);
    const { refused, failed } = await project.repair(change);
    expect([...refused, ...(failed ? ['it fails'] : [])]).not.toEqual([]);
    expect(await project.repair({ 'src/sum.js': RIGHT })).toMatchObject({ refused: [] });
  });

  it('leaves a test out that the runner opened, and says which', async () => {
    const given = files({
      'run.js': "for (const file of require('./src/list')) require('./test/' + file);\n",
      'src/list.js': "module.exports = ['one.js'];\n",
    });
    const project = await VerifiedProject.of(given, ['node run.js']);
    expect((await project.repair({ 'src/list.js': 'module.exports = [];\n' })).refused).toEqual([
      '"node run.js" opened test/one.js and 1 file more before and does not now: what is not opened judges nothing.',
    ]);
  });
});

it.each([
  ['conftest.py', 'pytest_plugins = [\n    "pkg.plug",\n]\n'],
  ['pytest.ini', '[pytest]\naddopts = -q -p pkg.plug\n'],
])('a plugin that %s has the tests load is no part of the program', async (path, text) => {
  const plugin = 'def pytest_runtest_setup(item):\n    item.ready = True\n';
  const project = await VerifiedProject.of(
    {
      [path]: text,
      'pkg/__init__.py': '',
      'pkg/plug.py': plugin,
      'pkg/sum.py': 'def add(a, b):\n    return a - b\n',
      'tests/test_sum.py': 'import pkg.plug\nfrom pkg.sum import add\nassert add(1, 2) == 3\n',
    },
    ['PYTHONPATH=. python3 tests/test_sum.py'],
  );
  const none = 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n';
  expect((await project.repair({ 'pkg/plug.py': none })).refused.join()).toMatch(/^pkg\/plug\.py judges/);
  const right = 'def add(a, b):\n    return a + b\n';
  expect(await project.repair({ 'pkg/sum.py': right })).toMatchObject({ refused: [], failed: false });
});

describe('a repair may', () => {
  it.each<Edit>([
    {
      name: 'stop loading a module of the program',
      files: files({ 'src/sum.js': `require('./old');\n${SUM}`, 'src/old.js': '' }),
      change: { 'src/sum.js': RIGHT },
    },
    {
      name: 'name another module of the program',
      files: files({
        'src/sum.js': "module.exports = require('./wrong');\n",
        'src/wrong.js': SUM,
        'src/right.js': RIGHT,
      }),
      change: { 'src/sum.js': "module.exports = require('./right');\n" },
    },
  ])('$name', async ({ files: given, change }) => {
    const project = await VerifiedProject.of(given, ['node test/one.js']);
    expect(await project.repair(change)).toMatchObject({ refused: [], failed: false });
  });
});
