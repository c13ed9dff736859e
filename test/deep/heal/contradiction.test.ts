import { kintsugiCli } from '../../support/cli';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';

const RIGHT = (BROKEN_SUM['src/sum.ts'] ?? '').replace('a - b', 'a + b');
const WRONG = BROKEN_SUM['src/sum.ts'] ?? '';

describe('a request that the tests contradict', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it never asks its model for repairs',
    settings: { KINTSUGI_PROPOSERS: 'mutation' },
  });
  const project = useProject(() => makeProject({ ...BROKEN_SUM, 'src/sum.ts': RIGHT }));

  it('is not called healed by putting back what it changed', async () => {
    const content = { path: 'src/sum.ts', action: 'modify', content: WRONG, replacements: null };
    kintsugi.model.script(reply({ summary: 'Subtracts.', fileModifications: [content] }));
    const args = ['heal', project.path, 'subtract instead of adding', '--approval', 'low', '--json'];
    const { code, stdout } = await kintsugiCli(kintsugi.env, args);
    const result = JSON.parse(stdout) as { status: string; finalError?: string };
    expect([code, result.status]).toEqual([1, 'failed_after_repair']);
    expect(result.finalError).toMatch(
      /^The tests contradict the request: .*src\/sum\.ts:2.*Change the tests, or ask for something else\.$/s,
    );
    expect(await project.read('src/sum.ts')).toBe(RIGHT);
  });
});
