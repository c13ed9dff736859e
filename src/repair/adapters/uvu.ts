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
