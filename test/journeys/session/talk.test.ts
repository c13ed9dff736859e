import { turn as modelTurn } from '../../support/agent-scripts';
import { makeProject } from '../../support/kintsugi';
import { reply, status } from '../../support/scripted-model';
import { turnOf } from '../../support/session-turns';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

const PROJECT = {
  'package.json': '{ "name": "mail", "private": true }\n',
  'src/send.js': 'export function send(body) {\n  return String(body);\n}\n',
  'src/app.js': "import { send } from './send.js';\n\nexport const reply = (text) => send(text);\n",
};

describe('a turn that reads, with a model', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(PROJECT));
  afterEach(() => kintsugi.model.forget());

  it('looks further with tools of its own, and shows people what the tools of the mode found too', async () => {
    kintsugi.model.script(
      modelTurn(['code_graph', { relation: 'callers', of: 'send' }], ['read', { path: 'src/app.js' }]),
      modelTurn(['answer', { answer: '`reply` calls it.', trigger: null, reason: 'nothing is asked for' }]),
    );
    const session = await kintsugi.client.session({ directory: project.path });
    const turn = await turnOf(session, await session.submit({ text: 'who calls send?' }));
    expect(turn).toMatchObject({ status: 'done', answeredBy: 'callers' });
    expect(turn.answer).toMatch(/^`reply` calls it\.\n\nsend \(src\/send\.js\) is called from:/);
    const [first, second] = kintsugi.model.calls;
    expect(first?.body.messages.map(({ content }) => content).join('\n')).toContain('- src/app.js:3');
    expect(first?.body.tools?.map((one) => one.function.name)).not.toContain('edit');
    expect(second?.body.messages.map(({ content }) => content).join('\n')).toContain(
      'reply = (text) => send(text)',
    );
    await session.close();
    expect((await session.result()).usage).toMatchObject({ modelCalls: 2 });
  });

  it('changes nothing, whatever its commands write', async () => {
    kintsugi.model.script(
      modelTurn(['run_command', { command: 'echo gone > src/send.js', keep: ['src/send.js'] }]),
      modelTurn(['answer', { answer: 'Done.' }]),
    );
    const session = await kintsugi.client.session({ directory: project.path, approval: { level: 'LOW' } });
    await turnOf(session, await session.submit({ text: 'where is send?' }));
    expect(await project.read('src/send.js')).toBe(PROJECT['src/send.js']);
    await session.close();
  });

  it('answers with what was found where the model gives none, and says why', async () => {
    kintsugi.model.script(status(400));
    const session = await kintsugi.client.session({ directory: project.path });
    const turn = await turnOf(session, await session.submit({ text: 'who calls send?' }));
    expect(turn.status).toBe('lacking');
    expect(turn.answer).toMatch(/^send \(src\/send\.js\) is called from:[^]*\n\nThe model gave no answer/);
    await session.close();
  });

  it('leaves to the model what the tool of its mode lacks a name for', async () => {
    kintsugi.model.script(
      modelTurn(['search', { pattern: 'reply' }]),
      modelTurn(['answer', { answer: 'Only `src/app.js`.' }]),
    );
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: 'what would notice?', mode: 'impact_analysis' });
    expect(await turnOf(session, asked)).toMatchObject({ status: 'done', answer: 'Only `src/app.js`.' });
    await session.close();
  });

  it('takes a plain reply for the answer, and a new question for a new loop', async () => {
    kintsugi.model.script(reply('In `src/send.js`.'), reply('By `reply`.'));
    const session = await kintsugi.client.session({ directory: project.path });
    await turnOf(session, await session.submit({ text: 'where is send?' }));
    const second = await turnOf(session, await session.submit({ text: 'who calls it?' }));
    expect(second.answer).toMatch(/^By `reply`\./);
    await session.close();
  });

  it('answers a question in a mode that edits, and starts no run that edits', async () => {
    kintsugi.model.script(reply('By hand.'));
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: 'how are migrations run?', mode: 'migration' });
    expect(await turnOf(session, asked)).toMatchObject({
      status: 'done',
      modes: ['migration'],
      published: [],
    });
    expect(kintsugi.model.calls).toHaveLength(1);
    await session.close();
  });

  it('keeps what the checks of operations find where the agent of the mode changes nothing', async () => {
    await project.write('Dockerfile', 'FROM node:latest\nADD . .\n');
    kintsugi.model.script(modelTurn(['finish', { summary: 'Nothing to change.' }]));
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: 'check the Dockerfile', mode: 'ops_infra' });
    const turn = await turnOf(session, asked);
    expect(turn).toMatchObject({ status: 'done', published: [] });
    expect(turn.answer).toMatch(/^1 files? checked, \d+ findings:\n- /);
    await session.close();
  });
});
