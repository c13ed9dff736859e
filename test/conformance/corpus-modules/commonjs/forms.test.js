const whole = require('./src/whole');
const { first, second } = require('./src/named');
const counter = require('./src/counter');
const folder = require('./src/folder');
const data = require('./src/data');
const cycle = require('./src/cycle-a');

it('exports a whole', () => expect(whole(2)).toBe(3));
it('exports names', () => expect([first, second]).toEqual([1, 2]));
it('loads once', () => {
  counter.add();
  expect(require('./src/counter').read()).toBe(1);
});
it('loads folders and JSON', () => expect([folder.name, data.a]).toEqual(['folder', 1]));
it('loads circles as far as they are', () => expect(cycle).toEqual({ done: true, seen: { early: 1 } }));
it('is sloppy', () => {
  expect(
    (function () {
      return this;
    })(),
  ).toBe(globalThis);
  leaked = 1;
  expect(globalThis.leaked).toBe(1);
  delete globalThis.leaked;
});
it('knows its place', () => {
  expect(__filename.endsWith('forms.test.js')).toBe(true);
  expect(__dirname.endsWith('commonjs')).toBe(true);
  expect(module.exports).toBe(exports);
  expect(this).toBeDefined();
});
it('resolves names', () => expect(require.resolve('./src/whole').endsWith('whole.js')).toBe(true));
it('throws for what is not there', () => {
  expect(() => require('./src/nowhere')).toThrow(/Cannot find module/);
  let code;
  try {
    require('./src/nowhere');
  } catch (error) {
    code = error.code;
  }
  expect(code).toBe('MODULE_NOT_FOUND');
});
it('throws what a module throws, each time', () => {
  expect(() => require('./src/throws')).toThrow('from the module');
  expect(() => require('./src/throws')).toThrow('from the module');
});
it('returns early', () => expect(require('./src/early-return')).toEqual({ before: true }));
it('hides exports', () => expect(require('./src/shadow')).toEqual({ outer: 1, inner: 2 }));
it('has functions with any parameters', function () {
  function Old(a, b) {
    if (!(this instanceof Old)) return new Old(a, b);
    this.sum = a + b;
  }
  function count(a, b = 2, ...rest) {
    return [arguments.length, a + b, rest];
  }
  expect(Old(1, 2).sum).toBe(3);
  expect([count.length, Old.length]).toEqual([1, 2]);
  expect(count(1, 2, 3)).toEqual([3, 3, [3]]);
});
it('waits for done', function (done) {
  setTimeout(function () {
    done();
  }, 1);
});
