import { compact, type TranscriptMessage } from '../../../src/coder/compaction';
import { asBlob } from '../../support/hashes';

const STATE = { rules: 'Rules.', task: 'Task.', openFiles: [], checks: [] };
const HASH = asBlob('cd'.repeat(32));

function call(id: number, result: string, given = '{"path":"a.ts"}'): TranscriptMessage[] {
  return [
    { role: 'assistant', content: '', toolCalls: [{ id: `c${id}`, name: 'read', arguments: given }] },
    { role: 'tool', toolCallId: `c${id}`, content: result, result: HASH },
  ];
}

test('a transcript that fits is sent as it is', () => {
  const messages = [...call(1, 'one'), { role: 'assistant' as const, content: 'so it is' }];
  expect(compact({ messages, state: STATE, budget: 1_000 })).toMatchObject({
    leftOut: 0,
    messages: [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Task.' },
      { role: 'assistant', toolCalls: [{ id: 'c1' }] },
      { role: 'tool', toolCallId: 'c1', content: 'one' },
      { role: 'assistant', content: 'so it is' },
    ],
  });
});

test('an older result becomes a reference by which it is read, and the newest stays whole', () => {
  const long = `first line\n${'x'.repeat(3_000)}`;
  const messages = [1, 2, 3].flatMap((id) => call(id, long));
  const sent = compact({ messages, state: STATE, budget: 1_600 }).messages;
  const results = sent.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(results.at(-1)).toBe(long);
  expect(results[0]).toBe(
    `first line\n(3011 characters, shown earlier: read them by the path result:${HASH})`,
  );
});

test('arguments of older calls are cut as JSON', () => {
  const given = JSON.stringify({ path: 'a.ts', content: 'y'.repeat(6_000) });
  const messages = [...call(1, 'done', given), ...call(2, 'z'.repeat(3_000))];
  const [, , older] = compact({ messages, state: STATE, budget: 1_400 }).messages;
  const [first] = older && 'toolCalls' in older ? older.toolCalls : [];
  expect(JSON.parse(first?.arguments ?? '')).toEqual({
    path: 'a.ts',
    content: `${'y'.repeat(60)} … (6000 characters)`,
  });
});

test('the state is told anew behind the transcript where that is not whole', () => {
  const state = {
    ...STATE,
    plan: 'Step 1.',
    checks: [{ name: 'npm test', text: 'green' }],
    openFiles: [{ path: 'a.ts', text: 'let a;' }],
  };
  const given = { messages: call(1, 'one'), state, budget: 2_000 };
  expect(compact(given)).toMatchObject({ isWhole: true });
  expect(compact(given).messages.at(-1)).toMatchObject({ role: 'tool', content: 'one' });
  expect(compact({ ...given, isCut: true }).messages.at(-1)).toEqual({
    role: 'user',
    content:
      '## Plan\nStep 1.\n\n## Last result of npm test\ngreen\n\n## a.ts now\nlet a;\n\n(earlier turns left out)',
  });
});
