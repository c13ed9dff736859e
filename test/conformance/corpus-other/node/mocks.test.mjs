import test, { mock } from 'node:test';
import assert from 'node:assert';

test('functions', () => {
  const fn = mock.fn((a, b) => a + b);
  assert.strictEqual(fn(1, 2), 3);
  assert.strictEqual(fn.mock.callCount(), 1);
  const [call] = fn.mock.calls;
  assert.deepStrictEqual(call.arguments, [1, 2]);
  assert.strictEqual(call.result, 3);
  assert.strictEqual(call.error, undefined);
});
test('functions without an implementation', () => {
  const fn = mock.fn();
  assert.strictEqual(fn(1), undefined);
  assert.strictEqual(fn.mock.calls.length, 1);
});
test('functions with another implementation', () => {
  const fn = mock.fn(
    () => 'original',
    () => 'mocked',
    { times: 2 },
  );
  assert.deepStrictEqual([fn(), fn(), fn()], ['mocked', 'mocked', 'original']);
});
test('functions that throw', () => {
  const fn = mock.fn(() => {
    throw new Error('thrown');
  });
  assert.throws(fn, /thrown/);
  assert.strictEqual(fn.mock.calls[0].error.message, 'thrown');
});
test('this and new', () => {
  const fn = mock.fn(function (value) {
    this.value = value;
  });
  const made = new fn(5);
  assert.strictEqual(made.value, 5);
  assert.strictEqual(typeof fn.mock.calls[0].target, 'function');
  assert.strictEqual(fn.mock.calls[0].this, made);
  const o = { fn };
  o.fn(6);
  assert.strictEqual(fn.mock.calls[1].this, o);
});
test('changes of the implementation', () => {
  const fn = mock.fn(() => 'first');
  fn.mock.mockImplementation(() => 'second');
  assert.strictEqual(fn(), 'second');
  fn.mock.mockImplementationOnce(() => 'once');
  assert.deepStrictEqual([fn(), fn()], ['once', 'second']);
  fn.mock.mockImplementationOnce(() => 'fifth', 4);
  assert.deepStrictEqual([fn(), fn()], ['second', 'fifth']);
  fn.mock.resetCalls();
  assert.strictEqual(fn.mock.callCount(), 0);
  fn.mock.restore();
  assert.strictEqual(fn(), 'first');
});
test('methods', (t) => {
  const o = {
    n: 5,
    add(m) {
      return this.n + m;
    },
  };
  const mocked = t.mock.method(o, 'add', function (m) {
    return this.n * m;
  });
  assert.strictEqual(o.add(3), 15);
  assert.strictEqual(mocked.mock.callCount(), 1);
  mocked.mock.restore();
  assert.strictEqual(o.add(3), 8);
});
const shared = { method: () => 'real' };
test('methods are put back after the test', (t) => {
  t.mock.method(shared, 'method', () => 'fake');
  assert.strictEqual(shared.method(), 'fake');
});
test('were put back', () => {
  assert.strictEqual(shared.method(), 'real');
});
test('methods call through', (t) => {
  t.mock.method(shared, 'method');
  assert.strictEqual(shared.method(), 'real');
  assert.strictEqual(shared.method.mock.callCount(), 1);
});
test('methods of prototypes', (t) => {
  class Thing {
    hello() {
      return 'real';
    }
  }
  t.mock.method(Thing.prototype, 'hello', () => 'fake');
  assert.strictEqual(new Thing().hello(), 'fake');
});
test('getters and setters', (t) => {
  const o = {
    hidden: 1,
    get value() {
      return this.hidden;
    },
    set value(n) {
      this.hidden = n;
    },
  };
  const getter = t.mock.getter(o, 'value', () => 42);
  assert.strictEqual(o.value, 42);
  assert.strictEqual(getter.mock.callCount(), 1);
  getter.mock.restore();
  assert.strictEqual(o.value, 1);
  const setter = t.mock.setter(o, 'value', () => {});
  o.value = 9;
  assert.strictEqual(setter.mock.calls[0].arguments[0], 9);
  assert.strictEqual(o.hidden, 1);
});
test('refuse what is no method', (t) => {
  assert.throws(() => t.mock.method({ a: 1 }, 'a'));
  assert.throws(() => t.mock.method({}, 'missing'));
});
test('all are restored', () => {
  mock.method(shared, 'method', () => 'fake');
  mock.restoreAll();
  assert.strictEqual(shared.method(), 'real');
  mock.method(shared, 'method', () => 'fake');
  mock.reset();
  assert.strictEqual(shared.method(), 'real');
});
test('fails where a mock was not called', () => {
  assert.strictEqual(mock.fn().mock.callCount(), 1);
});
test('timers', (t) => {
  const fn = t.mock.fn();
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  setTimeout(fn, 1000);
  t.mock.timers.tick(999);
  assert.strictEqual(fn.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.strictEqual(fn.mock.callCount(), 1);
});
test('timers were put back', async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
});
test('dates', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1000 });
  assert.strictEqual(Date.now(), 1000);
  t.mock.timers.tick(500);
  assert.strictEqual(new Date().getTime(), 1500);
  t.mock.timers.setTime(5000);
  assert.strictEqual(Date.now(), 5000);
});
test('dates begin at 0', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  assert.strictEqual(Date.now(), 0);
});
test('all timers run', (t) => {
  t.mock.timers.enable();
  const log = [];
  setTimeout(() => log.push('b'), 50);
  setTimeout(() => log.push('a'), 10);
  t.mock.timers.runAll();
  assert.deepStrictEqual(log, ['a', 'b']);
});
test('timers need to be enabled', (t) => {
  assert.throws(() => t.mock.timers.tick(5), /enable/);
  t.mock.timers.enable();
  assert.throws(() => t.mock.timers.enable(), /already/);
});
