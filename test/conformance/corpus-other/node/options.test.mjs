import test, { describe, it } from 'node:test';
import assert from 'node:assert/strict';

test('skipped', { skip: true }, () => {
  throw new Error('must not run');
});
test('skipped with a reason', { skip: 'reason' }, () => {
  throw new Error('must not run');
});
test('not skipped', { skip: false }, () => {});
test.skip('skipped by a word', () => {
  throw new Error('must not run');
});
test('to do and failing', { todo: true }, () => {
  throw new Error('not yet');
});
test('to do and passing', { todo: 'reason' }, () => {});
test.todo('to do by a word', () => {
  throw new Error('not yet');
});
test.todo('to do without a function');
test('only means nothing without its flag', { only: true }, () => {});
test.only('likewise', () => {});
test('times out', { timeout: 20 }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
});
test('ends in time', { timeout: 500 }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
});
test('skips itself', (t) => {
  t.skip('reason');
});
test('skips itself and fails', (t) => {
  t.skip();
  throw new Error('still runs');
});
test('is to do by itself', (t) => {
  t.todo('reason');
  throw new Error('not yet');
});
test('plans what it does', (t) => {
  t.plan(2);
  t.assert.ok(true);
  t.assert.strictEqual(1, 1);
});
test('plans more than it does', (t) => {
  t.plan(2);
  t.assert.ok(true);
});
test('plans less than it does', (t) => {
  t.plan(1);
  t.assert.ok(true);
  t.assert.ok(true);
});
test('plans by an option', { plan: 1 }, (t) => {
  t.assert.ok(true);
});
test('plans subtests', async (t) => {
  t.plan(1);
  await t.test('planned', () => {});
});
test('a skipped subtest', async (t) => {
  await t.test('skipped', { skip: true }, () => {
    throw new Error('must not run');
  });
  await t.test('to do', { todo: true }, () => {
    throw new Error('not yet');
  });
});
test('diagnoses', (t) => {
  t.diagnostic('a note');
});
test('has a signal', (t) => {
  assert.equal(t.signal.aborted, false);
});
test('concurrency', { concurrency: 2 }, async (t) => {
  const results = [];
  await Promise.all([
    t.test('slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      results.push('slow');
    }),
    t.test('fast', async () => {
      results.push('fast');
    }),
  ]);
  assert.equal(results.length, 2);
});
describe('a suite with options', { concurrency: true, timeout: 1000 }, () => {
  it('one', async () => {});
  it('two', async () => {});
  it.skip('three', () => {});
  it.todo('four');
});
test('waits for a condition', async (t) => {
  let ready = false;
  setTimeout(() => {
    ready = true;
  }, 20);
  const value = await t.waitFor(() => {
    assert.ok(ready);
    return 'ready';
  });
  assert.equal(value, 'ready');
});
test('waits for a condition in vain', async (t) => {
  await t.waitFor(
    () => {
      throw new Error('never');
    },
    { timeout: 50, interval: 10 },
  );
});
