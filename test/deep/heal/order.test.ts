import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const RUNS = 12;

describe('heals that are started at once', () => {
  const kintsugi = useKintsugi();

  it('end by and large in the order of their beginning', async () => {
    const projects = await Promise.all(
      Array.from({ length: RUNS }, (_, index) =>
        makeProject({ ...BROKEN_SUM, 'src/name.ts': `export const name = ${index};\n` }),
      ),
    );
    const ended: number[] = [];
    const runs = [];
    for (const { path } of projects)
      runs.push(await kintsugi.client.heal({ directory: path, approval: { level: 'LOW' } }));
    await Promise.all(
      runs.map(async (run, index) => {
        await run.result();
        ended.push(index);
      }),
    );
    const places = ended.map((index, place) => Math.abs(index - place));
    // By chance they would be a third of the runs away from their places.
    expect(places.reduce((sum, one) => sum + one, 0) / RUNS).toBeLessThan(RUNS / 5);
    await Promise.all(projects.map((project) => project.remove()));
  });
});
