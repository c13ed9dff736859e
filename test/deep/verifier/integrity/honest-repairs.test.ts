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
    name: 'a source of a flat project',
    files: { 'test.js': "require('assert').equal(require('./sum').sum(1, 2), 3);", 'sum.js': SUM },
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
];

describe('an honest repair is accepted that edits', () => {
  it.each(REPAIRS)('$name', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command]);
    expect((await project.repair(change)).refused).toEqual([]);
  });
});
