import { coded, GOOD_CODE, mendingModel, TOTAL_DATA, TOTAL_SPEC } from '../../support/agent-scripts';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

describe('kintsugi code', () => {
  const kintsugi = useScriptedKintsugi();
  const folder = useProject(() =>
    makeProject({
      'spec.json': JSON.stringify(TOTAL_SPEC),
      'data.json': JSON.stringify(TOTAL_DATA),
      'list.json': '[]',
    }),
  );
  const at = (name: string) => `${folder.path}/${name}`;
  const code = (...args: string[]) => kintsugiCli(kintsugi.env, ['code', ...args]);

  it('writes a function to a specification and prints the record as JSON', async () => {
    kintsugi.model.otherwise(mendingModel);
    const ran = await code(
      '--spec',
      at('spec.json'),
      '--data',
      at('data.json'),
      '--json',
      '--out',
      at('total.ts'),
    );
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toEqual({
      generatedCode: GOOD_CODE,
      iterationCount: 2,
      isCodeValid: true,
      codeIssues: [],
      runtimeError: '',
      executionResult: { type: 'number', value: 12 },
    });
    expect(await folder.read('total.ts')).toBe(GOOD_CODE);
    const [run] = await kintsugi.client.list({ limit: 1 });
    expect(run).toMatchObject({ kind: 'code', outcome: 'done', directory: folder.path });
    const report = await kintsugiCli(kintsugi.env, ['report', run?.id ?? '']);
    expect(report.stdout).toMatch(/done: total ran with the test data after 2 iterations/);
    expect(report.stdout).toMatch(/testCode: failure: TypeError/);
  });

  it('ends with 1 where the code is not valid', async () => {
    kintsugi.model.otherwise(coded('export const total = 1;\n'));
    const args = ['--spec', at('spec.json'), '--strategy', 'pipeline', '--max-iterations', '1'];
    const ran = await code(...args);
    expect(ran.stdout).toContain('✘ not done: ');
    expect(ran.code).toBe(1);
  });
});
