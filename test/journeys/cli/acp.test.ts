import { Editor } from '../../support/editor';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
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

  it('answers a question, and publishes a change that the user of the editor approves', async () => {
    const before = await project.read('src/sum.ts');
    const one = await editor();
    const { sessionId, modes } = await begin(one);
    expect(modes?.currentModeId).toBe('idle');
    expect(modes?.availableModes).toHaveLength(23);

    expect(await one.prompt(sessionId, ASK)).toEqual({ stopReason: 'end_turn' });
    expect(one.said()).toContain('src/auth/login.ts');
    expect(one.said('user_message_chunk')).toBe('');
    expect(one.updates).toContainEqual({
      sessionUpdate: 'current_mode_update',
      currentModeId: 'context_navigation',
    });

    one.picks = 'Approve';
    expect(await one.prompt(sessionId, FIX)).toEqual({ stopReason: 'end_turn' });
    const [asked] = one.asked;
    expect(asked?.toolCall.kind).toBe('edit');
    expect(asked?.toolCall.content).toContainEqual({
      type: 'diff',
      path: `${project.path}/src/sum.ts`,
      oldText: before,
      newText: before.replace('a - b', 'a + b'),
    });
    expect(await project.read('src/sum.ts')).toContain('a + b');
    const calls = one.updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    expect(calls.length).toBeGreaterThanOrEqual(3);
    expect(await one.leave()).toBe(0);
    expect(await kintsugi.client.sessionOf(sessionId).execution()).toBe('RUNNING');
  }, 120_000);

  it('changes no file where the user of the editor rejects', async () => {
    const before = await project.read('src/sum.ts');
    const one = await editor();
    const { sessionId } = await begin(one);
    one.picks = 'Reject';
    expect(await one.prompt(sessionId, FIX)).toEqual({ stopReason: 'end_turn' });
    expect(one.asked).toHaveLength(1);
    expect(one.said()).toContain('rejected in the editor');
    expect(await project.read('src/sum.ts')).toBe(before);
  }, 120_000);
});
