import { describe, expect, it } from 'vitest';

it('is left out', () => {
  throw new Error('must not run');
});
it.only('runs', () => {
  expect(1).toBe(1);
});
it('is focused by an option', { only: true }, () => {});
describe('a block', () => {
  it.only('runs inside', () => {});
  it('is left out', () => {
    throw new Error('must not run');
  });
});
describe.only('a focused block', () => {
  it('runs', () => {});
  it('fails', () => {
    throw new Error('fails');
  });
});
