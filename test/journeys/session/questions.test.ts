import { execFileSync } from 'node:child_process';
import { SessionBench } from '../../support/session-bench';
import { turnOf } from '../../support/session-turns';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const FILES = {
  'src/send.js':
    'export function send(body) {\n  return encode(body);\n}\n\nexport function encode(body) {\n  return String(body);\n}\n',
  'src/app.js':
    "import { send } from './send.js';\n\nexport function reply(text) {\n  return send(text);\n}\n",
  'src/unused.js': 'export function forgotten() {\n  return 1;\n}\n',
  'test/app.test.js':
    "import { reply } from '../src/app.js';\n\nit('replies', () => expect(reply('a')).toBe('a'));\n",
};

describe('a question about the code, without a model', () => {
  const bench = new SessionBench();
  afterAll(() => bench.close());
  const ask = (text: string, given = {}) => bench.handle('context_navigation', FILES, { text, ...given });

  it('who calls a function is told by the graph of calls', async () => {
    const { answer, about, listed } = await ask('who calls send?');
    expect(answer).toBe('send (src/send.js) is called from:\n- src/app.js:4 reply');
    expect({ about, listed }).toEqual({ about: ['src/send.js#send'], listed: ['src/app.js#reply'] });
  });

  it('is answered in the language of the message, and follows what was said before', async () => {
    const earlier = [
      {
        text: '',
        answer: '',
        status: 'done' as const,
        about: ['src/send.js#send'],
        listed: ['src/app.js#reply'],
      },
    ];
    expect((await ask('누가 호출해?', { language: 'ko', earlier })).answer).toContain('src/app.js:4 reply');
    expect((await ask('what does it call?', { earlier })).answer).toContain('src/send.js:5 encode');
    expect((await ask('which tests cover the first one?', { earlier })).answer).toContain('test/app.test.js');
  });

  it('that names nothing the project has says so, with the nearest names', async () => {
    const { status, answer } = await ask('who calls `sendd`?');
    expect(status).toBe('lacking');
    expect(answer).toBe('The project has no sendd. The nearest: send (src/send.js).');
  });

  it('locates a pasted stack frame by frame', async () => {
    const text =
      'TypeError: x is not a function\n    at encode (/srv/src/send.js:6:3)\n    at send (/srv/src/send.js:2:10)\n    at node:internal/main:1:1';
    const { answer, about, answers } = await ask(text);
    expect(answers).toBe('trace');
    expect(answer.split('\n').slice(1)).toEqual([
      '- src/send.js:6 encode: return String(body);',
      '- src/send.js:2 send: return encode(body);',
    ]);
    expect(about).toEqual(['src/send.js#encode']);
  });

  it('finds what imports a file, and what no other file uses', async () => {
    expect((await ask('which files import src/send.js?')).answer).toContain('- src/app.js');
    expect((await ask('what is unused?')).answer).toContain('src/unused.js:1 forgotten');
  });
});

describe('a question about the history', () => {
  const kintsugi = useKintsugi();

  it('is read from the repository of the directory', async () => {
    const project = await makeProject(FILES);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], { cwd: project.path });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Add a sender');
    const session = await kintsugi.client.session({ directory: project.path });
    const who = await turnOf(session, await session.submit({ text: 'who wrote encode?' }));
    expect(who.answer).toMatch(/^Ada changed encode \(src\/send\.js\) last, on \d{4}-\d\d-\d\d/);
    const what = await turnOf(session, await session.submit({ text: 'what changed in src/app.js?' }));
    expect(what.answer).toContain('Add a sender');
    expect(what.answeredBy).toBe('changes');
    await session.close();
  });
});
