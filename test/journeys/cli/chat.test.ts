import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { CTRL_D, Terminal } from '../../support/terminal';
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

  it('answers, asks before it changes a file, goes back, is left and comes back', async () => {
    const before = await project.read('src/sum.ts');
    const first = chat(project.path);
    await first.sees('idle> ');
    first.type('where is the login?\r');
    await first.sees('src/auth/login.ts');
    await first.sees('done · context_navigation → implementation');
    await first.sees('implementation> ');
    first.type('the test of sum fails, fix the error\r');
    await first.sees('+  return a + b;');
    await first.sees(KEYS);
    expect(await project.read('src/sum.ts')).toBe(before);
    first.type('y\r');
    await first.sees('changed src/sum.ts');
    await first.sees('test> ');
    expect(await project.read('src/sum.ts')).toContain('a + b');
    first.type('/rewind\r');
    await first.sees('where is the login?');
    await first.sees('Go back to: ');
    first.type('1\r');
    await first.sees('back to it? [y,n] ');
    first.type('y\r');
    await first.sees('Files, conversation and mode are those of checkpoint 1 again');
    await first.sees('implementation> ');
    expect(await project.read('src/sum.ts')).toBe(before);
    first.type(CTRL_D);
    await first.sees('The session stays open. Come back with: kintsugi chat --session');
    expect(await first.exitCode()).toBe(0);

    const second = chat(project.path, '--continue');
    await second.sees(sessionIn(first));
    await second.sees('1  where is the login?');
    await second.sees('implementation> ');
    expect(second.text).not.toContain('fix the error');
    second.type('/close\r');
    await second.sees('The session is closed after');
    expect(await second.exitCode()).toBe(0);
    expect(await kintsugi.client.sessionOf(sessionIn(first)).result()).toMatchObject({ status: 'closed' });
  });

  it('points to kintsugi ask where there is no terminal', async () => {
    const { code, stderr } = await kintsugiCli(kintsugi.env, ['chat', project.path]);
    expect(code).toBe(2);
    expect(stderr).toContain('kintsugi chat needs a terminal: in a script use kintsugi ask "…" instead.');
  });
});
