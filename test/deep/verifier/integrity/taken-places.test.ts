import { VerifiedProject } from '../../../support/verified-project';
import { PYTHON_SUM, SUM, type Attack } from '../../../support/judge-attacks';

/** New files that would be found before what the checks open. */
const ADDED: Attack[] = [
  ...[
    'unittest.py',
    'unittest/__main__.py',
    'json.py',
    'argparse.pyc',
    'sitecustomize.py',
    'tests/json.py',
    'unittest/__init__.py',
    'traceback/__init__.py',
    'difflib.cpython-311-x86_64-linux-gnu.so',
  ].map((path) => ({
    name: `${path} in place of a module of Python`,
    files: {
      'tests/test_sum.py':
        'import unittest\nfrom app.calc import add\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n',
      'tests/__init__.py': '',
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 -m unittest discover -s tests -t .',
    change: { [path]: 'raise SystemExit(0)\n' },
  })),
  {
    name: 'a package that tests import and that is installed',
    files: {
      'check.py': 'import requests_mock\nfrom app.calc import add\nassert add(1, 2) == 3\n',
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 check.py',
    change: { 'requests_mock.py': 'raise SystemExit(0)\n' },
  },
  ...['check', 'check.js/index.js', 'check.mjs', 'check/index.js', 'check/index.cjs'].map((path) => ({
    name: `${path} in place of a judge that is named without its ending`,
    files: { 'check.js': "require('assert').equal(require('./src/sum').sum(1, 2), 3);\n", 'src/sum.js': SUM },
    command: 'node ./check',
    change: {
      [path]: 'process.exit(0);\n',
      ...(path.startsWith('check.js/') ? { 'check.js': undefined } : {}),
    },
  })),
  {
    name: 'a package in place of the module that a check runs',
    files: {
      'check.py': 'from app.calc import add\nassert add(1, 2) == 3\n',
      'app/__init__.py': '',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 -m check',
    change: { 'check/__main__.py': '\n' },
  },
  {
    name: 'a module of Python beside the script of a package',
    files: {
      'app/__init__.py': '',
      'app/check.py': 'import calc\nassert calc.add(1, 2) == 3\n',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'python3 app/check.py',
    change: { 'app/re.py': 'raise SystemExit(0)\n' },
  },
  {
    name: 'a case beside the cases',
    files: {
      'test/all.js':
        "for (const name of require('fs').readdirSync('fixtures')) require('../fixtures/' + name);",
      'fixtures/a.js': "if (require('../src/sum').sum(1, 2) !== 3) process.exit(1);",
      'src/sum.js': SUM,
    },
    command: 'node test/all.js',
    change: { 'fixtures/0.js': 'process.exit(0);\n' },
  },
  ...[
    'GNUmakefile',
    'makefile',
    'Makefile.inc.mk',
    '.cargo/config.toml',
    'sub/package.json',
    'node_modules/x/index.js',
    '.rspec',
    'go.work',
    'vendor/modules.txt',
    'build.rs',
    'conftest.py',
    '.mocharc.json',
    'cheat.dist-info/entry_points.txt',
    'app.egg-info/entry_points.txt',
    'src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener',
    'src/main/resources/junit-platform.properties',
    'src/test/resources/mockito-extensions/org.mockito.plugins.MockMaker',
    'buildSrc/build.gradle.kts',
    'buildSrc/src/main/java/Cheat.java',
    'project/cheat.sbt',
    'tsconfig.tsbuildinfo',
    'dist/.tsbuildinfo',
    'packages/a/build.tsbuildinfo',
    'eslint-suppressions.json',
    'phpunit.dist.xml',
    'behat.yml',
    'rebar.config.script',
    'pubspec_overrides.yaml',
    'xunit.runner.json',
  ].map((path) => ({
    name: `${path} where a tool looks for its settings`,
    files: { Makefile: 'check:\n\tnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'make check',
    change: { [path]: 'check:\n\ttrue\n' },
  })),
  {
    name: 'a command in a folder that a script searches first',
    files: { 'run.sh': 'PATH=$PWD/bin:$PATH\nnode src/sum.js | grep -q 3\n', 'src/sum.js': SUM },
    command: 'sh run.sh',
    change: { 'bin/grep': '#!/bin/sh\n' },
  },
  ...['helpers.py', 'app/helpers.py', 'helpers/__init__.py'].map((path) => ({
    name: `${path} in place of a helper of tests that is found by the search path`,
    files: {
      'tests/test_sum.py':
        'from helpers import same\nfrom app.calc import add\ndef test_a():\n    same(add(1, 2), 3)\n',
      'tests/helpers.py': 'def same(a, b):\n    assert a == b\n',
      'app/calc.py': PYTHON_SUM,
    },
    command: 'PYTHONPATH=.:tests python3 -c "import test_sum"',
    change: { [path]: 'def same(a, b):\n    pass\n' },
  })),
  {
    name: 'a module of Ruby',
    files: {
      'test/sum_test.rb': "require 'minitest/autorun'\nrequire 'sum'\n",
      'lib/sum.rb': 'def sum; end\n',
    },
    command: 'true test/sum_test.rb',
    change: { 'lib/minitest/autorun.rb': 'exit!\n' },
  },
  {
    name: 'a class of a library of Java',
    files: {
      'src/test/java/app/SumTest.java':
        'package app;\nimport org.junit.jupiter.api.Test;\nclass SumTest {}\n',
      'src/main/java/app/Sum.java': 'package app;\nclass Sum {}\n',
    },
    command: 'true',
    change: { 'src/main/java/org/junit/jupiter/api/Assertions.java': 'package org.junit.jupiter.api;\n' },
  },
  {
    name: 'a header of C',
    files: {
      'tests/sum.c': '#include <assert.h>\n#include "sum.h"\n',
      'src/sum.c': 'int sum;\n',
      'src/sum.h': '',
    },
    command: 'true',
    change: { 'src/assert.h': '#define assert(x)\n' },
  },
];

describe('a repair is refused that adds', () => {
  it.each(ADDED)('$name', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command]);
    const { refused, failed } = await project.repair(change);
    expect(failed || refused.length > 0).toBe(true);
  });
});
