const test = require('node:test');
const assert = require('node:assert');
const { describe, it, mock } = require('node:test');

test('required', (t) => {
  assert.strictEqual(typeof t.test, 'function');
});
describe('names', () => {
  it('are there', () => {
    for (const name of ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach', 'mock', 'skip', 'todo', 'only'])
      assert.ok(test[name], name);
    assert.strictEqual(typeof mock.fn, 'function');
  });
  it('fails', () => {
    assert.deepStrictEqual({ a: 1 }, { a: 2 });
  });
});
test('uses t.assert', (t) => {
  t.assert.equal(1, 1);
  t.assert.deepEqual([1], [1]);
  t.assert.throws(() => {
    throw new Error('x');
  }, /x/);
});
test('uses t.assert and fails', (t) => {
  t.assert.strictEqual(1, 2);
});
