import { LineMatcher } from '../../../src/machine/patterns/line-matcher';

const plain = { literal: false, ignoreCase: false };
const { signal } = new AbortController();

test('the first bytes of matching lines are found, as many as are wanted', async () => {
  const matcher = new LineMatcher({ ...plain, pattern: '^é|b$' }, 10_000, signal);
  expect(await matcher.ready()).toBeUndefined();
  expect(await matcher.offsets(Buffer.from('éa\r\nab\r\n\nb'), 9)).toEqual([0, 5, 10]);
  expect(await matcher.offsets(Buffer.from('b\nb\nb\n'), 2)).toEqual([0, 2]);
  await matcher.close();
});

test('a pattern that is none is told', async () => {
  const matcher = new LineMatcher({ ...plain, pattern: '(' }, 10_000, signal);
  expect(await matcher.ready()).toContain('Unterminated group');
  await matcher.close();
});

test('a pattern that takes for ever gets its time and no more', async () => {
  const matcher = new LineMatcher({ ...plain, pattern: '(a+)+$' }, 1_000, signal);
  await matcher.ready();
  expect(await matcher.offsets(Buffer.from(`${'a'.repeat(60)}!\n`), 1)).toBeUndefined();
  await matcher.close();
});
