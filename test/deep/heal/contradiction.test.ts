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
    const result = JSON.parse(stdout) as { outcome: string; finalError?: string };
    expect([code, result.outcome]).toEqual([1, 'contradiction']);
    expect(result.finalError).toMatch(
      /^The test at test\/sum\.test\.ts:\d+ expects 3, and the request makes it -1\.$/,
    );
    expect(await project.read('src/sum.ts')).toBe(RIGHT);
  });
});
