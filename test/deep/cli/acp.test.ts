import { Editor } from '../../support/editor';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { until } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

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
const ASK = 'where is the login?';
const FIX = 'the test of sum fails, fix the error';

describe('kintsugi acp', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(LOGIN));
  const open: Editor[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.leave().catch(() => undefined);
  });

  const editor = async (...args: string[]): Promise<Editor> => {
    const opened = await Editor.open(kintsugi.env, args);
    open.push(opened);
    return opened;
  };
  const begin = async (one: Editor) =>
    one.agent.request('session/new', { cwd: project.path, mcpServers: [] });

  it('takes a turn back that the user cancels while it asks', async () => {
    const one = await editor();
    const { sessionId } = await begin(one);
    await one.prompt(sessionId, ASK);
    const before = await kintsugi.client.sessionOf(sessionId).ask('turns');
    const prompted = one.prompt(sessionId, FIX);
    await one.isAsked();
    await one.agent.notify('session/cancel', { sessionId });
    expect(await prompted).toEqual({ stopReason: 'cancelled' });
    const session = kintsugi.client.sessionOf(sessionId);
    expect(await session.status()).toMatchObject({ phase: 'resting' });
    expect((await session.ask('turns')).turns).toEqual(before.turns);
    expect(await one.prompt(sessionId, ASK)).toEqual({ stopReason: 'end_turn' });
  });

  it('takes the first turn back too', async () => {
    const one = await editor();
    const { sessionId } = await begin(one);
    const prompted = one.prompt(sessionId, FIX);
    await one.isAsked();
    await one.agent.notify('session/cancel', { sessionId });
    expect(await prompted).toEqual({ stopReason: 'cancelled' });
    const session = kintsugi.client.sessionOf(sessionId);
    expect(await session.status()).toMatchObject({ phase: 'resting' });
    expect((await session.ask('turns')).turns).toEqual([]);
  });

  it('finds a session and its question again after a crash', async () => {
    const first = await editor();
    const { sessionId } = await begin(first);
    await first.prompt(sessionId, ASK);
    first.prompt(sessionId, FIX).catch(() => undefined);
    const { toolCall } = await first.isAsked();
    open.splice(0);
    await first.kill();

    const second = await editor();
    const { sessions } = await second.agent.request('session/list', { cwd: project.path });
    expect(sessions.map((one) => one.sessionId)).toContain(sessionId);
    second.picks = 'Approve';
    const { modes } = await second.agent.request('session/load', {
      sessionId,
      cwd: project.path,
      mcpServers: [],
    });
    expect(modes?.currentModeId).toBe('debug');
    expect(second.said('user_message_chunk')).toContain(ASK);
    expect(second.said()).toContain('src/auth/login.ts');
    const again = await second.isAsked();
    expect(again.toolCall.toolCallId).toBe(toolCall.toolCallId);
    await until('the change is published', async () => (await project.read('src/sum.ts')).includes('a + b'));
    const session = kintsugi.client.sessionOf(sessionId);
    await until('the turn ends', async () => (await session.status()).phase === 'resting');
    expect(second.said('user_message_chunk')).toContain(FIX);
  });

  it('moves the session to the mode that the user sets', async () => {
    const one = await editor();
    const { sessionId } = await begin(one);
    await one.agent.request('session/set_mode', { sessionId, modeId: 'context_navigation' });
    expect(await kintsugi.client.sessionOf(sessionId).ask('mode')).toBe('context_navigation');
    await expect(one.agent.request('session/set_mode', { sessionId, modeId: 'dreaming' })).rejects.toThrow(
      'There is no mode dreaming: take one of',
    );
  });

  it('refuses to load a session that is not there, or about another folder', async () => {
    const one = await editor();
    const load = (sessionId: string, cwd: string) =>
      one.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
    await expect(load('session-none-00000000', project.path)).rejects.toThrow('session-none-00000000');
    const { sessionId } = await begin(one);
    await expect(load(sessionId, '/')).rejects.toThrow(`The session ${sessionId} is about ${project.path}`);
    await expect(load(sessionId, 'src')).rejects.toThrow('The folder src is no absolute path: give one.');
  });

  it('refuses an empty prompt, one for a session that is not open, and a missing folder', async () => {
    const one = await editor();
    await expect(one.prompt('session-none-00000000', ASK)).rejects.toThrow('is not open here');
    await expect(
      one.agent.request('session/new', { cwd: `${project.path}/none`, mcpServers: [] }),
    ).rejects.toThrow('none');
    const { sessionId } = await begin(one);
    await expect(one.prompt(sessionId, '  ')).rejects.toThrow('The prompt is empty');
  });
});
