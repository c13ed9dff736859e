import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../../../src/client';
import { kintsugiCli } from '../../support/cli';
import { CTRL_C, CTRL_D, Terminal } from '../../support/terminal';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

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

  /** A run that waits for approval, and the hash of its change. */
  const waiting = async (...flags: string[]): Promise<{ id: string; hash: string }> => {
    const { stdout } = await kintsugiCli(kintsugi.env, ['heal', project.path, '--json', ...flags]);
    const { taskId, pending } = JSON.parse(stdout) as { taskId: string; pending: { hash: string } };
    return { id: taskId, hash: pending.hash };
  };

  /** A program that edits the files it is given with a command of sed. */
  const editor = async (sed: string): Promise<string> => {
    const path = join(folder, `editor-${sed.replace(/\W/g, '')}`);
    await writeFile(path, `#!/bin/sh\nexec sed -i '${sed}' "$@"\n`);
    await chmod(path, 0o755);
    return path;
  };

  it('rejects with a reason, and only with one; without another try the run ends', async () => {
    const { id } = await waiting('--max-attempts', '1');
    const shown = terminal(['approve', id]);
    await shown.sees(KEYS);
    shown.type('r\r');
    await shown.sees('Reason: ');
    shown.type(' \r');
    await shown.sees('nothing is rejected');
    await shown.sees(KEYS);
    shown.type('r\r');
    await shown.sees('Reason: ');
    shown.type('keep the name\r');
    await shown.sees('Rejected');
    expect(await shown.exitCode()).toBe(EXIT.notHealed);
    expect(await kintsugi.client.run(id).result()).toMatchObject({
      delivery: { status: 'rejected', reason: 'keep the name' },
    });
  });

  it('shows the change again with d, and rejects it with n', async () => {
    const shown = terminal(['heal', project.path]);
    await shown.sees(KEYS);
    shown.type('d\r');
    await shown.sees('+  return a + b;');
    await shown.sees(KEYS);
    shown.type('n\r');
    await shown.sees('rejected on the terminal');
    expect(await shown.exitCode()).toBe(1);
    expect(await project.read('src/sum.ts')).toContain('a - b');
  });

  it.each([
    ['l', 'l\r'],
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('detaches with %s, and the run goes on waiting', async (_, keys) => {
    const shown = terminal(['heal', project.path]);
    await shown.sees(KEYS);
    shown.type(keys);
    await shown.sees('Detached; the run goes on. Come back with: kintsugi watch');
    expect(await shown.exitCode()).toBe(4);
    const [id = ''] = /heal-kintsugi-project-\S+/.exec(shown.text) ?? [];
    expect(await kintsugi.client.run(id).status()).toMatchObject({ pending: { kind: 'publish' } });
    await kintsugi.client.run(id).cancel();
  });

  it('asks again about edits that are not green, and leaves the files alone', async () => {
    const shown = terminal(['heal', project.path], { EDITOR: await editor('s/a + b/a * b/') });
    await shown.sees(KEYS);
    shown.type('e\r');
    await shown.sees('+  return a * b;');
    await shown.sees('With the edits');
    await shown.sees(KEYS);
    expect(await project.read('src/sum.ts')).toContain('a - b');
    shown.type('l\r');
    expect(await shown.exitCode()).toBe(4);
  });

  it.each([
    ['that is not installed', 'no-such-editor', 'set EDITOR to one that is installed'],
    ['that changes nothing', 'true', 'Nothing was edited.'],
  ])('asks again after an editor %s', async (_, EDITOR, sentence) => {
    const shown = terminal(['heal', project.path], { EDITOR });
    await shown.sees(KEYS);
    shown.type('e\r');
    await shown.sees(sentence);
    await shown.sees(KEYS);
    shown.type('l\r');
    expect(await shown.exitCode()).toBe(4);
  });

  it('goes on by itself when somebody else has answered', async () => {
    const shown = terminal(['heal', project.path]);
    await shown.sees(KEYS);
    const [id = ''] = /heal-kintsugi-project-\S+/.exec(shown.text) ?? [];
    const { pending } = await kintsugi.client.run(id).status();
    await kintsugi.client.run(id).answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    await shown.sees('Published to');
    expect(await shown.exitCode()).toBe(0);
  });

  it('is asked by approve too, which shows the change', async () => {
    const { id } = await waiting();
    const shown = terminal(['approve', id, '--by', 'Ada']);
    await shown.sees('+  return a + b;');
    await shown.sees(KEYS);
    shown.type('yes\r');
    await shown.sees('Approved. Follow with: kintsugi watch');
    expect(await shown.exitCode()).toBe(0);
    expect(await kintsugi.client.run(id).result()).toMatchObject({
      delivery: { status: 'published', by: 'Ada (unproven)', via: 'terminal' },
    });
    const report = await kintsugiCli(kintsugi.env, ['report', id]);
    expect(report.stdout).toContain('Approved by Ada (unproven) on a terminal.');
    expect(report.stdout).toContain('The question was answered by Ada (unproven) on a terminal: approved');
  });

  it('is not asked by approve without a terminal, which wants the hash', async () => {
    const { id, hash } = await waiting();
    const { code, stderr } = await kintsugiCli(kintsugi.env, ['approve', id]);
    expect(stderr).toContain(`kintsugi diff ${id}`);
    expect(stderr).toContain(`kintsugi approve ${id} --hash ${hash.slice(0, 12)}`);
    expect(code).toBe(2);
    const rejected = await kintsugiCli(kintsugi.env, ['reject', id]);
    expect(rejected.stderr).toContain(`A rejection needs a reason, for the record: kintsugi reject ${id}`);
    expect(rejected.code).toBe(2);
    expect(await kintsugi.client.run(id).status()).toMatchObject({ pending: { hash } });
  });

  it('takes the reason of a rejection on the terminal', async () => {
    const { id } = await waiting();
    const shown = terminal(['reject', id]);
    await shown.sees('Reason: ');
    shown.type('not like this\r');
    await shown.sees('Rejected');
    expect(await kintsugi.client.run(id).result()).toMatchObject({
      delivery: { status: 'rejected', reason: 'not like this' },
    });
  });
});
