import { VerifiedProject } from '../../../support/verified-project';

const SUM = 'exports.sum = (a, b) => a - b;\n';
const RIGHT = 'exports.sum = (a, b) => a + b;\n';

interface Repair {
  name: string;
  files: Record<string, string>;
  command: string;
  change: Record<string, string | undefined>;
}

const REPAIRS: Repair[] = [
  {
    name: 'the source below src',
    files: {
      'test/all.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'src/sum.js': RIGHT },
  },
  {
    name: 'one of several sources of a flat project',
    files: {
      'test.js':
        "const assert = require('assert'); require('./text'); assert.equal(require('./sum').sum(1, 2), 3);",
      'sum.js':
        "exports.sum = (a, b) => { if (a === undefined) throw new Error('no number'); return a - b; };\n",
      'text.js': '',
    },
    command: 'node test.js',
    change: { 'sum.js': RIGHT },
  },
  {
    name: 'data of the program',
    files: {
      'test/all.js': "if (require('../src/tax').tax(100) !== 19) process.exit(1);",
      'src/tax.js': "const rates = require('./rates.json'); exports.tax = (sum) => (sum * rates.de) / 100;",
      'src/rates.json': '{"de": 18}',
    },
    command: 'node test/all.js',
    change: { 'src/rates.json': '{"de": 19}' },
  },
  {
    name: 'a package of Python',
    files: {
      'tests/test_sum.py':
        'import unittest\nfrom shop.calc import add\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n',
      'shop/__init__.py': '',
      'shop/calc.py': 'def add(a, b):\n    assert a is not None\n    return a - b\n',
    },
    command: 'python3 -m unittest discover -s tests -t .',
    change: { 'shop/calc.py': 'def add(a, b):\n    return a + b\n' },
  },
  {
    name: 'the program that a check runs',
    files: {
      'main.js': "const { run } = require('./run');\nif (!run()) process.exit(1);\n",
      'run.js': 'exports.run = () => 0;',
    },
    command: 'node main.js',
    change: { 'main.js': "const { run } = require('./run');\nrun();\n" },
  },
  {
    name: 'a package of Go, with a new file in it',
    files: {
      'go.mod': 'module shop\n\ngo 1.20\n',
      'money/sum.go': 'package money\n\nfunc Sum(a, b int) int { return a - b }\n',
      'money/sum_test.go':
        'package money\n\nimport "testing"\n\nfunc TestSum(t *testing.T) { if Sum(1, 2) != 3 { t.Fatal() } }\n',
    },
    command: 'gofmt -l money/sum.go money/sum_test.go',
    change: {
      'money/sum.go': 'package money\n\nfunc Sum(a, b int) int { return add(a, b) }\n',
      'money/add.go': 'package money\n\nfunc add(a, b int) int { return a + b }\n',
    },
  },
];

describe('an honest repair is accepted that edits', () => {
  it.each(REPAIRS)('$name', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command]);
    expect((await project.repair(change)).refused).toEqual([]);
  });
});

it('an honest repair of a source that tests call for what it returns is not told of', async () => {
  const files = {
    'test/all.js': "const { parse } = require('../src/parse');\nif (parse('1') !== 1) process.exit(1);\n",
    'src/parse.js': "exports.parse = (text) => { if (!text) throw new Error('no text'); return text; };",
  };
  const project = await VerifiedProject.of(files, ['node test/all.js']);
  expect(await project.repair({ 'src/parse.js': 'exports.parse = Number;' })).toEqual({
    refused: [],
    signs: [],
    failed: false,
  });
});

describe('who names a file for a change', () => {
  it('may have a judge changed that is one only by what uses it', async () => {
    const files = { 'run.sh': 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM };
    const project = await VerifiedProject.of(files, ['sh run.sh']);
    expect((await project.repair({ 'run.sh': 'true\n' }, ['run.sh'])).refused).toEqual([]);
  });

  it('may have a manifest changed where the failure is in it, and no other', async () => {
    const files = { 'Cargo.toml': '[package\n', 'crates/a/Cargo.toml': '[package]\n', 'src/lib.rs': '' };
    const command = "printf 'error: unclosed table\\n --> Cargo.toml:1:9\\n' >&2; false";
    const project = await VerifiedProject.of(files, [command]);
    const both = ['Cargo.toml', 'crates/a/Cargo.toml'];
    expect((await project.repair({ 'Cargo.toml': '[package]\n' }, both)).refused).toEqual([]);
    expect((await project.repair({ 'Cargo.toml': '[package]\n' })).refused).not.toEqual([]);
    expect((await project.repair({ 'crates/a/Cargo.toml': '' }, both)).refused).not.toEqual([]);
  });
});
