import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const twice = (body: string): string => `def twice(n):\n    ${body}\n`;
const WRONG = twice('return n.times(2)');
const TEST = [
  'import unittest',
  'from program import twice',
  '',
  'class ProgramTest(unittest.TestCase):',
  '    def test_twice(self):',
  '        self.assertEqual(twice(2), 4)',
  '',
].join('\n');

const suggestion = (content: string) => ({
  rootCause: 'twice does not double',
  errorCategory: 'logic',
  fileModifications: [{ path: 'program.py', action: 'modify', content, replacements: null }],
  verificationCommands: [],
});

const pyenv = process.env['PYENV_ROOT'];
// A machine without Python has no such project.
const withPython = spawnSync('python3', ['--version']).status === 0 ? it : it.skip;

describe('two repairs of a model for a project of Python that pass all tests', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    // The worker has another home, in which a manager of Pythons is not found.
    settings: { KINTSUGI_MODEL_CANDIDATES: '2', ...(pyenv !== undefined && { PYENV_ROOT: pyenv }) },
  });

  /** The result of a run whose model gives these two, and the file afterwards. */
  async function healed(first: string, second: string): Promise<{ result: HealResult; text: string }> {
    kintsugi.model.script(
      { ...reply(suggestion(first)), when: 'smallest repair' },
      { ...reply(suggestion(second)), when: 'second explanation' },
    );
    const project = await makeProject({ 'program.py': WRONG, 'test_program.py': TEST });
    const run = await kintsugi.client.heal({
      directory: project.path,
      mode: 'PRECISION',
      maxAttempts: 1,
      approval: { level: 'LOW' },
      verification: { allowUnsandboxed: true },
    });
    const result = await run.result();
    const text = await readFile(join(project.path, 'program.py'), 'utf8');
    await project.remove();
    kintsugi.model.assertComplete();
    return { result, text };
  }

  withPython('behave differently: nothing is published, and the question names the call', async () => {
    const { result, text } = await healed(twice('return n + 2'), twice('return n * 2'));
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'suggested' } });
    expect(result.confidence).toMatchObject({
      level: 'ambiguous',
      reason: '2 repairs pass the same tests and behave differently',
      question: expect.stringMatching(
        /^`twice\(-?\d+\)` would be -?\d+ with A, -?\d+ with B\. Which is right\?$/,
      ) as string,
    });
    expect(result.confidence?.choices?.map(({ test }) => test?.path)).toEqual(
      Array(2).fill('test_program.py'),
    );
    expect(text).toBe(WRONG);
  });

  withPython('behave alike: one is published, and its confidence is high', async () => {
    const { result, text } = await healed(twice('return n * 2'), twice('return n + n'));
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.confidence).toEqual({
      level: 'high',
      reason: expect.stringMatching(
        /pass the tests behave alike on all \d+ calls that were compared$/,
      ) as string,
    });
    expect(text).not.toBe(WRONG);
  });
});
