import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

/** A bug that an edit mends, and a test that fails whatever is edited. */
const HALF_BROKEN = {
  ...BROKEN_SUM,
  'test/old.test.ts': "it('needs an old machine', () => {\n  throw new Error('unsupported');\n});\n",
};

describe('a project of which one failing test can be mended and another can not', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(HALF_BROKEN));
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  /** Heals it without asking anybody; resolves to the run's id. */
  async function healed(): Promise<string> {
    const { code, stdout } = await cli('heal', project.path, '--approval', 'low');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'The repair mends 1 test and breaks none, but 1 check still fails. Publish it as it is?',
    );
    expect(await project.read('src/sum.ts')).toContain('a - b');
    return /kintsugi publish (\S+) --choice A/.exec(stdout)?.[1] ?? '';
  }

  it('is offered the repair, which is published where a person says so', async () => {
    const id = await healed();
    const { code, stdout } = await cli('publish', id, '--choice', 'A');
    expect(stdout).toContain(`Published to ${project.path}: src/sum.ts.`);
    expect(stdout).toContain('unsupported');
    expect(code).toBe(1);
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });

  it('keeps its files where other checks fail by now', async () => {
    const id = await healed();
    await project.write('test/new.test.ts', "it('fails too', () => {\n  throw new Error('mine');\n});\n");
    const { code, stdout } = await cli('publish', id, '--choice', 'A');
    expect(stdout).toContain(
      '2 checks of your files as they are now fail, and not the same as when it was suggested',
    );
    expect(code).toBe(1);
    expect(await project.read('src/sum.ts')).toContain('a - b');
  });
});
