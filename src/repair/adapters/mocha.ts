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
