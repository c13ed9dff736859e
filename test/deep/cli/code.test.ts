import { coded, GOOD_CODE, TOTAL_DATA, TOTAL_SPEC } from '../../support/agent-scripts';
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

  it('shows a sample of the result as a table', async () => {
    const rows = GOOD_CODE.replace('): number', '): { city: string }[]').replace(
      'data.reduce((sum, row) => sum + row.price, 0)',
      'data.map(({ city }) => ({ city, n: city.length }))',
    );
    kintsugi.model.otherwise(coded(rows));
    const ran = await code('--spec', at('spec.json'), '--data', at('data.json'), '--strategy', 'pipeline');
    expect(ran.stdout).toMatch(/Result\n {2}city {2}n\n {2}Bern {2}4\n {2}Köln {2}4/);
    expect(ran.code).toBe(0);
  });

  it.each([
    [['--spec', 'missing.json'], /no file missing\.json/],
    [['--spec', 'list.json'], /no JSON object/],
    [['--spec', 'spec.json', '--data', 'missing.csv'], /no file .*missing\.csv/],
    [['--spec', 'spec.json', '--strategy', 'other'], /react, pipeline/],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const ran = await code(
      ...args.map((arg) => (arg.endsWith('.json') && arg !== 'missing.json' ? at(arg) : arg)),
    );
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stderr).not.toMatch(/\n\s+at /);
    expect(ran.code).toBe(2);
  });

  it('writes the code to a file as it was run, though history shows no secret of it', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const guarded = GOOD_CODE.replace(
      "throw new TypeError('The data is no array.')",
      `throw new TypeError('The data is no array, see ${secret}.')`,
    );
    kintsugi.model.script(coded(guarded));
    const ran = await code(
      ...['--spec', at('spec.json'), '--data', at('data.json'), '--strategy', 'pipeline'],
      ...['--out', at('total.ts')],
    );
    expect(ran.code).toBe(0);
    expect(await folder.read('total.ts')).toBe(guarded);
    expect(ran.stdout).not.toContain(secret);
  });
});
