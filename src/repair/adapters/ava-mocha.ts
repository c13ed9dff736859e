/** Tests of mocha's interface, as tests of `node:test`. One object is `this` of all of a file's functions. */
export const MOCHA = String.raw`
const node = require('node:test');
const shared = {
  timeout: () => shared,
  slow: () => shared,
  retries: () => shared,
  skip() { throw new Error('skipped while it runs'); },
  test: {},
  currentTest: {},
};
const body = (fn) =>
  fn.length > 0
    ? () => new Promise((resolve, reject) => {
        const returned = fn.call(shared, (error) => (error ? reject(error) : resolve()));
        if (returned && typeof returned.then === 'function') returned.then(undefined, reject);
      })
    : () => fn.call(shared);
const it = (title, fn) => {
  if (fn) node.it(title, body(fn));
  else node.it.todo(title);
  return shared;
};
it.skip = (title) => node.it.skip(title, () => undefined);
it.only = it;
const describe = (title, fn) => {
  node.describe(title, () => { fn.call(shared); });
  return shared;
};
describe.skip = (title) => node.describe.skip(title, () => undefined);
describe.only = describe;
const hook = (add) => (first, second) => add(body(second ?? first));
const [before, after] = [hook(node.before), hook(node.after)];
const [beforeEach, afterEach] = [hook(node.beforeEach), hook(node.afterEach)];
module.exports = {
  describe, it, before, after, beforeEach, afterEach,
  context: describe, specify: it, xit: it.skip, xdescribe: describe.skip, xcontext: describe.skip, xspecify: it.skip,
};
`;

/** Tests of ava, as tests of `node:test`. Snapshots are not known: a test that takes one fails. */
export const AVA = String.raw`
const node = require('node:test');
const assert = require('node:assert');
const fail = (message, actual, expected, operator) => {
  throw new assert.AssertionError({ message, actual, expected, operator });
};
const isEqual = (a, b) => {
  try { assert.deepStrictEqual(a, b); return true; } catch { return false; }
};
const isLike = (actual, wanted) =>
  wanted !== null && typeof wanted === 'object'
    ? actual !== null && typeof actual === 'object' && Object.keys(wanted).every((key) => isLike(actual[key], wanted[key]))
    : isEqual(actual, wanted);
const checkThrown = (error, wanted) => {
  if (wanted == null) return error;
  const { instanceOf, is, message, name, code } = wanted;
  if (instanceOf && !(error instanceof instanceOf)) fail('another kind of error', error, instanceOf, 'throws');
  if ('is' in wanted && error !== is) fail('another error', error, is, 'throws');
  if (name !== undefined && error.name !== name) fail('another name', error.name, name, 'throws');
  if (code !== undefined && error.code !== code) fail('another code', error.code, code, 'throws');
  const isSaid =
    message === undefined ||
    (message instanceof RegExp ? message.test(error.message) : typeof message === 'function' ? message(error.message) : error.message === message);
  if (!isSaid) fail('another message', error.message, message, 'throws');
  return error;
};
const need = (holds, actual, expected, operator, message) => {
  if (!holds) fail(message, actual, expected, operator);
  return true;
};
function assertions(title, context) {
  const state = { count: 0, plan: undefined, undo: [] };
  const counted = (fn) => Object.assign((...args) => { state.count++; return fn(...args); }, { skip: () => { state.count++; } });
  const t = {
    title, context, passed: true,
    plan: (count) => { state.plan = count; },
    log: () => undefined,
    timeout: () => undefined,
    teardown: (fn) => { state.undo.unshift(fn); },
    pass: counted(() => true),
    fail: counted((message) => fail(message ?? 'failed')),
    assert: counted((value, message) => need(value, value, true, 'truthy', message)),
    truthy: counted((value, message) => need(value, value, true, 'truthy', message)),
    falsy: counted((value, message) => need(!value, value, false, 'falsy', message)),
    true: counted((value, message) => need(value === true, value, true, 'true', message)),
    false: counted((value, message) => need(value === false, value, false, 'false', message)),
    is: counted((actual, expected, message) => need(Object.is(actual, expected), actual, expected, 'is', message)),
    not: counted((actual, expected, message) => need(!Object.is(actual, expected), actual, expected, 'not', message)),
    deepEqual: counted((actual, expected, message) => need(isEqual(actual, expected), actual, expected, 'deepEqual', message)),
    notDeepEqual: counted((actual, expected, message) => need(!isEqual(actual, expected), actual, expected, 'notDeepEqual', message)),
    like: counted((actual, expected, message) => need(isLike(actual, expected), actual, expected, 'like', message)),
    unlike: counted((actual, expected, message) => need(!isLike(actual, expected), actual, expected, 'unlike', message)),
    regex: counted((text, pattern, message) => need(pattern.test(text), text, pattern, 'regex', message)),
    notRegex: counted((text, pattern, message) => need(!pattern.test(text), text, pattern, 'notRegex', message)),
    throws: counted((fn, wanted) => {
      try { fn(); } catch (error) { return checkThrown(error, wanted); }
      return fail('did not throw', undefined, wanted, 'throws');
    }),
    notThrows: counted((fn) => { fn(); return true; }),
    throwsAsync: counted(async (given, wanted) => {
      try { await (typeof given === 'function' ? given() : given); } catch (error) { return checkThrown(error, wanted); }
      return fail('did not throw', undefined, wanted, 'throws');
    }),
    notThrowsAsync: counted(async (given) => { await (typeof given === 'function' ? given() : given); }),
    snapshot: () => fail('snapshots are not known here'),
    try: () => fail('t.try is not known here'),
  };
  return { t, state };
}
const hooks = { before: [], after: [], each: [], done: [] };
const shared = {};
const calling = (given) => {
  const [first, ...rest] = given;
  const titled = typeof first === 'string' ? { title: first, macro: rest[0], args: rest.slice(1) } : { title: undefined, macro: first, args: rest };
  const { macro, args } = titled;
  const fn = typeof macro === 'function' ? macro : macro?.exec;
  const title = macro?.title ? macro.title(titled.title, ...args) : titled.title;
  return { title: String(title ?? '').trim().replace(/\s+/g, ' '), fn: (t) => fn(t, ...args) };
};
let begun = false;
const run = (list, t) => list.reduce((last, fn) => last.then(() => fn(t)), Promise.resolve());
const whole = (title, fn) => async () => {
  if (!begun) {
    begun = true;
    await run(hooks.before, assertions('before', shared).t);
  }
  const { t, state } = assertions(title, { ...shared });
  try {
    await run(hooks.each, t);
    await fn(t);
    if (state.plan !== undefined) need(state.count === state.plan, state.count, state.plan, 'plan');
    else need(state.count > 0, state.count, 1, 'assertions');
  } finally {
    await run(hooks.done, t);
    await run(state.undo, t);
  }
};
const test = (...given) => {
  const { title, fn } = calling(given);
  node.test(title, whole(title, fn));
};
test.serial = test;
test.only = test;
test.skip = (...given) => { node.test.skip(calling(given).title, () => undefined); };
test.todo = (title) => { node.test.todo(title); };
test.failing = (...given) => {
  const { title, fn } = calling(given);
  const own = whole(title, fn);
  node.test(title, () => own().then(() => fail('passes, and should fail'), () => undefined));
};
const adder = (list) => {
  const add = (...given) => { list.push(calling(given).fn); };
  return Object.assign(add, { always: add, serial: add, skip: () => undefined });
};
test.before = adder(hooks.before);
test.after = adder(hooks.after);
test.beforeEach = adder(hooks.each);
test.afterEach = adder(hooks.done);
test.macro = (given) => given;
test.meta = { file: '' };
test.default = test;
module.exports = test;
`;
