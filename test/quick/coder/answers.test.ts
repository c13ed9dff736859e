import fc from 'fast-check';
import { withinShares } from '../../../src/coder/agent/transcript';
import { dataMessages } from '../../../src/coder/agent/open-turn';
import { createMemoryStore } from '../../support/memory-store';
import type { ToolMessage } from '../../../src/model';

const answer = (content: string): Extract<ToolMessage, { role: 'tool' }> => ({
  role: 'tool',
  toolCallId: 'c',
  content,
});
const lengths = (answers: readonly ToolMessage[]): number[] => answers.map(({ content }) => content.length);

test('answers that fit together stay whole', () => {
  const answers = [answer('a'.repeat(300)), answer('b')];
  expect(withinShares(answers, 400)).toEqual(answers);
});

test('a long answer gets what short ones leave free, and says what was left out', () => {
  const [short, long, longer] = withinShares(
    [answer('s'), answer('x'.repeat(5_000)), answer('y'.repeat(9_000))],
    6_000,
  );
  expect(short?.content).toBe('s');
  expect(long?.content).toMatch(/^x+\n… 2002 characters left out …\nx+$/);
  expect(longer?.content).toMatch(/^y+\n… 6000 characters left out …\ny+$/);
});

test('answers keep to their budget, their number and their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { minLength: 1, maxLength: 16 }), (given) => {
      const budget = 8_000;
      const shown = withinShares(
        given.map((length) => answer('x'.repeat(length))),
        budget,
      );
      expect(shown).toHaveLength(given.length);
      // Beside the text there is a note of what was left out.
      const sum = lengths(shown).reduce((all, one) => all + one, 0);
      expect(sum).toBeLessThanOrEqual(budget + 50 * given.length);
      for (const [index, length] of lengths(shown).entries())
        expect(length).toBeLessThanOrEqual((given[index] ?? 0) + 50);
    }),
  );
});

test('the newest answers leave room for the rest in a small context', async () => {
  const task = {
    version: 1 as const,
    toolSet: 'data' as const,
    spec: {},
    currentStep: {},
    functionName: 'total',
    maxIterations: 3,
  };
  const heard = Array.from({ length: 16 }, () => answer('x'.repeat(10_000)));
  const messages = await dataMessages(createMemoryStore().blobs, task, { heard }, 16_000);
  const answers = messages.filter(({ role }) => role === 'tool');
  expect(answers).toHaveLength(16);
  expect(lengths(answers).reduce((sum, one) => sum + one, 0)).toBeLessThan(9_000);
});
