import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { guard, GUARDED, guardId } from '../../support/guarded';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('a guard', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(GUARDED));

  it('publishes what a proven script has made on a copy, and takes it back whole', async () => {
    const script = 'rm src/old.ts; echo new > new.txt; kintsugi gate check';
    const made = await guard(kintsugi.env, project.path, ['--approval', 'low'], script);
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^Proven[^]*Published: /)]);
    expect(existsSync(join(project.path, 'src/old.ts'))).toBe(false);
    expect(await project.read('new.txt')).toBe('new\n');
    const back = await kintsugiCli(kintsugi.env, ['rollback', guardId(made)]);
    expect([back.code, existsSync(join(project.path, 'new.txt'))]).toEqual([0, false]);
    expect(await project.read('src/old.ts')).toBe(GUARDED['src/old.ts']);
  });
});
