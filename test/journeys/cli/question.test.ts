import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal } from '../../support/terminal';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const ASKED = 'Allow to publish 1 changed file';
const KEYS = '[y,n,d,e,r,l,?]';

describe('a question on the terminal', () => {
  const kintsugi = useKintsugi();
  const project = useProject();
  const open: Terminal[] = [];
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kintsugi-editors-'));
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const terminal = (args: readonly string[], env: Record<string, string> = {}): Terminal => {
    const opened = Terminal.open({ ...kintsugi.env, ...env }, args);
    open.push(opened);
    return opened;
  };

  /** A program that edits the files it is given with a command of sed. */
  const editor = async (sed: string): Promise<string> => {
    const path = join(folder, `editor-${sed.replace(/\W/g, '')}`);
    await writeFile(path, `#!/bin/sh\nexec sed -i '${sed}' "$@"\n`);
    await chmod(path, 0o755);
    return path;
  };

  it('takes y for an approval, and asks again where a reply means nothing', async () => {
    const shown = terminal(['heal', project.path]);
    await shown.sees('+  return a + b;');
    await shown.sees(`${ASKED} to ${project.path}`);
    await shown.sees(KEYS);
    for (const reply of ['\r', 'yeah\r', 'x\r', '?\r']) {
      shown.type(reply);
      await shown.sees('l  decide later');
      await shown.sees(KEYS);
    }
    expect(await project.read('src/sum.ts')).toContain('a - b');
    shown.type('yes\r');
    await shown.sees('Published to');
    // Each question before has left the terminal: what is typed is shown once.
    expect(shown.text).toContain(`${KEYS} yes\n`);
    expect(await shown.exitCode()).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });

  it('publishes what was edited with e once it is verified', async () => {
    const shown = terminal(['heal', project.path], { EDITOR: await editor('s/a + b/b + a/') });
    await shown.sees(KEYS);
    shown.type('e\r');
    await shown.sees('The edited change is verified');
    await shown.sees('Published to');
    expect(await shown.exitCode()).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('b + a');
  });
});
