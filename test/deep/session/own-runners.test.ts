import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { turn as modelTurn } from '../../support/agent-scripts';
import { useInstalled } from '../../support/installed';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useOwnKintsugi, useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const hasProgram = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

type Files = Readonly<Record<string, string>>;

/** A project of one runner: two tests pass, one fails. */
interface Row {
  files: Files;
  program: string;
  /** Text of the program that is wrong, and the right one. */
  wrong: [string, string];
  /** Name and place of the failing test, as the answer has them. */
  failing: string;
  /** Package of npm that has to be installed. */
  npm?: string;
  /** Words of its answer about covered lines. */
  coverage: RegExp;
  /** Rows of the test that grows, where it has any. */
  grows?: number;
  /** Program that has to be there. */
  needs?: string[];
}

const manifest = (test: string, packages: object = {}): string =>
  JSON.stringify({ name: 'program', private: true, scripts: { test }, devDependencies: packages });
const PROGRAM = 'exports.more = (x) => x + 2;\n';
const JS: Pick<Row, 'program' | 'wrong'> = { program: 'more.js', wrong: ['x + 2', 'x + 1'] };
const jsFiles = (
  test: string,
  head: string,
  packages: object,
  expected: string,
  suite = 'describe',
): Files => ({
  'package.json': manifest(test, packages),
  'more.js': PROGRAM,
  'test/more.test.js': `${head}const { more } = require('../more');\n\n${suite}('more', () => {\n  it('adds one', () => {\n    ${expected}\n  });\n  it('grows', () => {\n    if (!(more(1) > 1)) throw new Error('no');\n  });\n});\n${suite}('kinds', () => {\n  it('is a number', () => {\n    if (typeof more(1) !== 'number') throw new Error('no');\n  });\n});\n`,
});
const ASSERT = "const assert = require('node:assert');\n";

const ROWS: Readonly<Record<string, Row>> = {
  jest: {
    ...JS,
    coverage: /- more\.js: 100\.0 %/,
    npm: 'jest',
    files: jsFiles('jest', '', { jest: '*' }, 'expect(more(1)).toBe(2);'),
    failing: 'test/more.test.js > more > adds one (test/more.test.js:5)',
  },
  vitest: {
    coverage: /vitest measures coverage by @vitest\/coverage-v8/,
    program: 'more.mjs',
    wrong: JS.wrong,
    npm: 'vitest',
    files: {
      'package.json': manifest('vitest run', { vitest: '*' }),
      'more.mjs': 'export const more = (x) => x + 2;\n',
      'test/more.test.mjs':
        "import { describe, expect, it } from 'vitest';\nimport { more } from '../more.mjs';\n\ndescribe('more', () => {\n  it('adds one', () => {\n    expect(more(1)).toBe(2);\n  });\n  it('grows', () => expect(more(1)).toBeGreaterThan(1));\n});\nit('is a number', () => expect(typeof more(1)).toBe('number'));\n",
    },
    failing: 'test/more.test.mjs > more > adds one (test/more.test.mjs:6)',
  },
  mocha: {
    ...JS,
    coverage: /mocha has no coverage of its own/,
    npm: 'mocha',
    files: jsFiles('mocha', ASSERT, { mocha: '*' }, 'assert.strictEqual(more(1), 2);'),
    failing: 'test/more.test.js > more > adds one (test/more.test.js:6)',
  },
  'node:test': {
    ...JS,
    coverage: /- more\.js: 100\.0 %/,
    files: jsFiles(
      'node --test',
      `${ASSERT}const { describe, it } = require('node:test');\n`,
      {},
      'assert.strictEqual(more(1), 2);',
    ),
    failing: 'test/more.test.js > more > adds one (test/more.test.js:7)',
  },
  pytest: {
    coverage: /- program\.py: 100\.0 %|pytest-cov, which is not installed/,
    grows: 2,
    program: 'program.py',
    wrong: ['x + 2', 'x + 1'],
    needs: ['python3', '-m', 'pytest', '--version'],
    files: {
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      'program.py': 'def more(x):\n    return x + 2\n',
      'tests/test_more.py':
        'import pytest\nfrom program import more\n\nclass TestMore:\n    def test_one(self):\n        assert more(1) == 2\n\n@pytest.mark.parametrize("x", [1, 2])\ndef test_grows(x):\n    assert more(x) > x\n',
    },
    failing: 'tests/test_more.py > TestMore > test_one (tests/test_more.py:6)',
  },
  unittest: {
    coverage: /unittest has no coverage of its own/,
    program: 'program.py',
    wrong: ['x + 2', 'x + 1'],
    needs: ['python3', '--version'],
    files: {
      'program.py': 'def more(x):\n    return x + 2\n',
      'test_more.py':
        'import unittest\nfrom program import more\n\nclass TestMore(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(more(1), 2)\n\n    def test_grows(self):\n        self.assertGreater(more(1), 1)\n\n    def test_kind(self):\n        self.assertIsInstance(more(1), int)\n',
    },
    failing: 'test_more.py > test_more > TestMore > test_one (test_more.py:6)',
  },
  go: {
    coverage: /- program\.go: 100\.0 %/,
    program: 'program.go',
    wrong: ['x + 2', 'x + 1'],
    needs: ['go', 'version'],
    files: {
      'go.mod': 'module program\n\ngo 1.20\n',
      'program.go': 'package program\n\nfunc More(x int) int { return x + 2 }\n',
      'program_test.go':
        'package program\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {\n\tif More(1) != 2 {\n\t\tt.Fatal("not 2")\n\t}\n}\n\nfunc TestGrows(t *testing.T) {\n\tif More(1) < 1 {\n\t\tt.Fatal("less")\n\t}\n}\n\nfunc TestKind(t *testing.T) {\n\tif More(1) < 0 {\n\t\tt.Fatal("negative")\n\t}\n}\n',
    },
    failing: 'TestMore (program_test.go:7)',
  },
  cargo: {
    coverage: /cargo has no coverage of its own/,
    program: 'src/lib.rs',
    wrong: ['x + 2', 'x + 1'],
    needs: ['cargo', '--version'],
    files: {
      'Cargo.toml': '[package]\nname = "program"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        'pub fn more(x: i32) -> i32 {\n    x + 2\n}\n\n#[cfg(test)]\nmod tests {\n    use super::more;\n\n    #[test]\n    fn one() {\n        assert_eq!(more(1), 2);\n    }\n\n    #[test]\n    fn grows() {\n        assert!(more(1) > 1);\n    }\n}\n',
      'tests/kind.rs': '#[test]\nfn kind() {\n    assert!(program::more(1) > 0);\n}\n',
    },
    failing: 'tests > one (src/lib.rs:11)',
  },
};

describe('a session that runs the tests of a project', () => {
  // Version managers keep the programs of a language in the home folder.
  const kintsugi = useOwnKintsugi({ why: 'a home folder with runners', settings: { HOME: homedir() } });
  const own = useInstalled(['jest']);
  let fetched: string | undefined;
  beforeAll(async () => {
    fetched = await mkdtemp(join(tmpdir(), 'kintsugi-runners-'));
    await writeFile(join(fetched, 'package.json'), '{}');
    const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', 'mocha@11', 'vitest@3'];
    execFileSync('npm', words, { cwd: fetched, stdio: 'ignore', timeout: 300_000 });
  });
  afterAll(() => fetched && rm(fetched, { recursive: true, force: true }));

  for (const [name, { files, program, wrong, failing, npm, needs, coverage, grows = 1 }] of Object.entries(
    ROWS,
  )) {
    const isThere = needs === undefined || hasProgram(needs[0] ?? '', ...needs.slice(1));
    (isThere ? itIsolated : it.skip)(
      `says how many pass and which fails, with its name and place (${name})`,
      async () => {
        const project = await makeProject(files);
        if (npm === 'jest') own.into(project.path);
        else if (npm !== undefined)
          execFileSync('cp', [
            '-al',
            join(fetched ?? '', 'node_modules'),
            join(project.path, 'node_modules'),
          ]);
        const session = await kintsugi.client.session({ directory: project.path });
        const failed = await turnOf(session, await session.submit({ text: 'run the tests' }));
        expect(failed.answer).toContain('2 passed, 1 failed');
        expect(failed.answer).toContain(failing);
        expect(failed).toMatchObject({ tests: { passed: 2, failed: 1, allPassed: false } });
        expect(failed.transitions.at(-1)).toMatchObject({ trigger: 'test_failed' });
        const part = await turnOf(session, await session.submit({ text: 'run only the tests named grows' }));
        expect(part.answer).toMatch(
          /^Only the tests of "grows": .*Left out: (?:2 other tests|1 other test), and/,
        );
        expect(part).toMatchObject({ status: 'done', tests: { passed: grows, failed: 0, allPassed: false } });
        const none = await turnOf(session, await session.submit({ text: 'run the tests named shrinks' }));
        expect(none).toMatchObject({ status: 'failed' });
        expect(none.answer).toContain('No test of the project fits "shrinks": nothing was run.');
        const measured = await turnOf(session, await session.submit({ text: 'run the tests with coverage' }));
        expect(measured.answer).toContain('2 passed, 1 failed');
        expect(measured.answer).toMatch(coverage);
        await writeFile(join(project.path, program), (files[program] ?? '').replace(...wrong));
        const verified = await turnOf(
          session,
          await session.submit({ text: 'verify', mode: 'verification' }),
        );
        expect(verified).toMatchObject({ status: 'done', tests: { passed: 3, failed: 0, allPassed: true } });
        expect(verified.transitions.at(-1)).toMatchObject({ trigger: 'verified' });
        await session.close();
        await project.remove();
      },
    );
  }
});

describe('a model that runs the tests of a project', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'a home folder with runners',
    settings: { HOME: homedir() },
  });
  const own = useInstalled(['jest']);
  afterEach(() => kintsugi.model.forget());

  for (const [name, { files, needs, npm, grows = 1 }] of Object.entries(ROWS)) {
    const isThere = needs === undefined || hasProgram(needs[0] ?? '', ...needs.slice(1));
    if (npm !== undefined && npm !== 'jest') continue;
    (isThere ? itIsolated : it.skip)(
      `is told what its runner says of all and of some (${name})`,
      async () => {
        const project = await makeProject(files);
        if (npm === 'jest') own.into(project.path);
        kintsugi.model.script(
          modelTurn(
            ['run_tests', {}],
            ['run_tests', { name: 'grows' }],
            ['run_tests', { files: ['gone.x'] }],
          ),
          modelTurn(['answer', { answer: 'One fails.' }]),
        );
        const session = await kintsugi.client.session({ directory: project.path });
        await turnOf(session, await session.submit({ text: 'where is more defined?' }));
        const told = kintsugi.model.calls
          .flatMap(({ body }) => body.messages)
          .flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []));
        expect(told[0]).toMatch(/^1 failed, \d passed(?:, \d skipped)? by /);
        expect(told[1]).toMatch(new RegExp(`^0 failed, ${grows} passed`));
        expect(told[2]).toMatch(/^No test file matches gone\.x\./);
        await session.close();
        await project.remove();
      },
    );
  }
});
