/** Suites of uvu, as tests of `node:test`. */
export const UVU = String.raw`
const node = require('node:test');
function suite(name = '', given = {}) {
  const context = { ...given };
  const hooks = { before: [], after: [], each: [], done: [] };
  const tests = [];
  const run = async (list) => { for (const hook of list) await hook(context); };
  const test = (title, fn) => { tests.push([title, fn]); };
  test.only = test;
  test.skip = () => undefined;
  const adder = (list, each) => Object.assign((fn) => { list.push(fn); }, { each: (fn) => { each.push(fn); } });
  test.before = adder(hooks.before, hooks.each);
  test.after = adder(hooks.after, hooks.done);
  test.run = () => {
    const own = tests.splice(0);
    const all = () => own.forEach(([title, fn], at) => node.it(title, async () => {
      if (at === 0) await run(hooks.before);
      try {
        await run(hooks.each);
        await fn(context);
      } finally {
        await run(hooks.done);
        if (at === own.length - 1) await run(hooks.after);
      }
    }));
    if (name === '') all();
    else node.describe(name, all);
  };
  return test;
}
module.exports = { suite, test: suite(), exec: async () => undefined };
`;

/** Tests of tape, as tests of `node:test`. A test without assertions of its own, whose subtests have them, is skipped, as its report leaves it out. */
export const TAPE = String.raw`
const node = require('node:test');
const assert = require('node:assert');
const holds = (fn) => {
  try { fn(); return true; } catch { return false; }
};
class Run {
  constructor(title) {
    this.title = title;
    this.count = 0;
    this.subs = [];
    this.undo = [];
    this.failure = undefined;
    this.over = new Promise((resolve) => { this.finish = resolve; });
  }
  check(passed, actual, expected, operator, message, extra) {
    this.count++;
    if (!passed && !extra?.skip && !extra?.todo) this.failure ??= new assert.AssertionError({ message: message && String(message), actual, expected, operator });
    this.settle();
    return passed;
  }
  settle() {
    if (this.planned !== undefined && this.count + this.subs.length >= this.planned) this.finish();
  }
}
const spied = (fn) => {
  const wrapped = function (...args) {
    const call = { args, receiver: this };
    wrapped.calls.push(call);
    try { return call.returned = Reflect.apply(fn, this, args); } catch (error) {
      call.threw = true;
      throw error;
    }
  };
  wrapped.calls = [];
  return wrapped;
};
const replaced = (object, name, descriptor) => {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, ...descriptor });
  return () => { if (before) Object.defineProperty(object, name, before); else delete object[name]; };
};
const results = (calls, restore) => Object.assign(() => calls.splice(0), { restore });
function api(run) {
  const t = (...given) => t.test(...given);
  const named = (names, fn) => { for (const name of names.split(' ')) t[name] = fn; };
  Object.defineProperty(t, 'name', { value: run.title });
  const add = (operator, passes) => (actual, expected, message, extra) => run.check(passes(actual, expected), actual, expected, operator, message, extra);
  named('equal equals isEqual is strictEqual strictEquals', add('equal', Object.is));
  named('notEqual notEquals isNot not isNotEqual doesNotEqual isInequal notStrictEqual notStrictEquals', add('notEqual', (a, b) => !Object.is(a, b)));
  named('looseEqual looseEquals', add('looseEqual', (a, b) => a == b));
  named('notLooseEqual notLooseEquals', add('notLooseEqual', (a, b) => a != b));
  named('deepEqual deepEquals isEquivalent same', add('deepEqual', (a, b) => holds(() => assert.deepStrictEqual(a, b))));
  named('notDeepEqual notDeepEquals notEquivalent notDeeply notSame isNotDeepEqual', add('notDeepEqual', (a, b) => !holds(() => assert.deepStrictEqual(a, b))));
  named('deepLooseEqual', add('deepLooseEqual', (a, b) => holds(() => assert.deepEqual(a, b))));
  named('notDeepLooseEqual', add('notDeepLooseEqual', (a, b) => !holds(() => assert.deepEqual(a, b))));
  named('match', add('match', (text, pattern) => typeof text === 'string' && pattern.test(text)));
  named('doesNotMatch', add('doesNotMatch', (text, pattern) => typeof text === 'string' && !pattern.test(text)));
  named('ok true assert', (value, message, extra) => run.check(Boolean(value), value, true, 'ok', message, extra));
  named('notOk false notok', (value, message, extra) => run.check(!value, value, false, 'notOk', message, extra));
  named('error ifError ifErr iferror', (error, message) => run.check(!error, error, undefined, 'error', message ?? String(error)));
  named('pass', (message) => run.check(true, undefined, undefined, 'pass', message));
  named('fail', (message, extra) => run.check(false, undefined, undefined, 'fail', message, extra));
  named('skip comment timeoutAfter', () => undefined);
  named('plan', (count) => { run.planned = count; });
  named('teardown onFinish', (fn) => { run.undo.unshift(fn); });
  named('throws', (fn, wanted, message) => {
    try { fn(); } catch (error) {
      const fits = typeof wanted === 'string' || wanted === undefined || holds(() => assert.throws(() => { throw error; }, wanted));
      return run.check(fits, error, wanted, 'throws', message);
    }
    return run.check(false, undefined, wanted, 'throws', message);
  });
  named('doesNotThrow', (fn, wanted, message) => run.check(holds(fn), undefined, undefined, 'doesNotThrow', message));
  named('end', (error) => {
    if (error) run.check(false, error, undefined, 'error');
    run.finish();
  });
  named('test', (...given) => {
    run.subs.push(read(given));
    run.settle();
    // A test with subtests and no plan is over with the turn that it defines them in.
    setImmediate(() => { if (run.planned === undefined) run.finish(); });
  });
  named('captureFn', spied);
  named('capture', (object, name, fn = () => undefined) => {
    const wrapped = spied(fn);
    const restore = replaced(object, name, { value: wrapped, writable: true });
    run.undo.unshift(restore);
    return results(wrapped.calls, restore);
  });
  named('intercept', (object, name, given = {}) => {
    const calls = [];
    const note = (type, args, receiver, fn) => {
      const call = { type, success: true, value: undefined, args, receiver };
      try { return call.value = fn(); } catch (error) {
        call.success = false;
        call.threw = true;
        throw error;
      } finally { calls.push(call); }
    };
    let { value } = given;
    const isAccessor = 'get' in given || 'set' in given;
    const restore = replaced(object, name, {
      enumerable: given.enumerable ?? false,
      get(...args) { return note('get', args, this, () => isAccessor ? given.get?.call(this) : value); },
      set(...args) {
        note('set', args, this, () => {
          if (isAccessor) return given.set?.apply(this, args);
          if (!given.writable) throw new TypeError("Cannot assign to read only property '" + String(name) + "' of object");
          return value = args[0];
        });
      },
    });
    run.undo.unshift(restore);
    return results(calls, restore);
  });
  t.assertion = (fn, ...args) => fn.apply(t, args);
  return t;
}
const read = (given) => ({
  title: given.find((one) => typeof one === 'string') ?? '(anonymous)',
  options: given.find((one) => one && typeof one === 'object') ?? {},
  fn: given.find((one) => typeof one === 'function'),
});
const whole = ({ title, fn }) => async (context) => {
  const run = new Run(title);
  try {
    const returned = fn(api(run));
    if (returned && typeof returned.then === 'function') returned.then(() => run.finish(), (error) => {
      run.failure ??= error;
      run.finish();
    });
    await run.over;
  } catch (error) {
    run.failure ??= error;
  } finally {
    for (const sub of run.subs) await define(context.test.bind(context), sub);
    for (const fn of run.undo) await fn();
  }
  if (run.failure) throw run.failure;
  if (run.count === 0) context.skip();
};
const define = (add, given) =>
  given.options.skip || !given.fn ? add(given.title, { skip: true }, () => undefined) : add(given.title, whole(given));
const test = (...given) => { define(node.test, read(given)); };
test.test = test;
test.only = test;
test.skip = (...given) => { node.test.skip(read(given).title, () => undefined); };
test.onFinish = () => undefined;
test.onFailure = () => undefined;
test.createHarness = () => test;
test.default = test;
module.exports = test;
`;
