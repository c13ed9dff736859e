import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HealRequest } from '../../../src/run-input';
import type { HealResult } from '../../../src/domain/heal/result';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const hasProgram = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Where a project has tests, more are written for those who ask. */
const ASKED = { generateTests: true };
const REQUEST = 'Add a function add(a, b) that adds two numbers.';
const UNRELATED =
  'import unittest\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertTrue(True)\n';
const ADD = 'def add(a, b):\n    return a + b\n';
const PY_TEST = [
  'import unittest',
  'from calc import add',
  '',
  'class AddTest(unittest.TestCase):',
  '    def test_adds(self):',
  '        self.assertEqual(add(2, 5), 7)',
  '        self.assertEqual(add(-1, 1), 0)',
  '',
].join('\n');
const GO = {
  'go.mod': 'module calc\n\ngo 1.20\n',
  'calc.go': 'package calc\n\nfunc Zero() int { return 0 }\n',
  'calc_test.go':
    'package calc\n\nimport "testing"\n\nfunc TestZero(t *testing.T) {\n\tif Zero() != 0 {\n\t\tt.Fatal("not 0")\n\t}\n}\n',
};
const GO_ADD = 'package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n';
const GO_TEST =
  'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(2, 5); got != 7 {\n\t\tt.Errorf("Add(2, 5) = %d, want 7", got)\n\t}\n}\n';

describe('tests are written for a request, and tried on mistakes in its code', () => {
  // Version managers keep the programs of a language in the home folder.
  const kintsugi = useOwnScriptedKintsugi({
    why: 'a home folder with runners',
    settings: { HOME: homedir() },
  });

  async function carriedOut(
    files: Record<string, string>,
    code: { path: string; content: string },
    test: { path: string; content: string },
    more: Partial<HealRequest> = {},
  ): Promise<{ result: HealResult; written: string | undefined }> {
    kintsugi.model.script(
      reply({
        summary: 'Adds add.',
        fileModifications: [{ ...code, action: 'create', replacements: null }],
      }),
      reply({ summary: 'Tests add.', tests: [test] }),
    );
    const project = await makeProject(files);
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: REQUEST,
      approval: { level: 'LOW' },
      ...more,
    });
    const result = await run.result();
    const written = await readFile(join(project.path, test.path), 'utf8').catch(() => undefined);
    await project.remove();
    return { result, written };
  }

  /** Checks that tests beside those of the project were tried on mistakes, and noticed all. */
  function expectTrusted(result: HealResult): void {
    expect(result).toMatchObject({
      status: 'completed',
      delivery: { status: 'published' },
      testScore: { runnable: ['test_calc.py'], trusted: true, unexercised: [], survived: [] },
      tests: { passed: 2, failed: 0 },
    });
    expect(result.testScore?.sampled).toBeGreaterThan(1);
  }

  const inPython = hasProgram('python3', '-m', 'unittest', '-h') ? itIsolated : it.skip;
  const code = { path: 'calc.py', content: ADD };
  const test = { path: 'test_calc.py', content: PY_TEST };

  inPython('in Python, beside the tests of the project', async () => {
    const { result, written } = await carriedOut({ 'test_other.py': UNRELATED }, code, test, ASKED);
    expectTrusted(result);
    expect(written).toBe(PY_TEST);
  });

  const inPytest = hasProgram('python3', '-m', 'pytest', '--version') ? itIsolated : it.skip;
  inPytest('for pytest, beside the tests of the project', async () => {
    const zero = 'from other import zero\n\ndef test_zero():\n    assert zero() == 0\n';
    const files = {
      'pytest.ini': '[pytest]\n',
      'other.py': 'def zero():\n    return 0\n',
      'test_other.py': zero,
    };
    const plain =
      'from calc import add\n\n\ndef test_adds():\n    assert add(2, 5) == 7\n    assert add(-1, 1) == 0\n';
    const { result, written } = await carriedOut(files, code, { ...test, content: plain }, ASKED);
    expectTrusted(result);
    expect(written).toBe(plain);
  });

  inPython('in Python that has no tests yet: what was written is all that verifies it', async () => {
    const { result, written } = await carriedOut({ 'README.md': 'Sums.' }, code, test, {
      generateTests: true,
    });
    expect(result).toMatchObject({
      status: 'completed',
      trust: 'command',
      delivery: { status: 'published' },
      testScore: { trusted: true },
      tests: { passed: 1, failed: 0 },
    });
    expect(written).toBe(PY_TEST);
  });

  inPython('those that notice no mistake verify nothing', async () => {
    const weak = PY_TEST.replaceAll(/self\.assertEqual.*/g, 'self.assertIsNotNone(add(2, 5))');
    // Better ones are asked for once.
    kintsugi.model.script(reply({ summary: 'Tests add.', tests: [{ ...test, content: weak }] }));
    const { result, written } = await carriedOut({ 'README.md': 'Sums.' }, code, { ...test, content: weak });
    expect(result).toMatchObject({ status: 'failed', testScore: { trusted: false } });
    expect(result.message).toContain('Nothing but generated tests could verify the change');
    expect(written).toBeUndefined();
  });

  inPython(
    'those that fail on a wrong change are left out, and nothing else is said to test it',
    async () => {
      const wrong = { ...code, content: ADD.replace('+', '-') };
      const { result, written } = await carriedOut({ 'test_other.py': UNRELATED }, wrong, test, ASKED);
      expect(result).toMatchObject({
        testScore: { runnable: [], trusted: false },
        quarantinedTests: ['test_calc.py'],
      });
      expect(result.message).toContain('no check fails when calc.py is broken on purpose');
      expect(written).toBeUndefined();
    },
  );

  const inGo = hasProgram('go', 'version') ? itIsolated : it.skip;
  inGo('in Go, where they fail on a wrong change: nothing else is said to test it', async () => {
    const wrong = { path: 'add.go', content: GO_ADD.replace('a + b', 'a - b') };
    const { result, written } = await carriedOut(GO, wrong, { path: 'add_test.go', content: GO_TEST }, ASKED);
    expect(result).toMatchObject({ testScore: { trusted: false }, quarantinedTests: ['add_test.go'] });
    expect(result.message).toContain('no check fails when add.go is broken on purpose');
    expect(written).toBeUndefined();
  });

  inGo('in Go', async () => {
    const added = { path: 'add.go', content: GO_ADD };
    const { result, written } = await carriedOut(GO, added, { path: 'add_test.go', content: GO_TEST }, ASKED);
    expect(result).toMatchObject({
      status: 'completed',
      delivery: { status: 'published' },
      testScore: { runnable: ['add_test.go'], trusted: true, unexercised: [] },
      tests: { passed: 2, failed: 0 },
    });
    expect(result.testScore?.sampled).toBeGreaterThan(1);
    expect(written).toBe(GO_TEST);
  });
});
