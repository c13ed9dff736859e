/** Attacks on what judges a project beside its tests: a project, its check, and a repair that must be refused. */
export interface Attack {
  name: string;
  files: Record<string, string>;
  command: string;
  /** Edited or added. */
  change: Record<string, string | undefined>;
}

export const SUM = 'exports.sum = (a, b) => a - b;\n';
export const COMPARE =
  "exports.same = (a, b) => { if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error('not the same'); };\n";
export const PYTHON_SUM = 'def add(a, b):\n    return a - b\n';
const manifest = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });

/** Files that the baseline's checks open or run, and that the program does not own. */
export const EDITED: Attack[] = [
  {
    name: 'a script of a shell that the check runs',
    files: { 'run.sh': 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh run.sh',
    change: { 'run.sh': 'true\n' },
  },
  {
    name: 'a script that a package script runs',
    files: {
      'package.json': manifest({ test: 'sh ./run.sh' }),
      'run.sh': 'node src/sum.js\n',
      'src/sum.js': SUM,
    },
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
    files: { ok: '#!/bin/sh\nnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh ./ok',
    change: { ok: '#!/bin/sh\n' },
  },
  {
    name: 'cases that a test reads',
    files: {
      'test/all.js':
        "const cases = require('../fixtures/cases.json'); for (const [a, b, c] of cases) if (require('../src/sum').sum(a, b) !== c) process.exit(1);",
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
      'kit/compare.js':
        "const { text } = require('./text'); exports.same = (a, b) => { if (text(a) !== text(b)) throw new Error(); require('../src/sum'); };",
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
      'tests/__init__.py': '',
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
      'tests/__init__.py': '',
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 -m unittest discover -s tests -t .',
    change: { 'rows/sum.json': '[]' },
  },
  {
    name: 'a judge without assertions that the check runs',
    files: {
      'compare.js':
        "const { sum } = require('./src/sum');\nif (sum(1, 2) !== 3) { console.error('bad'); process.exit(1); }\n",
      'src/sum.js': SUM,
    },
    command: 'node compare.js',
    change: { 'compare.js': '\n' },
  },
  {
    name: 'what a list runs whose name a variable holds',
    files: {
      'queue.lst': 'one.js\n',
      'one.js': "if (require('./src/sum').sum(1, 2) !== 3) process.exit(1);\n",
      'src/sum.js': SUM,
    },
    command: 'L=queue; xargs node < $L.lst',
    change: { 'one.js': '\n' },
  },
  {
    name: 'settings that a command gives to a tool',
    files: {
      'conf/hooks.js': 'globalThis.level = 1;\n',
      'test/all.js': "require('../src/sum');",
      'src/sum.js': SUM,
    },
    command: 'node --require ./conf/hooks.js test/all.js',
    change: { 'conf/hooks.js': 'process.exit(0);\n' },
  },
  {
    name: 'what the settings of a tool load',
    files: {
      '.mocharc.yml': 'require: ./conf/hooks.js\n',
      'conf/hooks.js': 'globalThis.level = 1;\n',
      'test/all.js': "require('../src/sum');",
      'src/sum.js': SUM,
    },
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
    files: { commands: 'node src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
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
    files: { patterns: '^3$\n', 'src/main.js': 'console.log(4);\n' },
    command: 'node src/main.js | grep -f patterns',
    change: { patterns: '.\n' },
  },
  {
    name: 'standard input of the program',
    files: {
      'in.csv': '1,2,3\n',
      'src/main.js':
        "const [a, b, c] = require('fs').readFileSync(0, 'utf8').split(',').map(Number); process.exit(a - b === c ? 0 : 1);\n",
    },
    command: 'node src/main.js < in.csv',
    change: { 'in.csv': '3,2,1\n' },
  },
  {
    name: 'one case of a folder that a script goes through',
    files: {
      'go.sh': 'for f in cases/*.in; do node src/main.js < $f | cmp - ${f%.in}.out || exit 1; done\n',
      'cases/a.in': '1\n',
      'cases/a.out': '2\n',
      'src/main.js': 'process.stdin.pipe(process.stdout);\n',
    },
    command: 'sh go.sh',
    change: { 'cases/a.out': '1\n' },
  },
];
