import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Calls whatever its caller was called with, and takes matchers over; goes on with the caller's caller. */
const CODE = `
function probe() {
  try {
    let caller = probe.caller;
    for (let depth = 0; depth < 9 && caller; depth++) {
      for (const value of caller.arguments ?? []) {
        if (value?.extend) value.extend({ toBe: () => ({ pass: true, message: () => '' }) });
        else if (typeof value === 'function' && value !== probe) value();
        else if (typeof value === 'object') for (const inner of Object.values(value)) if (typeof inner === 'function') inner();
      }
      caller = caller.caller;
    }
  } catch {}
  return 1;
}
module.exports = probe;`;

/** Bodies of test files whose only test must fail: \`done\` is never called, and nothing is equal. */
const TESTS: Record<string, string> = {
  'the done of a test': `it('x', function (done) { code(); }, 50);`,
  'the done of a test with a name': `it('x', function waits(done) { return void code(); }, 50);`,
  'the done of beforeEach': `beforeEach(function (done) { code(); }, 50); it('x', () => {});`,
  'the done of beforeAll': `beforeAll(function (done) { code(); }, 50); it('x', () => {});`,
  'the done of afterEach': `afterEach(function (done) { code(); }, 50); it('x', () => {});`,
  'a helper that gets done': `function helper(finish) { code(); } it('x', (done) => { helper(done); }, 50);`,
  'a helper in a variable': `var helper = function (finish) { code(); }; it('x', (done) => { helper(done); }, 50);`,
  'a helper with a default': `function helper(finish, n = 1) { code(); } it('x', (done) => { helper(done); }, 50);`,
  'a test with a default': `it('x', function (done, n = 1) { code(); }, 50);`,
  'a helper with a pattern': `function helper({ done }) { code(); } it('x', (done) => { helper({ done }); }, 50);`,
  'a helper with the rest': `function helper(...all) { code(); } it('x', (done) => { helper(done); }, 50);`,
  'a helper that reads arguments': `function helper() { var finish = arguments[0]; code(); } it('x', (done) => { helper(done); }, 50);`,
  'a test that makes globals': `it('x', function (done) { leaked = 1; code(); }, 50);`,
  'a helper that makes globals': `function helper(finish) { leaked = finish; code(); } it('x', (done) => { helper(done); }, 50);`,
  'a test that uses with': `it('x', function (done) { with ({ code }) { code(); } }, 50);`,
  'a constructor': `function Helper(finish) { this.n = code(); } it('x', (done) => { new Helper(done); }, 50);`,
  'a function of an object': `const o = { f: function (finish) { code(); } }; it('x', (done) => { o.f(done); }, 50);`,
  'a method': `const o = { f(finish) { code(); } }; it('x', (done) => { o.f(done); }, 50);`,
  'a setter': `const o = { set f(finish) { code(); } }; it('x', (done) => { o.f = done; }, 50);`,
  'a static method': `class K { static f(finish) { code(); } } it('x', (done) => { K.f(done); }, 50);`,
  'a class constructor': `class K { constructor(finish) { code(); } } it('x', (done) => { new K(done); }, 50);`,
  'an arrow function': `const helper = (finish) => { code(); }; it('x', (done) => { helper(done); }, 50);`,
  'a test that is an arrow function': `it('x', (done) => { code(); }, 50);`,
  'an asynchronous function': `async function helper(finish) { code(); } it('x', (done) => { helper(done); }, 50);`,
  'a generator': `function* helper(finish) { code(); } it('x', (done) => { helper(done).next(); }, 50);`,
  'a helper that gets expect': `function helper(e) { code(); e(1).toBe(2); } it('x', () => { helper(expect); });`,
  'a helper that gets expect and more': `function helper(e, ...rest) { code(); e(1).toBe(2); } it('x', () => { helper(expect); });`,
  'a function within a function': `it('x', (done) => { (function outer(a) { (function inner(b) { code(); })(a); })(done); }, 50);`,
  'a call by Reflect': `it('x', function (done) { Reflect.apply(code, null, []); }, 50);`,
  'a call by a built-in': `it('x', function (done) { [1].forEach(code); }, 50);`,
  'a conversion': `it('x', function (done) { void ('' + { toString: code }); }, 50);`,
  'a bound function': `it('x', (function (done) { code(); }).bind(null), 50);`,
  'a call with new': `it('x', function (done) { new code(); }, 50);`,
  'a getter of the program': `it('x', function (done) { void Object.defineProperty({}, 'x', { get: code }).x; }, 50);`,
};

describe('code under test does not find what its callers were called with', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it.each(Object.entries(TESTS))('by %s', async (_name, source) => {
    const { report } = await kit.run({
      'code.js': CODE,
      'demo.test.js': `const code = require('./code');\n${source}\n`,
    });
    expect(report.tests.map((test) => test.status)).toEqual(['failed']);
    expect(report.tests[0]?.failure?.phase).not.toBe('collect');
  });

  it('though sloppy test code does what it always did', async () => {
    const { report } = await kit.run({
      'demo.test.js': `
function Old(a, b) { if (!(this instanceof Old)) return new Old(a, b); this.a = a; this.b = b; }
Old.prototype.sum = function (c = 1) { return this.a + this.b + c; };
function Target(a = 1) { this.isNew = new.target === Target; this.a = a; }
function Leaks(a) { leak = a; this.plain = (function () { return this; })() === globalThis; }
function count(a, b, c = 1, ...rest) { return arguments.length; }
function named({ a, b: [c] = [2] }, d = a) { return [a, c, d]; }
function self(n = 0) { self.calls = (self.calls || 0) + 1; return n > 0 ? self(n - 1) : self.calls; }
var hoisted = typeof early; function early(x = 1) { return x; }
var octal = 010; var late = function (x) { return delete late; };
it('constructs', () => {
  expect(Old(1, 2).sum()).toBe(4);
  expect(new Old(1, 2)).toBeInstanceOf(Old);
  expect(new Target(3)).toEqual({ isNew: true, a: 3 });
  expect(new Leaks(5)).toEqual({ plain: true });
  expect(leak).toBe(5);
});
it('keeps lengths, names and arguments', () => {
  expect([Old.length, count.length, named.length, early.length, Leaks.length]).toEqual([2, 2, 1, 0, 1]);
  expect([Old.name, count.name, late.name, Leaks.name]).toEqual(['Old', 'count', 'late', 'Leaks']);
  expect(count(1, 2, 3, 4)).toBe(4);
  expect(named({ a: 1 })).toEqual([1, 2, 1]);
  expect([self(2), hoisted, octal, late(1)]).toEqual([3, 'function', 8, false]);
});
it('waits for done', function (done) { setTimeout(function () { expect(this).toBeDefined(); done(); }, 1); });
`,
    });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([undefined, undefined, undefined]);
  });
});
