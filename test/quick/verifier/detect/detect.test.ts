import { saidText } from '../../../../src/domain/run/said';
import { detectTests, specOf, type Project } from '../../../../src/verifier/detect';
import { unrunSentences } from '../../../../src/domain/verification/detected';
import { VerificationSpec } from '../../../../src/domain/verification/verification';

/** Package of a program at its place, as an install leaves it. */
const tool = (name: string, version: string, bin: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ version, bin: { [name]: bin } }),
});

function projectOf(files: Record<string, string>, installed: Record<string, string> = {}): Project {
  return {
    paths: Object.keys(files).sort(),
    text: (path) => files[path],
    installed: (path) => installed[path],
  };
}

const scripts = (given: Record<string, string>, more: object = {}) =>
  JSON.stringify({ scripts: given, ...more });

function only(files: Record<string, string>, installed: Record<string, string> = {}) {
  const found = detectTests(projectOf(files, installed));
  expect(found).toHaveLength(1);
  const [one] = found;
  if (!one) throw new Error('nothing was found');
  return { ...one, line: one.check?.reporting?.line ?? '' };
}

const DJANGO_TESTS = 'from django.test import TestCase\n\nclass T(TestCase):\n    def test_a(self): pass\n';

describe('how a project is tested', () => {
  test('a script with mocha keeps its options, drops its reporter and writes JSON', () => {
    const { runner, line } = only(
      {
        'package.json': scripts({ test: "cross-env NODE_ENV=test mocha -R spec --recursive 'test/**/*.js'" }),
      },
      tool('mocha', '11.7.0', './bin/mocha.js'),
    );
    expect(runner).toBe('mocha');
    expect(line).toContain('NODE_ENV=test node node_modules/mocha/bin/mocha.js --recursive');
    expect(line).toContain('output="$TMPDIR/kintsugi-report" \'test/**/*.js\'');
    expect(line).not.toContain('spec ');
  });

  test('what a script builds before its tests is run before them; its steps are checks, and all of it gates', () => {
    const found = detectTests(
      projectOf(
        { 'package.json': scripts({ test: 'npm run lint && tsc -p . && mocha dist', lint: 'eslint .' }) },
        tool('mocha', '11.7.0', './bin/mocha.js'),
      ),
    );
    expect(found.map(({ command, role }) => `${command}: ${role ?? 'tests'}`)).toEqual([
      'eslint .: step',
      'tsc -p .: step',
      'mocha dist: tests',
      'npm test: whole',
    ]);
    const { spec } = specOf(found, VerificationSpec.parse({}), () => undefined);
    expect(spec.commands.map(({ command }) => command)).toEqual(['mocha dist']);
    expect(spec.gates).toMatchObject([{ check: { command: 'npm test' } }]);
    const line = found[2]?.check?.reporting?.line;
    expect(line).toMatch(/^export PATH="\$PWD\/node_modules\/\.bin:\$PATH"; tsc -p \. \|\| exit \$\?; node /);
    expect(line).not.toContain('eslint');
  });

  test.each([
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { roots: ['<rootDir>/dist'] };" },
      'command',
    ],
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { testMatch: ['**/dist/**/*.js'] };" },
      'command',
    ],
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { roots: ['<rootDir>/src'] };" },
      'sandbox',
    ],
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { testPathIgnorePatterns: ['/dist/'] };" },
      'sandbox',
    ],
    [
      'jest',
      'tsc && jest',
      {
        'jest.config.js':
          "module.exports = { rootDir: '..', testMatch: ['**/__tests__/**/*.js', '**/?(*.)+(spec|test).[jt]s?(x)'] };",
      },
      'sandbox',
    ],
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { testMatch: ['!**/dist/**', '**/*.test.ts'] };" },
      'sandbox',
    ],
    [
      'jest',
      'tsc && jest',
      { 'jest.config.js': "module.exports = { optimizeDeps: { include: ['vue'] } };" },
      'sandbox',
    ],
    ['jest', 'jest', { 'jest.config.js': "module.exports = { roots: ['<rootDir>/dist'] };" }, 'sandbox'],
    ['node', 'tsc && node --test dist', {}, 'command'],
    ['node', 'tsc && node --test', {}, 'sandbox'],
  ] as const)(
    'tests that a build makes are left to their runner: %s by "%s" with %j',
    (runner, line, files, by) => {
      const found = detectTests(
        projectOf(
          {
            ...{ 'package.json': scripts({ test: line }), 'src/sum.ts': 'export {};' },
            ...{ 'src/sum.test.ts': "import test from 'node:test';", ...files },
          },
          tool('jest', '30.0.0', './bin/jest.js'),
        ),
      );
      const { spec, checks } = specOf(found, VerificationSpec.parse({}), () => undefined);
      expect(checks.find((one) => one.runner === runner)?.by).toBe(by);
      expect(spec.commands).toHaveLength(by === 'command' ? 1 : 0);
    },
  );

  test('scripts of scripts are followed, with patterns of names', () => {
    const found = detectTests(
      projectOf(
        {
          'package.json': scripts({ test: 'run-s test:*', 'test:unit': 'ava', 'test:types': 'tsd' }),
          'test/a.js': "import test from 'ava';",
        },
        tool('ava', '6.4.0', './entrypoints/cli.mjs'),
      ),
    );
    expect(found.map(({ runner, check }) => `${runner} ${check !== undefined}`)).toEqual([
      'ava true',
      'tsd false',
      'command true',
    ]);
    expect(found[0]?.check?.reporting?.files).toEqual(['test/a.js']);
  });

  test('uvu runs the files of its folder that lead to tests, but for those that it ignores', () => {
    const { line } = only(
      {
        'package.json': scripts({ test: 'uvu -r esm test -i suites' }),
        'test/full.js': "import * as suites from './suites';\nsuites.names();",
        'test/note.js': "import { text } from '../src';",
        'test/suites/index.js': "export * from './names';",
        'test/suites/names.js': "import { suite } from 'uvu';",
        'src/index.js': 'export const text = 1;',
      },
      tool('uvu', '0.3.3', './bin.js'),
    );
    expect(line).toContain('test/full.js');
    expect(line).not.toMatch(/test\/suites|test\/note|src\//);
  });

  test('tape runs file by file, and its formatter behind the pipe is left out', () => {
    const { runner, check, line } = only(
      {
        'package.json': scripts({ test: "tape 'test/**/*.js' | tap-spec" }),
        'test/a.js': "const test = require('tape');",
        'test/helper.js': 'module.exports = 1;',
      },
      tool('tape', '5.9.0', './bin/tape'),
    );
    expect(runner).toBe('tape');
    expect(check?.reporting?.files).toEqual(['test/a.js']);
    expect(line).toContain('for file in test/a.js; do');
    expect(line).not.toContain('tap-spec');
  });

  test('a program that holds tests is known by what it imports', () => {
    const { runner, line } = only({
      'package.json': scripts({ test: 'node test' }),
      'test/index.js': "var test = require('tape');",
    });
    expect(runner).toBe('tape');
    expect(line).toContain('for file in test/index.js; do');
  });

  test.each([
    ['its usual names', 'borp', {}, ['lib/b.test.mjs', 'test/a.test.js', 'test/old/c.test.js']],
    ['its call', "borp -i 'test/old/**' 'test/**/*.test.js'", {}, ['test/a.test.js']],
    ['its call, options aside', "borp -P lib/run.js 'lib/*.test.mjs'", {}, ['lib/b.test.mjs']],
    ['its settings', 'borp', { '.borp.yaml': "files: ['lib/*.js', '!lib/x*']" }, ['lib/run.js']],
    [
      'its usual names, its settings being none',
      'borp -c 2',
      { '.borp.yml': 'files: [' },
      ['lib/b.test.mjs', 'test/a.test.js', 'test/old/c.test.js'],
    ],
  ])('borp runs the files of %s', (_name, call, settings, files) => {
    const text = "import test from 'node:test';";
    const tests = ['lib/b.test.mjs', 'test/a.test.js', 'test/old/c.test.js', 'lib/run.js', 'lib/x.js'];
    const found = only({
      'package.json': scripts({ test: call }),
      ...Object.fromEntries(tests.map((path) => [path, text])),
      ...settings,
    });
    expect(found).toMatchObject({ runner: 'borp', inSandbox: true });
    expect(found.files?.toSorted()).toEqual(files);
  });

  test('node --test is a check of its own, and its files are for the sandbox', () => {
    const project = projectOf({
      'package.json': scripts({ test: 'node --import tsx --test test/*.js' }),
      'test/a.js': "import test from 'node:test';",
    });
    const found = detectTests(project);
    expect(found[0]?.check?.reporting?.line).toContain('node --import tsx --test --test-reporter=');
    const { spec, checks } = specOf(found, VerificationSpec.parse({}), () => undefined);
    expect(spec).toMatchObject({ tests: ['test/a.js'], commands: [] });
    expect(checks[0]).toMatchObject({ runner: 'node', by: 'sandbox' });
  });

  test('a runner that is not installed is named with the command that brings it, and nothing is green by it', () => {
    const found = detectTests(
      projectOf({ 'package.json': scripts({ test: 'mocha' }), 'package-lock.json': '{}' }),
    );
    const { spec, checks } = specOf(found, VerificationSpec.parse({}), () => undefined);
    expect(spec).toMatchObject({ tests: [], commands: [] });
    expect(checks[0]).toMatchObject({ by: 'nobody', missing: { what: 'mocha', get: 'npm ci' } });
    expect(unrunSentences(checks)).toEqual([
      '"mocha" (package.json has "test": "mocha") did not run: mocha is missing (npm ci).',
    ]);
  });

  test('a workspace whose root has no tests is tested package by package', () => {
    const found = detectTests(
      projectOf(
        {
          'package.json': scripts({ test: 'npm test --workspaces' }, { workspaces: ['packages/*'] }),
          'packages/a/package.json': scripts({ test: 'mocha' }),
          'packages/b/package.json': scripts({ test: 'node --test' }),
          'packages/b/x.test.js': "import test from 'node:test';",
        },
        tool('mocha', '11.7.0', './bin/mocha.js'),
      ),
    );
    expect(found.map(({ runner, folder }) => `${folder}: ${runner}`)).toEqual([
      'packages/a: mocha',
      'packages/b: node',
    ]);
    expect(found[0]?.check?.reporting?.line).toMatch(
      /^cd packages\/a \|\| exit \$\?; node \.\.\/\.\.\/node_modules\/mocha\/bin\/mocha\.js /,
    );
  });

  test('without a script, the runner that tests import is taken', () => {
    const { runner } = only({ 'package.json': '{}', 'test.mjs': "import { test } from 'node:test';" });
    expect(runner).toBe('node');
  });

  test('functions that are tests are for pytest, cases alone for unittest', () => {
    expect(only({ 'calc.py': '', 'tests/test_calc.py': 'def test_add():\n  pass' }).runner).toBe('pytest');
    const cases = only({
      'calc.py': '',
      'tests/test_calc.py': 'import unittest\nclass T(unittest.TestCase):\n  def test_a(self): pass',
    });
    expect(cases.runner).toBe('unittest');
    expect(cases.command).toBe('python3 -m unittest discover -s tests');
    expect(cases.check?.reporting?.files).toEqual(['tests/test_calc.py']);
  });

  test('pytest runs in the environment that the project keeps, with sources from src', () => {
    const { line } = only(
      {
        'pyproject.toml': '[tool.pytest.ini_options]',
        'src/a/__init__.py': '',
        'tests/test_a.py': 'def test_a(): 1',
      },
      { '.venv/pyvenv.cfg': 'home = /usr' },
    );
    expect(line).toMatch(
      /^PYTHONPATH=src \.venv\/bin\/python -m pytest .*--junitxml="\$TMPDIR\/kintsugi-report"$/,
    );
  });

  test('modules of Go, workspaces of Cargo and builds of C are found by their manifests', () => {
    const found = detectTests(
      projectOf({
        'go/go.mod': 'module x',
        'go/a_test.go': 'package x',
        'rust/Cargo.toml': '[workspace]\nmembers = ["a"]',
        'rust/a/Cargo.toml': '[package]',
        'rust/a/src/lib.rs': '',
        'c/CMakeLists.txt': 'enable_testing()',
        'java/pom.xml': '<project/>',
        'java/src/test/java/ATest.java': '',
      }),
    );
    expect(found.map(({ runner, command }) => `${runner}: ${command}`)).toEqual([
      'go: cd go && go test ./...',
      'cargo: cd rust && cargo test --workspace',
      'maven: cd java && mvn test',
      'ctest: cd c && cmake -S . -B build && cmake --build build && ctest --test-dir build',
    ]);
  });

  test('targets of make are taken where nothing says more', () => {
    expect(only({ Makefile: 'all:\n\tcc a.c\ntest: all\n\t./a.out\n' })).toMatchObject({
      command: 'make test',
      check: { command: 'make test' },
    });
  });

  test.each([
    ['no package.json has a script', {}, ['node --test', 'make test']],
    ['a script of npm says how', { 'package.json': '{"scripts":{"test":"node --test"}}' }, ['node --test']],
  ])('the target counts beside a runner where %s', (_, more, commands) => {
    const files = {
      Makefile: 'test:\n\tnode lint.js\n\tnode --test\n',
      'a.test.js': "require('node:test')",
      ...more,
    };
    expect(detectTests(projectOf(files)).map(({ command }) => command)).toEqual(commands);
  });

  test.each([
    ['manage.py', { 'manage.py': 'import django', 'app/tests.py': DJANGO_TESTS }, 'python3 manage.py test'],
    [
      'its own folder',
      { 'web/manage.py': 'import django', 'requirements.txt': 'django', 'web/app/tests.py': DJANGO_TESTS },
      'cd web && python3 manage.py test',
    ],
    [
      'pytest where it asks for that',
      { 'manage.py': 'import django', 'pytest.ini': '', 'app/tests.py': DJANGO_TESTS },
      'pytest',
    ],
  ])('tests of Django are run by %s', (_, files, command) => {
    expect(only(files).command).toBe(command);
  });

  test.each([
    ['run-s test:*', { 'test:watch': 'vitest watch', 'test:unit': 'vitest run' }, ['vitest run']],
    [
      'run-p test:*',
      { 'test:a': 'jest --watchAll', 'test:b': 'mocha -w --watch', 'test:c': 'mocha' },
      ['mocha'],
    ],
    ['npm-run-all a b', { a: 'nodemon a.js', b: 'ava' }, ['ava']],
    ['run-s a b', { a: 'mocha', b: 'ava' }, ['mocha', 'ava', 'npm test']],
  ])('%s leaves out scripts that never end', (test, others, commands) => {
    const found = detectTests(projectOf({ 'package.json': scripts({ test, ...others }) }));
    expect(found.map(({ command }) => command)).toEqual(commands);
  });

  test.each([
    ['yarn@4.1.0', {}, 'yarn install'],
    ['yarn@4.1.0', { 'yarn.lock': '' }, 'yarn install --immutable'],
    ['yarn@1.22.0', { 'yarn.lock': '' }, 'yarn install --frozen-lockfile'],
    ['pnpm@9.0.0', {}, 'pnpm install'],
    [
      'yarn@4.1.0',
      { '.pnp.cjs': '' },
      'yarn config set nodeLinker node-modules && yarn install, or let Yarn run the tests: --check "yarn test"',
    ],
  ])('packages of %s with %j are installed by that', (packageManager, files, get) => {
    const manifest = scripts({ test: 'jest' }, { packageManager });
    expect(saidText(only({ 'package.json': manifest, 'a.test.js': '', ...files }).missing?.get ?? '')).toBe(
      get,
    );
  });

  test('what the policy denies is named, and not run', () => {
    const found = detectTests(projectOf({ 'go.mod': 'module x', 'a_test.go': '' }));
    const { spec, checks } = specOf(found, VerificationSpec.parse({}), () => 'the rule "no go"');
    expect(spec.commands).toEqual([]);
    expect(checks[0]).toMatchObject({ by: 'nobody' });
  });
});
