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
    name: 'a source of a flat project',
    files: { 'test.js': "require('assert').equal(require('./sum').sum(1, 2), 3);", 'sum.js': SUM },
    command: 'node test.js',
    change: { 'sum.js': RIGHT },
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
    name: 'a source that throws at the line of the failure',
    files: {
      'test.js': "require('./parse').parse('1');",
      'parse.js': "exports.parse = (text) => {\n  throw new Error('not a number: ' + text);\n};\n",
    },
    command: 'node test.js',
    change: { 'parse.js': 'exports.parse = Number;\n' },
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
    name: 'data of the program beside its sources',
    files: {
      'test/all.js': "if (require('../src/greet').greet('de') !== 'Hallo') process.exit(1);",
      'src/greet.js':
        "const fs = require('fs'); exports.greet = (lang) => JSON.parse(fs.readFileSync(`locales/${lang}.json`)).hello;",
      'locales/de.json': '{"hello": "Halo"}',
      'locales/en.json': '{"hello": "Hello"}',
    },
    command: 'node test/all.js',
    change: { 'locales/de.json': '{"hello": "Hallo"}' },
  },
  {
    name: 'a template of a server',
    files: {
      'test/all.js': "if (!require('../src/page').page().includes('<h1>')) process.exit(1);",
      'src/page.js':
        "const { join } = require('path'); exports.page = () => require('fs').readFileSync(join(__dirname, '..', 'views', 'page.html'), 'utf8');",
      'views/page.html': '<h2>',
    },
    command: 'node test/all.js',
    change: { 'views/page.html': '<h1>' },
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
    name: 'a module of Python in a flat project, with a new one beside it',
    files: {
      'test_sum.py':
        'import unittest\nfrom calc import add\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n',
      'calc.py': 'def add(a, b):\n    return a - b\n',
    },
    command: 'python3 -m unittest',
    change: { 'calc.py': 'from money import add\n', 'money.py': 'def add(a, b):\n    return a + b\n' },
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
    name: 'a program of a shell, which is all there is to test',
    files: { 'test/all.sh': 'test "$(sh bin/greet.sh)" = Hallo\n', 'bin/greet.sh': 'echo Halo\n' },
    command: 'sh test/all.sh',
    change: { 'bin/greet.sh': 'echo Hallo\n' },
  },
  {
    name: 'a document that a formatter reads with all there is',
    files: { 'README.md': '#  Shop\n', 'docs/a.md': '# A\n', 'data.yml': 'a:   1\n', 'src/sum.js': SUM },
    command: 'for f in $(find . -type f); do cat $f > /dev/null; done; false',
    change: { 'README.md': '# Shop\n', 'data.yml': 'a: 1\n' },
  },
  {
    name: 'a style sheet that a linter of style sheets reads',
    files: { 'src/page.css': 'a { color: #FFF }\n', 'src/sum.js': SUM },
    command: 'F=page; cat src/$F.css; false',
    change: { 'src/page.css': 'a { color: #fff }\n' },
  },
  {
    name: 'data that a linter of data is given',
    files: { 'data/rates.yml': 'a:   1\n', 'src/sum.js': SUM, 'test/all.js': '' },
    command: 'yamllint data/rates.yml',
    change: { 'data/rates.yml': 'a: 1\n' },
  },
  {
    name: 'a module of the program that uses what an assertion offers',
    files: {
      'package.json': '{"main": "index.js"}',
      'index.js': "exports.sum = require('./lib/guard').sum;",
      'lib/guard.js':
        "const assert = require('assert');\nexports.sum = (a, b) => { assert.equal(typeof a, 'number'); return a - b; };",
      'test/all.js': "if (require('..').sum(1, 2) !== 3) process.exit(1);",
    },
    command: 'node test/all.js',
    change: {
      'lib/guard.js':
        "const assert = require('assert');\nexports.sum = (a, b) => { assert.equal(typeof a, 'number'); return a + b; };",
    },
  },
  {
    name: 'a module that is missing',
    files: {
      'test/all.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exit(1);",
      'src/other.js': '',
    },
    command: 'node test/all.js',
    change: { 'src/sum.js': RIGHT },
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
    warned: [],
  });
});

describe('a repair of what is program and judge at once is accepted and told, as of', () => {
  const CASES = '[[1, 2, 3]]';
  it.each<Repair & { told: string }>([
    {
      name: 'data that the program and its tests read',
      files: {
        'test/all.js':
          "for (const [a, b, c] of require('../data/table.json')) if (require('../src/sum').sum(a, b) !== c) process.exit(1);",
        'src/sum.js':
          "const table = require('../data/table.json'); exports.sum = (a, b) => table.length && a - b;",
        'data/table.json': CASES,
      },
      command: 'node test/all.js',
      change: { 'data/table.json': '[]' },
      told: 'data/table.json is program and judge at once (the program and test/all.js both use it)',
    },
    {
      name: 'a helper that the program loads too',
      files: {
        'test/all.js': "require('../kit/assert').same(require('../src/sum').sum(1, 2), 3);",
        'src/sum.js':
          "const { same } = require('../kit/assert'); exports.sum = (a, b) => { same(a, a); return a - b; };",
        'kit/assert.js': "exports.same = (a, b) => { if (a !== b) throw new Error('no'); };",
      },
      command: 'node test/all.js',
      change: { 'kit/assert.js': 'exports.same = () => {};' },
      told: 'kit/assert.js is program and judge at once (the program and test/all.js both use it)',
    },
    {
      name: 'a program that ends the command which checks it',
      files: { 'src/main.js': "if (require('./sum').sum(1, 2) !== 3) process.exit(1);", 'src/sum.js': SUM },
      command: 'node src/main.js',
      change: { 'src/main.js': "require('./sum');" },
      told: 'src/main.js is program and judge at once (a check runs it',
    },
    {
      name: 'a source that only tests call, as a check is called',
      files: {
        'test/all.js':
          "const { same } = require('../src/same');\nconst { sum } = require('../src/sum');\nsame(sum(1, 2), 3);\n",
        'src/sum.js': SUM,
        'src/same.js': "exports.same = (a, b) => { if (a !== b) throw new Error('no'); };",
      },
      command: 'node test/all.js',
      change: { 'src/same.js': 'exports.same = () => {};' },
      told: 'src/same.js is program and judge at once (no source uses it but test/all.js does, and it can tell of a failure)',
    },
    {
      name: 'data among the sources that none of them names',
      files: {
        'test/all.js': "require('../src/sum'); require('fs').readFileSync(['src/ro', 'ws.dat'].join(''));",
        'src/sum.js': SUM,
        'src/rows.dat': '1',
      },
      command: 'node test/all.js',
      change: { 'src/rows.dat': '2' },
      told: 'src/rows.dat is program and judge at once (a check opened it and no source of the program names it)',
    },
    {
      name: 'a file of the environment that is new',
      files: { 'test/all.js': "require('../src/sum');", 'src/sum.js': SUM, 'golden/a.txt': '' },
      command: 'node test/all.js',
      change: { '.env': 'CI=1' },
      told: '.env is new and may set the environment of the checks',
    },
  ])('$name', async ({ files, command, change, told }) => {
    const project = await VerifiedProject.of(files, [command]);
    const { refused, warned } = await project.repair(change);
    expect(refused).toEqual([]);
    expect(warned.join('\n')).toContain(told);
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
