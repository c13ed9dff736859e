import { makeProject } from '../../support/kintsugi';
import { reply, status } from '../../support/scripted-model';
import { turnOf } from '../../support/session-turns';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

const PROJECT = {
  'package.json': '{ "name": "users", "private": true }\n',
  'src/user.ts': 'export class User {}\n',
};
const UNSURE = '그거 좀 어떻게 해봐';
/** What it asks for would change files, whichever mode is meant. */
const UNSURE_CHANGE = 'write x';

describe('what a message asks for, where the rules are not sure', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(PROJECT));
  afterEach(() => kintsugi.model.forget());

  const answer = reply(JSON.stringify({ answer: 'Nothing to find fault with.', trigger: null, reason: '' }));

  it('is read by the model, which sees the modes and no more than the message', async () => {
    kintsugi.model.script(reply({ mode: 'qa', confidence: 0.8 }), answer);
    const session = await kintsugi.client.session({ directory: project.path });
    const turn = await turnOf(session, await session.submit({ text: UNSURE }));
    expect(turn.modes).toEqual(['qa']);
    const [asked] = kintsugi.model.calls;
    const prompt = asked?.body.messages.map(({ content }) => content).join('\n');
    expect(prompt).toContain('- impact_analysis: Finds what a change affects');
    expect(prompt).toContain(UNSURE);
    await session.close();
    expect((await session.result()).usage).toMatchObject({ modelCalls: 2 });
  });

  it.each([
    ['gives no JSON', [reply('I think it is about quality.')]],
    ['names a mode that is none', [reply({ mode: 'magic', confidence: 1 })]],
    ['is not sure itself', [reply({ mode: 'qa', confidence: 0.2 })]],
    ['refuses', [status(400)]],
  ])('is for people to say where the model %s', async (_, entries) => {
    kintsugi.model.script(...entries, answer);
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: UNSURE_CHANGE });
    expect(await session.turn(asked.number)).toEqual({ asked: true });
    const { pending } = await session.status();
    expect(pending).toMatchObject({ kind: 'mode', choices: expect.any(Array) as unknown });
    const [first = ''] = pending?.choices ?? [];
    await session.answer({ hash: pending?.hash ?? '', text: first, scope: 'once' });
    const turn = await turnOf(session, asked);
    expect(turn.modes).toEqual([first.split(':')[0]]);
    await session.close();
  });
});
