import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { turn } from '../../support/agent-scripts';
import { MEAN, MEAN_PROJECT, MEAN_TEST } from '../../support/directory-scripts';
import { Editor } from '../../support/editor';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

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
  });

  it('changes no file where the user of the editor rejects', async () => {
    const before = await project.read('src/sum.ts');
    const one = await editor();
    const { sessionId } = await begin(one);
    one.picks = 'Reject';
    expect(await one.prompt(sessionId, FIX)).toEqual({ stopReason: 'end_turn' });
    expect(one.asked).toHaveLength(1);
    expect(one.said()).toContain('rejected in the editor');
    expect(await project.read('src/sum.ts')).toBe(before);
  });
});

describe('kintsugi acp, with a model', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(MEAN_PROJECT));
  let editor: Editor | undefined;
  afterEach(() => editor?.leave());

  it('gives the agent of a session the MCP servers of the editor, and asks before each call', async () => {
    const one = (editor = await Editor.open(kintsugi.env));
    const { sessionId } = await one.agent.request('session/new', {
      cwd: project.path,
      mcpServers: [
        {
          name: 'my calc',
          command: process.execPath,
          args: [join(PROJECT_ROOT, 'test', 'support', 'mcp-server.cjs')],
          env: [{ name: 'CALC_TOKEN', value: 'value-that-nobody-sees' }],
        },
      ],
    });
    kintsugi.model.script(
      turn(['my_calc__add', { a: 4, b: 8 }], ['my_calc__env', {}]),
      turn(
        ['edit', { path: 'src/mean.ts', content: MEAN }],
        ['edit', { path: 'test/mean.test.ts', content: MEAN_TEST }],
      ),
      turn(['finish', { summary: 'Adds mean.' }]),
    );
    one.picks = 'Approve';
    await one.prompt(sessionId, 'add a function mean to src/mean.ts, with a test');
    expect(one.asked.map(({ toolCall }) => toolCall.title)).toEqual([
      expect.stringContaining('call my-calc/add with {"a":4,"b":8}'),
      expect.stringContaining('call my-calc/env'),
      expect.any(String),
    ]);
    expect(await project.read('src/mean.ts')).toBe(MEAN);
    const told = JSON.stringify(kintsugi.model.calls.map(({ body }) => body.messages));
    expect(told).toContain('CALC_TOKEN');
    expect(told).not.toContain('value-that-nobody-sees');
  });
});
