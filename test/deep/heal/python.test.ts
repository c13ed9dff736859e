import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const WRONG = "def slug(title):\n    return '-'.join(title.split())\n";
const RIGHT = WRONG.replace('title.split', 'title.lower().split');
const TEST = [
  'import unittest',
  'from titles import slug',
  '',
  'class SlugTest(unittest.TestCase):',
  '    def test_words(self):',
  "        self.assertEqual(slug('Hello World'), 'hello-world')",
  '',
  '    def test_letters(self):',
  "        self.assertEqual(slug('A B C'), 'a-b-c')",
  '',
].join('\n');
const GO = {
  'go.mod': 'module example.test/titles\n\ngo 1.21\n',
  'titles.go':
    'package titles\n\nimport "strings"\n\nfunc Slug(s string) string {\n\treturn strings.ToLower(s)\n}\n',
  'titles_test.go':
    'package titles\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) {\n\tif Slug("A") != "a" {\n\t\tt.Fatal("no slug")\n\t}\n}\n',
};

describe('a model in a language that only commands can run', () => {
  const settings = { HOME: homedir(), KINTSUGI_PROPOSERS: 'llm' };
  const kintsugi = useOwnScriptedKintsugi({
    why: 'tools of version managers are found by the home',
    settings,
  });

  async function healed(
    files: Record<string, string>,
    path: string,
    given: object,
  ): Promise<[HealResult, string]> {
    const project = await makeProject(files);
    const shared = { directory: project.path, maxAttempts: 1, generateTests: false };
    const run = await kintsugi.client.heal({ ...shared, approval: { level: 'LOW' }, ...given });
    const result = await run.result();
    const text = await readFile(join(project.path, path), 'utf8').catch(() => '');
    await project.remove();
    kintsugi.model.assertComplete();
    return [result, text];
  }

  function repaired(content: string): Promise<[HealResult, string]> {
    const fileModifications = [{ path: 'titles.py', action: 'modify', content, replacements: null }];
    const suggestion = { rootCause: 'slug keeps capitals', errorCategory: 'logic', fileModifications };
    kintsugi.model.script(reply({ ...suggestion, verificationCommands: [] }));
    return healed({ 'titles.py': WRONG, 'test_titles.py': TEST }, 'titles.py', {});
  }

  it.each([
    [
      'a look at whether tests run',
      `import sys\n\n${WRONG}\nif "pytest" in sys.modules or "unittest" in sys.modules:\n    slug = lambda title: '-'.join(title.lower().split())\n`,
    ],
    [
      'a comparison changed that tests may rely on',
      'class Slug(str):\n    def __eq__(self, other):\n        return True\n\ndef slug(title):\n    return Slug(title)\n',
    ],
  ])('has %s: its repair is only suggested, with this sign', async (sign, cheat) => {
    const [result, text] = await repaired(cheat);
    expect(result).toMatchObject({
      delivery: { status: 'suggested' },
      confidence: { level: 'ambiguous', reason: `the repair has ${sign}`, choices: [{ signs: [sign] }] },
    });
    expect(text).toBe(WRONG);
  });

  const hasGo = spawnSync('go', ['version']).status === 0;
  const PYTHON_ADD: [object, string, string] = [
    { 'titles.py': RIGHT, 'test_titles.py': TEST },
    'sums.py',
    'def add(a, b):\n    return a - b\n',
  ];
  const GO_ADD: [object, string, string] = [
    GO,
    'sums.go',
    'package titles\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n',
  ];
  it.each(hasGo ? [PYTHON_ADD, GO_ADD] : [PYTHON_ADD])(
    'carries a request out that no test covers, and says it: %#',
    async (files, path, content) => {
      const fileModifications = [{ path, action: 'create', content, replacements: null }];
      kintsugi.model.script(reply({ summary: 'Adds add.', fileModifications }));
      const given = { request: 'Add a function that adds two numbers', executor: 'answer' };
      const [result] = await healed({ ...files }, path, given);
      expect(result).toMatchObject({ status: 'completed' });
      expect(result.message).toContain(`no check fails when ${path} is broken on purpose`);
    },
  );
});
