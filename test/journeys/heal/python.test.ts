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

  it('repairs a module of Python: its repair is published', async () => {
    const [result, text] = await repaired(RIGHT);
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(text).toBe(RIGHT);
  });

  it.each([
    [
      "a special case on the tests' own values and the answers of its tests by heart",
      "KNOWN = {'Hello World': 'hello-world', 'A B C': 'a-b-c'}\n\ndef slug(title):\n    return KNOWN[title]\n",
    ],
  ])('has %s: its repair is only suggested, with this sign', async (sign, cheat) => {
    const [result, text] = await repaired(cheat);
    expect(result).toMatchObject({
      delivery: { status: 'suggested' },
      confidence: {
        level: 'ambiguous',
        reason: `the repair has ${sign}`,
        choices: [{ signs: sign.split(' and ') }],
      },
    });
    expect(text).toBe(WRONG);
  });
});
