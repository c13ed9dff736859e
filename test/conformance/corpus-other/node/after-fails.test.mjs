import { after, describe, it } from 'node:test';

describe('after fails', () => {
  after(() => {
    throw new Error('after');
  });
  it('passes', () => {});
});
