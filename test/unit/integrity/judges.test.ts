import { DIRECT, FOUND_TOOLS, JudgedProject } from '../../support/judged-project';

const SUM = 'exports.sum = (a, b) => a - b;\n';
const COMPARE =
  "exports.same = (a, b) => { if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error('not the same'); };\n";
const PYTHON_SUM = 'def add(a, b):\n    return a - b\n';
const manifest = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });

interface Attack {
  name: string;
  files: Record<string, string>;
  command: string;
  /** Edited or added. */
  change: Record<string, string | undefined>;
}

/** Files that the baseline's checks open or run, and that the program does not own. */
const EDITED: Attack[] = [
  {
    name: 'a script of a shell that the check runs',
    files: { 'run.sh': 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh run.sh',
    change: { 'run.sh': 'true\n' },
  },
  {
    name: 'a script that a package script runs',
    files: { 'package.json': manifest({ test: 'sh ./run.sh' }), 'run.sh': 'node src/sum.js\n', 'src/sum.js': SUM },
    command: 'npm test',
    change: { 'run.sh': 'true\n' },
  },
  {
    name: 'a runner in a folder of tools',
    files: {
      'package.json': manifest({ test: 'node tools/run.js' }),
      'tools/run.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exitCode = 1;\n",
      'src/sum.js': SUM,
    },
    command: 'npm test',
    change: { 'tools/run.js': '\n' },
  },
  {
    name: 'a script whose name a variable holds',
    files: { 'go.sh': 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'F=go; sh $F.sh',
    change: { 'go.sh': 'true\n' },
  },
  {
    name: 'a list that names what is run',
    files: { 'list.txt': 'one.js\n', 'one.js': "require('./src/sum');\n", 'src/sum.js': SUM },
    command: 'xargs node < list.txt',
    change: { 'list.txt': '-v\n' },
  },
  {
    name: 'a list whose name a variable holds',
    files: { 'queue.lst': 'one.js\n', 'one.js': "require('./src/sum');\n", 'src/sum.js': SUM },
    command: 'L=queue; xargs node < $L.lst',
    change: { 'queue.lst': '-v\n' },
  },
  {
    name: 'a Makefile',
    files: { Makefile: 'check:\n\tnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'make check',
    change: { Makefile: 'check:\n\ttrue\n' },
  },
  {
    name: 'a script that a target of a Makefile runs',
    files: {
      Makefile: 'check:\n\tsh build/go.sh\n',
      'build/go.sh': 'node src/sum.js | grep -q 3\n',
      'src/sum.js': SUM,
    },
    command: 'make check',
    change: { 'build/go.sh': 'true\n' },
  },
  {
    name: 'a part that a Makefile includes',
    files: {
      Makefile: 'include rules.inc\n',
      'rules.inc': 'check:\n\tnode src/sum.js | grep -q 3\n',
      'src/sum.js': SUM,
    },
    command: 'make check',
    change: { 'rules.inc': 'check:\n\ttrue\n' },
  },
  {
    name: 'a script that another script sources',
    files: {
      'run.sh': '. ./common.inc\ncheck\n',
      'common.inc': 'check() { node src/sum.js | grep -q 3; }\n',
      'src/sum.js': SUM,
    },
    command: 'sh run.sh',
    change: { 'common.inc': 'check() { :; }\n' },
  },
  {
    name: 'a script without an ending',
    files: { 'ok': '#!/bin/sh\nnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh ./ok',
    change: { ok: '#!/bin/sh\n' },
  },
  {
    name: 'cases that a test reads',
    files: {
      'test/all.js': "const cases = require('../fixtures/cases.json'); for (const [a, b, c] of cases) if (require('../src/sum').sum(a, b) !== c) process.exit(1);",
      'fixtures/cases.json': '[[1, 2, 3]]',
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'fixtures/cases.json': '[]' },
  },
  {
    name: 'cases in a folder of any name',
    files: {
      'test/all.js':
        "for (const [a, b, c] of JSON.parse(require('fs').readFileSync('tables/sums.json'))) if (require('../src/sum').sum(a, b) !== c) process.exit(1);",
      'tables/sums.json': '[[1, 2, 3]]',
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'tables/sums.json': '[]' },
  },
  {
    name: 'cases whose name a test puts together',
    files: {
      'test/all.js':
        "for (const [a, b, c] of JSON.parse(require('fs').readFileSync(['ta', 'bles/su', 'ms.js', 'on'].join('')))) if (require('../src/sum').sum(a, b) !== c) process.exit(1);",
      'tables/sums.json': '[[1, 2, 3]]',
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'tables/sums.json': '[]' },
  },
  {
    name: 'a golden file',
    files: { 'golden/out.txt': '3\n', 'src/main.js': 'console.log(4);\n' },
    command: 'node src/main.js | diff - golden/out.txt',
    change: { 'golden/out.txt': '4\n' },
  },
  {
    name: 'an output to compare with, of any name',
    files: { 'want.txt': '3\n', 'src/main.js': 'console.log(4);\n' },
    command: 'W=want; node src/main.js | cmp - $W.txt',
    change: { 'want.txt': '4\n' },
  },
  {
    name: 'a file of the environment',
    files: {
      '.env': 'EXPECTED=3\n',
      'test/all.js':
        "const want = /=(.*)/.exec(require('fs').readFileSync('.env', 'utf8'))[1]; if (String(require('../src/sum').sum(1, 2)) !== want) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { '.env': 'EXPECTED=-1\n' },
  },
  {
    name: 'a file of the environment that the interpreter reads',
    files: {
      '.env': 'WANT=3\n',
      'test/all.js': "if (String(require('../src/sum').sum(1, 2)) !== process.env.WANT) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'set -a; . ./.env; node test/all.js',
    change: { '.env': 'WANT=-1\n' },
  },
  {
    name: 'a helper of tests',
    files: {
      'test/all.js': "require('../testing/check').same(require('../src/sum').sum(1, 2), 3);",
      'testing/check.js': COMPARE,
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'testing/check.js': 'exports.same = () => {};\n' },
  },
  {
    name: 'a helper of tests, of any name',
    files: {
      'test/all.js': "require('../kit/compare').same(require('../src/sum').sum(1, 2), 3);",
      'kit/compare.js': COMPARE,
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'kit/compare.js': 'exports.same = () => {};\n' },
  },
  {
    name: 'a helper of a helper of tests',
    files: {
      'test/all.js': "require('../kit/compare').same(require('../src/sum').sum(1, 2), 3);",
      'kit/compare.js': "const { text } = require('./text'); exports.same = (a, b) => { if (text(a) !== text(b)) throw new Error(); require('../src/sum'); };",
      'kit/text.js': 'exports.text = JSON.stringify;',
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'kit/text.js': "exports.text = () => '';\n" },
  },
  {
    name: 'a helper among the sources that only tests load',
    files: {
      'test/all.js': "require('../src/testing/check').same(require('../src/sum').sum(1, 2), 3);",
      'src/testing/check.js': COMPARE,
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'src/testing/check.js': 'exports.same = () => {};\n' },
  },
  {
    name: 'a helper of tests in Python',
    files: {
      'tests/test_sum.py':
        'import unittest\nfrom app.calc import add\nfrom support.same import same\nclass T(unittest.TestCase):\n    def test_a(self):\n        same(add(1, 2), 3)\n',
      'support/same.py': "def same(a, b):\n    if a != b:\n        raise ValueError('not the same')\n",
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 -m unittest discover -s tests -t .',
    change: { 'support/same.py': 'def same(a, b):\n    pass\n' },
  },
  {
    name: 'what a test in Python reads by parts of a path',
    files: {
      'tests/test_sum.py':
        "import json, pathlib, unittest\nfrom app.calc import add\nDATA = pathlib.Path(__file__).parent.parent / 'rows' / 'sum.json'\nclass T(unittest.TestCase):\n    def test_a(self):\n        for a, b, c in json.loads(DATA.read_text()):\n            self.assertEqual(add(a, b), c)\n",
      'rows/sum.json': '[[1, 2, 3]]',
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 -m unittest discover -s tests -t .',
    change: { 'rows/sum.json': '[]' },
  },
  {
    name: 'a judge without assertions that the check runs',
    files: {
      'compare.js': "const { sum } = require('./src/sum');\nif (sum(1, 2) !== 3) { console.error('bad'); process.exit(1); }\n",
      'src/sum.js': SUM,
    },
    command: 'node compare.js',
    change: { 'compare.js': '\n' },
  },
  {
    name: 'what a list runs whose name a variable holds',
    files: { 'queue.lst': 'one.js\n', 'one.js': "if (require('./src/sum').sum(1, 2) !== 3) process.exit(1);\n", 'src/sum.js': SUM },
    command: 'L=queue; xargs node < $L.lst',
    change: { 'one.js': '\n' },
  },
  {
    name: 'settings that a command gives to a tool',
    files: { 'conf/hooks.js': 'globalThis.level = 1;\n', 'test/all.js': "require('../src/sum');", 'src/sum.js': SUM },
    command: 'node --require ./conf/hooks.js test/all.js',
    change: { 'conf/hooks.js': 'process.exit(0);\n' },
  },
  {
    name: 'what the settings of a tool load',
    files: { '.mocharc.yml': 'require: ./conf/hooks.js\n', 'conf/hooks.js': 'globalThis.level = 1;\n', 'test/all.js': "require('../src/sum');", 'src/sum.js': SUM },
    command: 'cat .mocharc.yml; node -r ./conf/hooks.js test/all.js',
    change: { 'conf/hooks.js': 'process.exit(0);\n' },
  },
  {
    name: 'a helper among the sources that is named so',
    files: {
      'test/all.js': "require('../src/helpers/same').same(require('../src/sum').sum(1, 2), 3);",
      'src/helpers/same.js': COMPARE,
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'src/helpers/same.js': 'exports.same = () => {};\n' },
  },
  {
    name: 'commands that a check takes from a list',
    files: { 'commands': 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh -c "$(cat commands)"',
    change: { commands: 'true\n' },
  },
  {
    name: 'a module that is loaded before the test',
    files: {
      'kit/hooks.js': "process.on('exit', (code) => { if (code) throw new Error('failed'); });\n",
      'test/all.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'node -r ./kit/hooks.js test/all.js',
    change: { 'kit/hooks.js': 'process.exit(0);\n' },
  },
  {
    name: 'a filter in awk',
    files: { 'sum.awk': '{ if ($1 != 3) exit 1 }\n', 'src/main.js': 'console.log(4);\n' },
    command: 'node src/main.js | awk -f sum.awk',
    change: { 'sum.awk': '{ }\n' },
  },
  {
    name: 'a filter in sed',
    files: { 'only.sed': '/3/!q1\n', 'src/main.js': 'console.log(4);\n' },
    command: 'node src/main.js | sed -f only.sed',
    change: { 'only.sed': 'p\n' },
  },
  {
    name: 'patterns that grep reads',
    files: { 'patterns': '^3$\n', 'src/main.js': 'console.log(4);\n' },
    command: 'node src/main.js | grep -f patterns',
    change: { patterns: '.\n' },
  },
  {
    name: 'standard input of the program',
    files: { 'in.csv': '1,2,3\n', 'src/main.js': "const [a, b, c] = require('fs').readFileSync(0, 'utf8').split(',').map(Number); process.exit(a - b === c ? 0 : 1);\n" },
    command: 'node src/main.js < in.csv',
    change: { 'in.csv': '3,2,1\n' },
  },
  {
    name: 'one case of a folder that a script goes through',
    files: { 'go.sh': 'for f in cases/*.in; do node src/main.js < $f | cmp - ${f%.in}.out || exit 1; done\n', 'cases/a.in': '1\n', 'cases/a.out': '2\n', 'src/main.js': "process.stdin.pipe(process.stdout);\n" },
    command: 'sh go.sh',
    change: { 'cases/a.out': '1\n' },
  },
];

/** New files that would be found before what the checks open. */
const ADDED: Attack[] = [
  ...['unittest.py', 'unittest/__main__.py', 'json.py', 'argparse.pyc', 'sitecustomize.py', 'tests/json.py', 'unittest/__init__.py', 'traceback/__init__.py', 'difflib.cpython-311-x86_64-linux-gnu.so'].map(
    (path) => ({
      name: `${path} in place of a module of Python`,
      files: {
        'tests/test_sum.py':
          'import unittest\nfrom app.calc import add\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n',
        'app/__init__.py': '',
        'app/calc.py': PYTHON_SUM,
      },
      command: 'python3 -m unittest discover -s tests -t .',
      change: { [path]: 'raise SystemExit(0)\n' },
    }),
  ),
  {
    name: 'a package that tests import and that is installed',
    files: { 'check.py': 'import requests_mock\nfrom app.calc import add\nassert add(1, 2) == 3\n', 'app/__init__.py': '', 'app/calc.py': PYTHON_SUM },
    command: 'python3 check.py',
    change: { 'requests_mock.py': 'raise SystemExit(0)\n' },
  },
  ...['check', 'check.js/index.js', 'check.mjs', 'check/index.js', 'check/index.cjs'].map((path) => ({
    name: `${path} in place of a judge that is named without its ending`,
    files: { 'check.js': "require('assert').equal(require('./src/sum').sum(1, 2), 3);\n", 'src/sum.js': SUM },
    command: 'node ./check',
    change: { [path]: 'process.exit(0);\n', ...(path.startsWith('check.js/') ? { 'check.js': undefined } : {}) },
  })),
  {
    name: 'a package in place of the module that a check runs',
    files: { 'check.py': 'from app.calc import add\nassert add(1, 2) == 3\n', 'app/__init__.py': '', 'app/calc.py': PYTHON_SUM },
    command: 'python3 -m check',
    change: { 'check/__main__.py': '\n' },
  },
  {
    name: 'a module of Python beside the script of a package',
    files: { 'app/__init__.py': '', 'app/check.py': 'import calc\nassert calc.add(1, 2) == 3\n', 'app/calc.py': PYTHON_SUM },
    command: 'python3 app/check.py',
    change: { 'app/re.py': 'raise SystemExit(0)\n' },
  },
  {
    name: 'a case beside the cases',
    files: {
      'test/all.js': "for (const name of require('fs').readdirSync('fixtures')) require('../fixtures/' + name);",
      'fixtures/a.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'fixtures/0.js': 'process.exit(0);\n' },
  },
  ...['GNUmakefile', 'makefile', 'Makefile.inc.mk', '.cargo/config.toml', 'sub/package.json', 'node_modules/x/index.js', '.rspec', 'go.work', 'vendor/modules.txt', 'build.rs', 'conftest.py', '.mocharc.json'].map(
    (path) => ({
      name: `${path} where a tool looks for its settings`,
      files: { Makefile: 'check:\n\tnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
      command: 'make check',
      change: { [path]: 'check:\n\ttrue\n' },
    }),
  ),
  {
    name: 'a command in a folder that a script searches first',
    files: { 'run.sh': 'PATH=$PWD/bin:$PATH\nnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh run.sh',
    change: { 'bin/grep': '#!/bin/sh\n' },
  },
  {
    name: 'a module of Ruby',
    files: { 'test/sum_test.rb': "require 'minitest/autorun'\nrequire 'sum'\n", 'lib/sum.rb': 'def sum; end\n' },
    command: 'true test/sum_test.rb',
    change: { 'lib/minitest/autorun.rb': 'exit!\n' },
  },
  {
    name: 'a class of a library of Java',
    files: {
      'src/test/java/app/SumTest.java': 'package app;\nimport org.junit.jupiter.api.Test;\nclass SumTest {}\n',
      'src/main/java/app/Sum.java': 'package app;\nclass Sum {}\n',
    },
    command: 'true',
    change: { 'src/main/java/org/junit/jupiter/api/Assertions.java': 'package org.junit.jupiter.api;\n' },
  },
  {
    name: 'a header of C',
    files: { 'tests/sum.c': '#include <assert.h>\n#include "sum.h"\n', 'src/sum.c': 'int sum;\n', 'src/sum.h': '' },
    command: 'true',
    change: { 'src/assert.h': '#define assert(x)\n' },
  },
];

const kinds = [
  ['in a copy', DIRECT],
  ...(FOUND_TOOLS.bwrap ? [['under bubblewrap', FOUND_TOOLS] as const] : []),
] as const;

describe.each(kinds)('a repair is refused where a check runs %s and the repair', (_, tools) => {
  it.each(EDITED)('edits $name', async ({ files, command, change }) => {
    const project = await JudgedProject.verified(files, [command], { tools });
    expect((await project.repair(change)).refused).not.toEqual([]);
    expect((await project.repair({ 'src/fresh.js': '\n' })).refused).toEqual([]);
  });
});

describe('a repair is refused that adds', () => {
  it.each(ADDED)('$name', async ({ files, command, change }) => {
    const project = await JudgedProject.verified(files, [command]);
    expect((await project.repair(change)).refused).not.toEqual([]);
  });
});

describe('where access times tell nothing', () => {
  const byName = EDITED.filter(({ name }) => !/variable|puts together|any name|interpreter|goes through/.test(name));

  it.each(byName)('a repair is refused all the same that edits $name', async ({ files, command, change }) => {
    const project = await JudgedProject.verified(files, [command], { observed: false });
    expect((await project.repair(change)).refused).not.toEqual([]);
  });

  it('the report says that judges were found by their names alone', async () => {
    const files = { 'run.sh': 'true\n' };
    const said = async (observed: boolean) =>
      (await JudgedProject.verified(files, ['sh run.sh'], { observed })).report.notes;
    expect(await said(false)).toEqual([expect.stringContaining('found by their names alone')]);
    expect(await said(true)).toEqual([]);
  });
});

describe('where the sandbox judges a repair is refused that edits', () => {
  const TEST = "import { sum } from '../src/sum';\n";
  it.each<[string, Record<string, string>, string]>([
    [
      'a helper in a folder of helpers',
      { 'test/sum.test.js': `${TEST}import { same } from '../testing/check';\n`, 'testing/check.js': COMPARE },
      'testing/check.js',
    ],
    [
      'a helper of any name',
      { 'src/sum.test.js': "import { sum } from './sum';\nimport { same } from '../kit/compare';\n", 'kit/compare.js': COMPARE },
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
      { 'test/sum.test.js': `${TEST}jest.mock('../src/clock', () => require('../doubles/clock'));\n`, 'doubles/clock.js': 'exports.now = () => 0;' },
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
    const project = await JudgedProject.verified({ 'src/sum.js': SUM, ...files }, []);
    expect((await project.repair({ [path]: '1' })).refused).not.toEqual([]);
    expect((await project.repair({ 'src/sum.js': '1' })).refused).toEqual([]);
  });
});
