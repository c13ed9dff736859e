import { ENGLISH } from '../../../src/domain/run/said';
import { createHash } from 'node:crypto';
import { answerOf, editForm } from '../../../src/client/web/answer-form';
import { diffHtml } from '../../../src/client/web/diff-html';
import { html, prose } from '../../../src/client/web/html';
import { reportFile } from '../../../src/client/cli/report-command';
import { redactedTexts } from '../../../src/domain/redact';
import { treesHtml } from '../../../src/client/web/tree-html';
import { onceToken, oneToken, Visitors } from '../../../src/client/web/visitors';
import { askedQuestions } from '../../../src/client/report/answers';
import type { RunReport } from '../../../src/client/report/run-report';
import { BlobHash } from '../../../src/domain/ids';
import type { RunEvent } from '../../../src/domain/run/events';
import { Question } from '../../../src/domain/run/questions';
import type { TreeFile } from '../../../src/store';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>\u202e`;
const AT = '2026-11-29T20:00:00.000Z';
const HASH = BlobHash.parse('ab'.repeat(32));

const event = (kind: string, text: string, fields: RunEvent['fields'] = {}): RunEvent => ({
  ...{ version: 1, sequence: 1, at: AT, kind, text, fields },
});

/** Report of a run that goes on, with a text in each place. */
const reportOf = (text: string): RunReport => ({
  say: ENGLISH,
  ...{ id: text, kind: text, asked: text, stand: text, failed: false, webUrl: `http://web/${text}` },
  facts: {
    ...{
      kind: 'heal',
      language: 'en',
      execution: 'TERMINATED',
      summary: text,
      firstRunId: text,
      directory: text,
      parts: [],
      partIds: [],
    },
    ...{ startedAt: new Date(AT), closedAt: new Date(AT) },
  },
  stored: {
    diff: `diff --git a/x b/x\n--- "a/${text}"\n+++ "b/${text}"\n@@ -1 +1 @@ ${text}\n-${text} old\n+${text} new\n`,
  },
  events: [event('asked', text, { of: text, hash: HASH }), event('answered', text, { hash: HASH, by: text })],
  calls: [
    { effect: text, model: text, blob: HASH, usage: { modelCalls: 1, inputTokens: 1, outputTokens: 1 } },
  ],
  checkpoints: [{ number: 0, snapshot: { tree: 'cd'.repeat(32) as never }, reason: text, at: AT }],
  turns: [
    {
      ...{ number: 1, message: 1, text, status: 'done', modes: [], transitions: [], answer: text },
      ...{ details: [], about: [], listed: [], published: [text] },
    },
  ],
});

describe('pages', () => {
  it('show hostile texts as they are read, wherever they stand', () => {
    const page = reportFile(reportOf(HOSTILE));
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.split('&lt;script&gt;').length).toBeGreaterThan(10);
    expect(html`<a title="${HOSTILE}">${[HOSTILE, false, undefined, 1]}</a>`.source).not.toMatch(
      /["'] ?onerror/,
    );
  });

  it('take the secrets out of a report that others wrote into a run', () => {
    const told = reportOf('key sk-secret');
    expect(reportFile(told).split('sk-secret').length).toBeGreaterThan(10);
    const page = reportFile({
      ...redactedTexts(told, (text) => text.replaceAll('sk-secret', '[gone]')),
      say: ENGLISH,
    });
    expect(page).not.toContain('sk-secret');
    expect(page).toContain('<h1>key [gone]</h1>');
    expect(page).toMatch(/class="a"[^\n]*key \[gone\]/);
  });

  it('allow the style of a report by its hash, and no script at all', () => {
    const page = reportFile(reportOf('x'));
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      html`default-src 'none'; style-src 'sha256-${hash}'`.source.replaceAll("'", '&#39;'),
    );
  });

  it('show what stands in backquotes as code, and a single backquote as it is', () => {
    expect(prose('`<=` should be `<`').source).toBe('<code>&lt;=</code> should be <code>&lt;</code>');
    expect(prose('a ` b').source).toBe('a ` b');
  });
});

describe('a change on a page', () => {
  const diff = (...lines: string[]) =>
    `diff --git a/s.ts b/s.ts\n--- a/s.ts\n+++ b/s.ts\n@@ -7,4 +7,4 @@\n${lines.join('\n')}\n`;

  it('marks the words that changed, with the numbers of the lines', () => {
    const { page } = diffHtml(diff(' before', '-  if (a <= b) return;', '+  if (a < b) return;', ' after'));
    expect(page.source).toContain('<span class="r" data-n="8">-  if (a <del>&lt;=</del> b) return;</span>');
    expect(page.source).toContain('<span class="a" data-n="8">+  if (a <ins>&lt;</ins> b) return;</span>');
    expect(page.source).toContain('<span data-n="9"> after</span>');
  });

  it('takes lines that have little in common for others', () => {
    const { page } = diffHtml(diff(' a', '-one thing', '+quite another sentence', ' b'));
    expect(page.source).not.toContain('<ins>');
  });

  it('says how many files found no room', () => {
    const many = Array.from({ length: 5 }, () => diff(' a', '-b', '+c', ' d')).join('');
    expect(diffHtml(many, 700)).toMatchObject({ left: 3 });
    expect(diffHtml(many).left).toBe(0);
  });

  it('shows a text that is no difference as it is', () => {
    expect(diffHtml('(the text <is> lost)').page.source).toBe('<pre>(the text &lt;is&gt; lost)</pre>');
  });
});

it('Folders before and after show what moved, changed, came and went', () => {
  const file = (path: string, hash: string): TreeFile =>
    ({ ...{ path, hash, name: path, type: 'file', mode: 0o644, size: 1 } }) as unknown as TreeFile;
  const { source } = treesHtml(
    [file('a.txt', '1'), file('b.txt', '2'), file('c.txt', '3'), file('same.txt', '4')],
    [file('b.txt', '5'), file('in/a.txt', '1'), file('new.txt', '6'), file('same.txt', '4')],
    ENGLISH,
  );
  const [before = '', after = ''] = source.split('<h3>After</h3>');
  const marks = (side: string) =>
    [...side.matchAll(/<b class="\w+">([^<]+)<\/b>\s+<span[^>]*>(\w+)/g)].map(
      ([, name, mark]) => `${name ?? ''} ${mark ?? ''}`,
    );
  expect(marks(before)).toEqual(['a.txt moved', 'b.txt changed', 'c.txt deleted']);
  expect(marks(after)).toEqual(['a.txt moved', 'b.txt changed', 'new.txt new']);
});

it('Questions of a run tell who answered, and that a sender is not proven', () => {
  const asked = askedQuestions(
    [
      event('asked', '', { of: 'plan', hash: 'a1' }),
      event('delegated', '', { to: 'Bo', hash: 'a1' }),
      event('answered', '', { hash: 'a1', decision: 'approve', by: 'Ann', via: 'unproven-signal' }),
      event('asked', '', { of: 'publish', hash: 'b2' }),
    ],
    'en',
  );
  expect(asked).toEqual([
    {
      ...{ kind: 'plan', hash: 'a1', askedAt: AT, delegate: 'Bo' },
      answer: { at: AT, decision: 'approve', who: 'by Ann with a signal that proves nothing of its sender' },
    },
    { kind: 'publish', hash: 'b2', askedAt: AT },
  ]);
});

describe('the form of an answer', () => {
  const question = Question.parse({
    ...{
      kind: 'publish',
      hash: HASH,
      summary: 'publish',
      files: [],
      diffExcerpt: '',
      requestedAt: AT,
      deadline: AT,
    },
  });
  const sent = (fields: Record<string, string>) =>
    new URLSearchParams({ hash: HASH, decision: 'approve', ...fields });

  it('brings a text back byte for byte, though browsers send each line end as CRLF', () => {
    for (const text of ['\n\na\nb', 'a\r\nb\r\n', 'one']) {
      const page = editForm(question, new Map([['s.ts', text]]), '/', ENGLISH).source;
      // The text area drops the line end that it begins with.
      const shown = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(page)?.[1] ?? '';
      const back = shown.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
      expect(answerOf(sent({ 'edit:0': back }), new Map([['s.ts', text]]), 'Ann')).toEqual({
        ...{ hash: HASH, scope: 'once', by: 'Ann', via: 'dashboard', decision: 'approve' },
      });
    }
  });

  it('gives what was edited, in the line ends of the file', () => {
    const { edits } = answerOf(sent({ 'edit:0': 'a\r\nc\r\n' }), new Map([['s.ts', 'a\nb\n']]), undefined);
    expect(edits).toEqual([{ action: 'modify', path: 's.ts', content: 'a\nc\n' }]);
  });

  it('knows an edit by the place of its file, whatever the path is', () => {
    const texts = new Map([
      ['a.ts', 'a\n'],
      ['odd\u202e\r\nname.ts', 'b\n'],
    ]);
    const page = editForm(question, texts, '/', ENGLISH).source;
    expect([...page.matchAll(/name="(edit:[^"]+)"/g)].map(([, name]) => name)).toEqual(['edit:0', 'edit:1']);
    const { edits } = answerOf(sent({ 'edit:0': 'a\r\n', 'edit:1': 'c\r\n' }), texts, undefined);
    expect(edits).toEqual([{ action: 'modify', path: 'odd\u202e\r\nname.ts', content: 'c\n' }]);
  });

  it('takes no edit of a file that was not shown', () => {
    expect(answerOf(sent({ 'edit:0': 'x' }), new Map(), undefined).edits).toBeUndefined();
  });
});

describe('visitors of the dashboard', () => {
  const visitors = new Visitors(oneToken('t', { by: 'Ann' }), { port: 1 });
  const request = (cookie: string) => new Request('http://127.0.0.1:1/', { headers: { cookie } });

  it('come in by the token alone, with a cookie that no other site sends and no script reads', () => {
    expect(visitors.enter('wrong')).toBeUndefined();
    const cookie = visitors.enter('t') ?? '';
    expect(cookie).toMatch(/^kintsugi-1=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(visitors.of(request(`x=1; ${cookie.split(';')[0] ?? ''}`))).toEqual({ by: 'Ann' });
    expect(visitors.of(request('kintsugi-1=t'))).toBeUndefined();
  });

  it('have a cookie of the secure address alone behind a proxy', () => {
    const address = { port: 1, publicUrl: new URL('https://runs.example') };
    expect(new Visitors(oneToken('t', {}), address).enter('t')).toMatch(/^__Host-kintsugi=.*; Secure$/);
  });

  it.each([
    [{ host: '127.0.0.1:1' }, 'GET', undefined],
    [{ host: 'evil.example' }, 'GET', 403],
    [{ host: 'runs.example' }, 'GET', undefined],
    [{ host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }, 'POST', undefined],
    [{ host: 'runs.example', origin: 'https://runs.example' }, 'POST', undefined],
    [{ host: '127.0.0.1:1', origin: 'https://evil.example' }, 'POST', 403],
    [{ host: '127.0.0.1:1' }, 'POST', 403],
    [{ host: '127.0.0.1:1' }, 'PUT', 405],
  ])('are refused by headers %j of a %s with %s', (headers, method, status) => {
    const behind = new Visitors(oneToken('t', {}), { port: 1, publicUrl: new URL('https://runs.example') });
    expect(behind.refuse({ method, path: '/', headers })).toBe(status);
  });

  it.each([
    [{ host: '127.0.0.1:1' }, 'POST', 403],
    [{ host: '127.0.0.2:1', origin: 'http://127.0.0.2:1' }, 'POST', undefined],
    [{ host: '[::1]:1', origin: 'http://[::1]:1' }, 'POST', undefined],
    [{ host: '127.0.0.1.evil.example' }, 'GET', 403],
  ])('without a proxy are refused by headers %j of a %s with %s', (headers, method, status) => {
    expect(visitors.refuse({ method, path: '/', headers })).toBe(status);
  });

  it('come in once by a token for that', () => {
    const { token, admit } = onceToken({ by: 'Ann' });
    expect([admit('wrong'), admit(token), admit(token)]).toEqual([undefined, { by: 'Ann' }, undefined]);
  });

  it('are let in no more once their token is none', () => {
    let isStill = true;
    const some = new Visitors(oneToken('t', { isStill: () => isStill }), { port: 1 });
    const [cookie = ''] = (some.enter('t') ?? '').split(';');
    expect(some.of(request(cookie))).toBeDefined();
    isStill = false;
    expect(some.of(request(cookie))).toBeUndefined();
  });
});
