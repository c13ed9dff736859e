import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const ADD = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const VAIN = "import { add } from './add';\nit('runs', () => { add(1, 2); expect(true).toBe(true); });\n";
const GOOD = "import { add } from './add';\nit('adds', () => expect(add(40, 51)).toBe(91));\n";
const WRONG = "import { add } from './add';\nit('adds', () => expect(add(1, 2)).toBe(4));\n";

const written = reply({
  summary: 'Adds add.',
  fileModifications: [{ path: 'src/add.ts', action: 'create', content: ADD, replacements: null }],
});
const tests = (content: string) =>
  reply({ summary: 'Tests add.', tests: [{ path: 'src/add.test.ts', content }] });

describe('generated tests', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2' },
  });

  async function healed(given: object): Promise<{ result: HealResult; published: string[] }> {
    const project = await makeProject({ 'package.json': '{}' });
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'Write add',
      approval: { level: 'LOW' },
      ...given,
    });
    const result = await run.result();
    const published = await readdir(join(project.path, 'src')).catch(() => []);
    await project.remove();
    kintsugi.model.assertComplete();
    return { result, published: published.sort() };
  }

  it('that notice nothing do not verify a change: it is not published', async () => {
    kintsugi.model.script(written, tests(VAIN), tests(VAIN.replace('runs', 'runs again')));
    const { result, published } = await healed({});
    expect(result).toMatchObject({ status: 'failed', delivery: { status: 'nothing-to-publish' } });
    expect(result.finalError).toContain('they notice 0 of');
    expect(result.failureReport).toContain('add tests of your own');
    expect(published).toEqual([]);
  });

  it('that notice nothing are written anew, told what they let pass', async () => {
    kintsugi.model.script(written, tests(VAIN), tests(GOOD));
    const { result, published } = await healed({});
    expect(result).toMatchObject({
      status: 'completed',
      testScore: { trusted: true },
      record: { generatedTests: ['src/add.test.ts'] },
      usage: { modelCalls: 3 },
    });
    expect(JSON.stringify(kintsugi.model.calls.at(-1)?.body.messages)).toMatch(/src\/add\.ts:2: .*`\+`/);
    expect(published).toEqual(['add.test.ts', 'add.ts']);
  });

  it('that are wrong do not take away what the project’s own command accepts', async () => {
    kintsugi.model.script(written, tests(WRONG));
    const { result, published } = await healed({
      generateTests: true,
      verification: {
        tests: [],
        // As a test command would, it fails with the wrong test.
        commands: [{ command: 'test -s src/add.ts && ! grep -q "toBe(4)" src/add.test.ts' }],
        allowUnsandboxed: true,
      },
    });
    expect(result).toMatchObject({
      status: 'completed',
      quarantinedTests: ['src/add.test.ts'],
      repairHistory: [],
    });
    expect(published).toEqual(['add.ts']);
  });
});
