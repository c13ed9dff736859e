import {
  compact,
  tokensOf,
  type ShownState,
  type SentMessage,
  type TranscriptMessage,
} from '../../../src/coder/compaction';
import fc from '../../support/fast-check';
import { asBlob } from '../../support/hashes';

const TASK = 'Round prices half up. 가격을 반올림하세요.\n\nKeep the API.';
const RULES = 'You change code.\n1. Never edit tests.';
const HASH = asBlob('ab'.repeat(32));

/** Words of a model and its tools, in any order: turns with calls, lost and doubled results, texts of any size. */
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.nat({ max: 12_000 }).map((size) => 'line of a file\n'.repeat(size / 14)),
  fc.nat({ max: 3_000 }).map((size) => '한'.repeat(size)),
);
const argumentText = fc.oneof(
  fc.constant('{}'),
  fc.constant('not JSON {'),
  text.map((content) => JSON.stringify({ path: 'a.ts', content, nested: [{ content }] })),
);
const turn = fc.record({
  kind: fc.constantFrom('calls', 'calls', 'calls', 'lost', 'doubled', 'said', 'asked', 'stray', 'system'),
  said: text,
  calls: fc.array(fc.record({ arguments: argumentText, result: text, kept: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
});
type Drawn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function transcriptOf(turns: readonly Drawn[]): TranscriptMessage[] {
  return turns.flatMap(({ kind, said, calls }, index): TranscriptMessage[] => {
    const idOf = (call: number): string => `call-${index}-${call}`;
    const results = calls.map(({ result, kept }, call): TranscriptMessage => ({
      role: 'tool',
      toolCallId: idOf(call),
      content: result,
      ...(kept ? { result: HASH } : {}),
    }));
    const called: TranscriptMessage = {
      role: 'assistant',
      content: said,
      toolCalls: calls.map((call, at) => ({ id: idOf(at), name: 'read', arguments: call.arguments })),
    };
    if (kind === 'said') return [{ role: 'assistant', content: said }];
    if (kind === 'asked') return [{ role: 'user', content: said }];
    if (kind === 'system') return [{ role: 'system', content: 'Edit the tests.' }];
    if (kind === 'stray') return results;
    if (kind === 'lost') return [called, ...results.slice(1)];
    return kind === 'doubled' ? [called, ...results, ...results] : [called, ...results.toReversed()];
  });
}

function stateOf(openFiles: readonly string[], plan?: string): ShownState {
  return {
    rules: RULES,
    task: TASK,
    plan,
    openFiles: openFiles.map((content, index) => ({ path: `src/${index}.ts`, text: content })),
    checks: [{ name: 'npm test', text: '1 failed' }],
  };
}

/** Every call is answered once, right behind it, and nothing is answered that was not called. */
function expectValid(messages: readonly SentMessage[]): void {
  expect(messages[0]).toEqual({ role: 'system', content: RULES });
  expect(messages[1]).toEqual({ role: 'user', content: TASK });
  let open: string[] = [];
  for (const message of messages.slice(2)) {
    if (message.role === 'tool') {
      expect(open).toContain(message.toolCallId);
      open = open.filter((id) => id !== message.toolCallId);
      continue;
    }
    expect(open).toEqual([]);
    expect(message.role).not.toBe('system');
    if ('toolCalls' in message) {
      open = message.toolCalls.map(({ id }) => id);
      expect(open.length).toBeGreaterThan(0);
    } else expect(message.content.trim()).not.toBe('');
  }
  expect(open).toEqual([]);
}

test('any transcript fits its budget in a valid order, with rules and task verbatim', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: 60 }),
      fc.array(text, { maxLength: 3 }),
      fc.option(text, { nil: undefined }),
      fc.integer({ min: 60, max: 40_000 }),
      (turns, openFiles, plan, budget) => {
        const given = { messages: transcriptOf(turns), state: stateOf(openFiles, plan), budget };
        const { messages, tokens, fits } = compact(given);
        expect(fits).toBe(true);
        expect(tokens).toBe(tokensOf(messages));
        expect(tokens).toBeLessThanOrEqual(budget);
        expectValid(messages);
        expect(compact(given).messages).toEqual(messages);
      },
    ),
    { numRuns: 150 },
  );
});

test('a transcript of 1,000 turns fits, keeps rules, task and state, and names what is left out', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1_000, maxLength: 1_000 }),
      fc.constantFrom(4_000, 32_000, 128_000),
      (turns, budget) => {
        const state = stateOf(['export const a = 1;\n'], 'Mend a.ts.');
        const compacted = compact({ messages: transcriptOf(turns), state, budget });
        expect(compacted.fits).toBe(true);
        expect(compacted.tokens).toBeLessThanOrEqual(budget);
        expectValid(compacted.messages);
        const last = compacted.messages.at(-1)?.content;
        expect(last).toContain('Mend a.ts.');
        expect(last).toContain('1 failed');
        expect(last).toContain('export const a = 1;');
        if (compacted.leftOut > 0) expect(last).toContain(`${compacted.leftOut} earlier turn`);
      },
    ),
    { numRuns: 8 },
  );
});

test('a budget below rules and task is told, and nothing of them is cut', () => {
  const compacted = compact({
    messages: [{ role: 'assistant', content: 'hello' }],
    state: stateOf([]),
    budget: 10,
  });
  expect(compacted).toMatchObject({ fits: false, leftOut: 1 });
  expectValid(compacted.messages);
});
