import { expect, test } from 'vitest';

test('imports under other names', async () => {
  const { vi: mocks, it: other } = await import('vitest');
  expect(mocks.fn()).toBeDefined();
  expect(typeof other).toBe('function');
});
test('has an environment', () => {
  expect(process.env.NODE_ENV).toBe('test');
});
