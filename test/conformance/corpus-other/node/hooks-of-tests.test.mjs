import test from 'node:test';
import assert from 'node:assert';

test('hooks of a test', async (t) => {
  const log = [];
  t.beforeEach(() => {
    log.push('beforeEach');
  });
  t.afterEach(() => {
    log.push('afterEach');
  });
  t.after(() => {
    log.push('after');
  });
  t.before(() => {
    log.push('before');
  });
  await t.test('a', () => {
    log.push('a');
  });
  await t.test('b', () => {
    log.push('b');
  });
  assert.deepStrictEqual(log, ['before', 'beforeEach', 'a', 'afterEach', 'beforeEach', 'b', 'afterEach']);
});
test('its beforeEach fails', async (t) => {
  t.beforeEach(() => {
    throw new Error('beforeEach');
  });
  await t.test('child', () => {});
});
test('its after fails', (t) => {
  t.after(() => {
    throw new Error('after');
  });
});
test('its before fails', (t) => {
  t.before(() => {
    throw new Error('before');
  });
});
