import { promptText } from '../../../../src/client/cli/acp/acp-agent';
import { answerOf, contentOf, optionsOf } from '../../../../src/client/cli/acp/editor-questions';
import { SessionUpdates } from '../../../../src/client/cli/acp/session-updates';
import type { RunEvent } from '../../../../src/domain/run/events';
import { Question } from '../../../../src/domain/run/questions';
import { asTree } from '../../../support/hashes';

const HASH = 'a'.repeat(64);

function questionOf(more: Record<string, unknown>): Question {
  return Question.parse({
    kind: 'publish',
    form: 'approval',
    hash: HASH,
    summary: 'Publish one file?',
    files: [],
    diffExcerpt: '+x',
    requestedAt: '2026-01-01T00:00:00Z',
    deadline: '2026-01-08T00:00:00Z',
    ...more,
  });
}

function event(sequence: number, kind: string, text: string, fields = {}): RunEvent {
  return { version: 1, sequence, at: '2026-01-01T00:00:00Z', kind, text, fields };
}

describe('the prompt of an editor', () => {
  it('names files of the project by their paths, and holds other texts', () => {
    const text = promptText(
      [
        { type: 'text', text: 'Mend ' },
        { type: 'resource_link', name: 'sum', uri: 'file:///work/shop/src/sum.ts' },
        { type: 'resource', resource: { uri: 'zed://terminal', text: 'TypeError' } },
      ],
      '/work/shop',
    );
    expect(text).toBe('Mend src/sum.ts\nzed://terminal:\nTypeError');
  });

  it.each([
    ['nothing', [{ type: 'text' as const, text: ' ' }], 'empty'],
    ['too much', [{ type: 'text' as const, text: 'x'.repeat(20_001) }], 'at most 20000'],
    ['a picture', [{ type: 'image' as const, data: '', mimeType: 'image/png' }], "can't hold image"],
  ])('is refused where it holds %s', (_what, blocks, told) => {
    expect(() => promptText(blocks, '/work/shop')).toThrow(told);
  });
});

describe('a question to an editor', () => {
  it('offers what its form takes, and each option is an answer bound to the change', () => {
    const question = questionOf({});
    const options = optionsOf(question);
    expect(options.map(({ name }) => name)).toEqual([
      'Approve',
      'Approve every publish in this mode',
      'Reject',
    ]);
    const answers = options.map(({ optionId }) =>
      answerOf(question, { outcome: 'selected', optionId }, 'Ada'),
    );
    expect(answers).toEqual([
      { hash: HASH, by: 'Ada', via: 'editor', scope: 'once', decision: 'approve' },
      { hash: HASH, by: 'Ada', via: 'editor', scope: 'kind', decision: 'approve' },
      {
        hash: HASH,
        by: 'Ada',
        via: 'editor',
        scope: 'once',
        decision: 'reject',
        reason: 'rejected in the editor',
      },
    ]);
    expect(answerOf(question, { outcome: 'cancelled' })).toBeUndefined();
  });

  it('offers its choices', () => {
    const question = questionOf({ form: 'choice', kind: 'question', choices: ['left', 'right'] });
    const [, right] = optionsOf(question);
    expect(answerOf(question, { outcome: 'selected', optionId: right?.optionId ?? '' })).toMatchObject({
      text: 'right',
    });
  });

  it('shows text in place of files that are not text, with its warnings and deadline', async () => {
    const files = [{ path: 'logo.png', change: 'modified' as const, addedLines: 0, removedLines: 0 }];
    const diff = {
      base: asTree(HASH),
      tree: asTree(HASH),
      hash: asTree(HASH),
      files,
      fileCount: 1,
      size: 1,
      excerpt: '',
    };
    const store = {
      readFile: () => Promise.resolve(Buffer.from([0, 1])),
      readBlob: () => Promise.resolve(''),
    };
    const content = await contentOf(
      { pending: questionOf({ warnings: ['A test was changed.'] }), diff },
      '/work/shop',
      store,
    );
    const texts = content.map((one) =>
      one.type === 'content' && one.content.type === 'text' ? one.content.text : one.type,
    );
    expect(texts.slice(0, 3)).toEqual(['+x', '1 more file is not shown.', 'A test was changed.']);
    expect(texts.at(-1)).toContain('The session waits');
  });
});

describe('updates of a session', () => {
  it('show the work of modes as calls, their answers as messages, and several modes as a plan', () => {
    const updates = new SessionUpdates((text) => text.replace('s3cret', '***'));
    const told = [
      event(1, 'submitted', 'fix it', { message: 1 }),
      event(2, 'mode-working', 'debug', { mode: 'debug' }),
      event(3, 'told', 'the key is s3cret'),
      event(4, 'mode-changed', 'test', { to: 'test' }),
      event(5, 'mode-working', 'test', { mode: 'test' }),
      event(6, 'asked', 'Publish?'),
    ].flatMap((one) => updates.of(one, 1));
    expect(told.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'tool_call',
      'tool_call_update',
      'agent_message_chunk',
      'current_mode_update',
      'tool_call',
      'plan',
    ]);
    expect(JSON.stringify(told)).not.toContain('s3cret');
    expect(updates.progress('running tests')).toHaveLength(1);
    expect(updates.progress('running tests')).toEqual([]);
  });

  it('show the steps of a plan, each as far as it is', () => {
    const updates = new SessionUpdates((text) => text);
    const statuses = (more: ReturnType<SessionUpdates['of']>) =>
      more.flatMap((one) =>
        one.sessionUpdate === 'plan'
          ? [one.entries.map(({ content, status }) => `${content} ${status}`)]
          : [],
      );
    const steps = 'Delete it\nSay so';
    expect(statuses(updates.of(event(1, 'plan-step', 'Step 1 of 2', { at: 1, steps })))).toEqual([
      ['Delete it in_progress', 'Say so pending'],
    ]);
    const second = event(2, 'plan-step', 'Step 2 of 2', { at: 2, steps });
    expect(statuses(updates.of(second))).toEqual([['Delete it completed', 'Say so in_progress']]);
    expect(statuses(updates.end(undefined))).toEqual([['Delete it completed', 'Say so in_progress']]);
  });

  it('stream what a model is saying as a thought, each part once', () => {
    const updates = new SessionUpdates((text) => text);
    const heard = [
      'I look',
      'I look at the login',
      undefined,
      'Another',
      `…${'x'.repeat(90)}`,
      `${'x'.repeat(90)} and y`,
    ].flatMap((text) => updates.said(text));
    const texts = heard.map((one) =>
      one.sessionUpdate === 'agent_thought_chunk' && one.content.type === 'text' ? one.content.text : '',
    );
    expect(texts).toEqual(['I look', ' at the login', 'Another', `…${'x'.repeat(90)}`, ' and y']);
    expect(updates.of(event(9, 'reply', 'Turn 1: I looked', { tools: '' }))).toEqual([]);
    expect(updates.of(event(10, 'reply', 'Turn 2: read', { tools: 'read' }))).toMatchObject([
      { sessionUpdate: 'agent_thought_chunk' },
    ]);
  });

  it('show a message that came from elsewhere, and not the one of the editor itself', () => {
    const updates = new SessionUpdates((text) => text);
    const sent = event(1, 'submitted', 'fix it', { message: 4 });
    expect(updates.of(sent, 4)).toEqual([]);
    expect(updates.of(sent, 3)).toHaveLength(1);
  });
});
