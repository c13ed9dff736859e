import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { CTRL_C, Terminal } from '../../support/terminal';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

const LOGIN = {
  ...BROKEN_SUM,
  'src/auth/login.ts': [
    '/** Signs a user in with name and password. */',
    'export function login(name: string, password: string): boolean {',
    "  return name !== '' && password.length > 8;",
    '}',
    '',
  ].join('\n'),
};
const KEYS = '[y,n,d,e,r,l,?]';
const TAB = '\t';
const UP = '\u001b[A';
/** A token that has the shape of a secret. */
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(3)}abcdef`;

describe('kintsugi chat', () => {
  const kintsugi = useOwnKintsugi({ why: 'it is killed' });
  const project = useProject(() => makeProject(LOGIN));
  const open: Terminal[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });

  const chat = (...args: string[]): Terminal => {
    const opened = Terminal.open(kintsugi.env, ['chat', ...args]);
    open.push(opened);
    return opened;
  };
  const sessionIn = (shown: Terminal): string =>
    /session-kintsugi-project-[\w-]+/.exec(shown.text)?.[0] ?? '';

  it('detaches from a turn with Ctrl-C, which goes on, and finds its question again', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    shown.type('the test of sum fails, fix the error\r');
    await shown.sees('debug: Locates an error and mends it');
    shown.type(CTRL_C);
    await shown.sees('The turn goes on: press Enter to follow it again.');
    await shown.sees('> ');
    shown.type('\r');
    await shown.sees(KEYS);
    shown.type(CTRL_C);
    await shown.sees('The question waits: press Enter to see it again.');
    await shown.sees('> ');
    shown.type('/quit\r');
    await shown.sees('The session stays open');
    const again = chat('--session', sessionIn(shown));
    await again.sees(KEYS);
    again.type('r\r');
    await again.sees('Reason: ');
    again.type('too clever\r');
    await again.sees('Rejected: too clever');
    await again.sees('context_navigation> ');
    again.type('/close\r');
    expect(await again.exitCode()).toBe(0);
  });

  it('cancels a typed line with Ctrl-C, and leaves at the second one on an empty line', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    shown.type(`never sent${CTRL_C}`);
    await shown.sees('^C');
    await shown.sees('idle> ');
    shown.type('/status\r');
    await shown.sees('resting, 0 turns');
    await shown.sees('idle> ');
    shown.type(CTRL_C);
    await shown.sees('Ctrl-C again leaves');
    shown.type(CTRL_C);
    await shown.sees('The session stays open');
    expect(await shown.exitCode()).toBe(0);
  });

  it('completes commands, modes, triggers, levels and paths of the project', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    for (const typing of [
      [
        ['/app', 'rove '],
        ['HI', 'GH'],
      ],
      [
        ['/mode refa', 'ctor'],
        ['_', 'intent'],
      ],
      [
        ['read src/au', 'th/'],
        ['lo', 'gin.ts'],
      ],
    ] as const) {
      for (const [typed, added] of typing) {
        shown.type(typed);
        await shown.sees(typed);
        // A tab that comes together with other keys was pasted: it is no wish for a completion.
        shown.type(TAB);
        await shown.sees(added);
      }
      shown.type(CTRL_C);
      await shown.sees('^C');
      await shown.sees('idle> ');
    }
    shown.type(`/quit\r`);
    expect(await shown.exitCode()).toBe(0);
  });

  it('carries commands out, and says what there is where one does not fit', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    for (const [command, seen] of [
      ['/mode', '* idle'],
      ['/mode', 'triggers: '],
      ['/plan', 'Ways on from idle'],
      ['/approve high', 'The approval level is HIGH now'],
      ['/approve', 'The approval level is HIGH.'],
      ['/approve some', 'There is no approval level some: take LOW, MEDIUM or HIGH.'],
      ['/auto 2', 'Up to 2 further modes'],
      ['/auto 99', '/auto takes a whole number from 0 to 10.'],
      ['/auto 0', 'No mode follows'],
      ['/cost', 'No model was asked so far.'],
      ['/help', '/rewind [N]'],
      ['/nothing', 'There is no command /nothing'],
      ['/rewind 77', 'has no checkpoint "77"'],
      ['/mode code_complete', "No valid transition from idle with trigger 'code_complete'"],
      ['/mode design', 'done · design'],
    ] as const) {
      shown.type(`${command}\r`);
      await shown.sees(seen);
      await shown.sees('> ');
    }
    expect(await kintsugi.client.sessionOf(sessionIn(shown)).ask('mode')).toBe('design');
    shown.type('/close\r');
    expect(await shown.exitCode()).toBe(0);
  });

  it('takes a paste of several lines as one task, and recalls it without its secrets', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    shown.type(`\u001b[200~where is the login?\nmy token is ${TOKEN}\u001b[201~`);
    shown.type('\r');
    await shown.sees('src/auth/login.ts');
    await shown.sees('implementation> ');
    const { turns } = await kintsugi.client.sessionOf(sessionIn(shown)).ask('turns');
    expect(turns.map(({ text }) => text.split('\n').length)).toEqual([2]);
    shown.type('/close\r');
    await shown.exitCode();

    const folder = join(kintsugi.config.home, 'inputs');
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => ({
        text: await readFile(join(folder, name), 'utf8'),
        mode: (await stat(join(folder, name))).mode & 0o777,
      })),
    );
    expect(files.map(({ mode }) => mode)).toEqual(files.map(() => 0o600));
    expect(files.some(({ text }) => text.includes('where is the login?'))).toBe(true);
    expect(files.some(({ text }) => text.includes(TOKEN))).toBe(false);
    const again = chat(project.path);
    await again.sees('idle> ');
    again.type(`${UP}${UP}`);
    await again.sees('where is the login?␤my token is');
    again.type(`${CTRL_C}/quit\r`);
    await again.exitCode();
  });

  it('goes on after the worker was killed and started again', async () => {
    const shown = chat(project.path);
    await shown.sees('idle> ');
    await kintsugi.kill();
    shown.type('\r');
    await shown.sees('no worker answers');
    await kintsugi.start();
    await shown.sees('idle> ');
    shown.type('where is the login?\r');
    await shown.sees('src/auth/login.ts');
    await shown.sees('implementation> ');
    shown.type('/close\r');
    expect(await shown.exitCode()).toBe(0);
  });

  it('is listed with its mode and turns, and its report is the whole conversation', async () => {
    const session = await kintsugi.client.session({ directory: project.path });
    const questions = Array.from({ length: 10 }, (_, index) => `where is the login? (${index})`);
    for (const text of questions) {
      const { number } = await session.submit({ text, mode: 'context_navigation' });
      await session.turn(number);
    }
    const listed = await kintsugiCli(kintsugi.env, ['list', project.path]);
    expect(listed.stdout).toContain('resting in implementation, 10 turns');
    const status = await kintsugiCli(kintsugi.env, ['status', session.id]);
    expect(status.stdout).toContain(`${session.id}: resting in implementation, 10 turns`);
    const watched = await kintsugiCli(kintsugi.env, ['watch', session.id]);
    expect(watched.code).toBe(4);
    expect(watched.stderr).toContain('The session goes on. Talk to it with: kintsugi chat --session');
    await session.close();
    await session.result();
    const { stdout, code } = await kintsugiCli(kintsugi.env, ['report', session.id, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { turns: { text: string }[] }).turns.map(({ text }) => text)).toEqual(
      questions,
    );
    const shown = await kintsugiCli(kintsugi.env, ['report', session.id]);
    expect(shown.stdout).toContain('✔ closed: it was closed');
    expect(shown.stdout).toContain('  1  where is the login? (0)');
    expect(shown.stdout).toContain('done · context_navigation → implementation');
  });
});
