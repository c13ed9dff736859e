import { differences } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const prelude = `const assert = require('assert');
const util = require('util');
class A { constructor() { this.a = 1; } }
class B { constructor() { this.a = 1; } }
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => i + from);
// What is thrown, with its own fields; stacks differ.
const thrown = (run) => { try { return ['returned', run()]; } catch (e) { return [e.name, e.code, e.generatedMessage, e.operator, e.message, e.actual, e.expected, e instanceof assert.AssertionError, String(e)]; } };
const rejected = async (run) => { try { return ['resolved', await run()]; } catch (e) { return [e.name, e.code, e.generatedMessage, e.operator, e.message]; } };
const boom = (error) => () => { throw error; };`;

/** Pairs to compare in every way there is. */
const PAIRS = [
  ...[
    `1, '1'`,
    'NaN, NaN',
    '0, -0',
    'null, undefined',
    '[1, , 3], [1, undefined, 3]',
    '{ a: undefined }, {}',
    'new A(), new B()',
  ],
  ...[
    'new A(), { a: 1 }',
    `new Set([1, '1']), new Set(['1', 1])`,
    `new Set([1]), new Set(['1'])`,
    'new Set([{ a: 1 }]), new Set([{ a: 1 }])',
  ],
  ...[
    'new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])',
    `new Map([[1, 1]]), new Map([['1', 1]])`,
    'new Map([[null, 1]]), new Map([[undefined, 1]])',
  ],
  ...[
    'new Date(1), new Date(1)',
    'new Date(1), new Date(2)',
    'new Date(NaN), new Date(NaN)',
    '/a/g, /a/g',
    '/a/g, /a/i',
    'Object(1), Object(1)',
    'Object(1), Object(2)',
  ],
  ...[
    'Object(1), 1',
    `new Error('a'), new Error('a')`,
    `new Error('a'), new TypeError('a')`,
    `new Error('a'), new Error('b')`,
    `Object.assign(new Error('a'), { x: 1 }), new Error('a')`,
  ],
  ...[
    '[1, 2], { 0: 1, 1: 2, length: 2 }',
    'new Uint8Array([1]), new Uint8Array([1])',
    'new Uint8Array([1]), Buffer.from([1])',
    'new Float32Array([0]), new Float32Array([-0])',
  ],
  ...[
    'new Uint8Array([1]), [1]',
    '() => {}, () => {}',
    '{ [Symbol.for("a")]: 1 }, { [Symbol.for("a")]: 2 }',
    '{ [Symbol.for("a")]: 1 }, {}',
    'Object.create(null), {}',
  ],
  ...[
    'Object.assign([1], { x: 1 }), [1]',
    `'a', ['a']`,
    '{}, null',
    'new ArrayBuffer(2), new ArrayBuffer(2)',
    'new Set([[1], [2]]), new Set([[2], [1]])',
    `new Set([1, 2]), new Set([1, '2'])`,
  ],
  ...[
    `new Map([['a', { b: 1 }]]), new Map([['a', { b: '1' }]])`,
    '1n, 1',
    '(function () { return arguments; })(1), [1]',
    `Object('a'), Object('a')`,
    '[NaN], [NaN]',
    '[[[[[[]]]]]], [[[[[]]]]]',
  ],
  ...[
    '(() => { const o = {}; o.o = o; return o; })(), (() => { const o = {}; o.o = o; return o; })()',
    '1, 2',
    `'a', 'b'`,
    `'hello world', 'hello wurld'`,
    `'a\\nb', 'a\\nc'`,
    'undefined, null',
  ],
  ...[
    '{ a: 1, b: [1, 2, { c: 3 }] }, { a: 1, b: [1, 2, { c: 4 }] }',
    'range(30), range(30, 1)',
    'range(60), range(60)',
    `Symbol.iterator, Symbol.asyncIterator`,
    'range(10), [...range(5), 99, ...range(4, 6)]',
  ],
  ...[
    `'x'.repeat(100), 'y'.repeat(100)`,
    `{ a: 'x'.repeat(60), b: 1 }, { a: 'x'.repeat(60), b: 2 }`,
    '[1, 2, 3], [1, 3]',
    '{ a: 1, b: 2 }, { a: 1 }',
    'new Map([[1, 2], [3, 4]]), new Map([[3, 4]])',
  ],
];

const METHODS = [
  'equal',
  'notEqual',
  'deepEqual',
  'notDeepEqual',
  'strictEqual',
  'notStrictEqual',
  'deepStrictEqual',
  'notDeepStrictEqual',
  'partialDeepStrictEqual',
];

const EXPECTATIONS = [
  ...[
    'undefined',
    'Error',
    'TypeError',
    `'x'`,
    `'other'`,
    '/x/',
    '/y/',
    `{ message: 'x' }`,
    `{ message: 'y' }`,
    `{ message: /x/ }`,
    `{ message: /y/ }`,
  ],
  ...[
    `{ message: 'x', code: 5 }`,
    `{ name: 'TypeError', message: 'x' }`,
    '{}',
    '() => true',
    '() => false',
    'function named() { return 1; }',
    '5',
    `new Error('x')`,
    `new Error('y')`,
  ],
];

const THROWN = [
  `new Error('x')`,
  `new TypeError('x')`,
  `Object.assign(new Error('x'), { code: 5 })`,
  `'x'`,
  '5',
  'null',
  '{ message: "x" }',
];

const OTHERS = [
  ...[
    'assert(1)',
    'assert.ok(true)',
    'assert.ok(false, "m")',
    'assert()',
    'assert.ok()',
    'assert(0, new TypeError("own"))',
    'assert.equal(1)',
    'assert.deepEqual()',
  ],
  ...[
    'assert.equal(1, 2, "given")',
    'assert.equal(1, 2, new TypeError("given"))',
    'assert.throws(() => {})',
    'assert.throws(() => {}, Error)',
    'assert.throws(() => {}, TypeError, "msg")',
  ],
  ...[
    'assert.throws(() => {}, "msg")',
    'assert.throws("x")',
    'assert.doesNotThrow(() => {})',
    'assert.doesNotThrow(boom(new Error("x")))',
    'assert.doesNotThrow(boom(new Error("x")), "mm")',
  ],
  ...[
    'assert.doesNotThrow(boom(new Error("x")), TypeError)',
    'assert.doesNotThrow(boom(new Error("x")), Error, "zz")',
    'assert.ifError(null)',
    'assert.ifError(0)',
    'assert.ifError(new Error("ie"))',
  ],
  ...[
    'assert.ifError("str")',
    'assert.fail()',
    'assert.fail("why")',
    'assert.fail(new TypeError("own"))',
    'assert.match("abc", /x/)',
    'assert.match("abc", /b/)',
    'assert.match(5, /x/)',
    'assert.match("abc", "x")',
  ],
  ...[
    'assert.doesNotMatch("abc", /b/)',
    'assert.match("abc", /x/, "mine")',
    'assert.match("abc", /x/, new Error("e"))',
    'assert.strict.equal(1, "1")',
    'assert.strict.deepEqual({ a: 1 }, { a: "1" })',
  ],
  ...[
    'new assert.AssertionError("x")',
    '(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: "strictEqual" }); })()',
    '(() => { throw new assert.AssertionError({ message: "mm" }); })()',
  ],
  ...[
    '(() => { throw new assert.AssertionError({ actual: 1, expected: 2 }); })()',
    '(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: "foo" }); })()',
    'assert.strict.strict === assert.strict',
  ],
  ...[
    'require("assert/strict") === assert.strict',
    'typeof assert.strict',
    'assert.AssertionError.name',
    'new assert.AssertionError({ message: "q" }) instanceof Error',
    'Object.keys(new assert.AssertionError({ actual: 1, expected: 2, operator: "==" })).sort().filter((key) => key !== "diff")',
  ],
];

const PROMISES = [
  ...[
    'assert.rejects(async () => {})',
    'assert.rejects(Promise.resolve(1))',
    'assert.rejects(Promise.reject(new Error("q")), /z/)',
    'assert.rejects(Promise.reject(new Error("q")), /q/)',
    'assert.rejects(() => 1)',
  ],
  ...[
    'assert.rejects(5)',
    'assert.rejects(boom(new Error("sync")))',
    'assert.rejects(Promise.reject(new Error("q")), { message: "q" })',
    'assert.rejects(Promise.reject(new Error("q")), TypeError)',
    'assert.rejects(async () => {}, Error, "m")',
  ],
  ...[
    'assert.doesNotReject(Promise.reject(new Error("dn")))',
    'assert.doesNotReject(async () => { throw new Error("dn"); }, "mmm")',
    'assert.doesNotReject(Promise.resolve())',
    'assert.rejects({ then() {} })',
    'assert.rejects(Promise.reject(1))',
  ],
];

describe('node:assert in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('for equality and its messages', async () => {
    const cases = METHODS.flatMap((method) =>
      PAIRS.map((pair) => `thrown(() => assert.${method}(${pair}))[4]`),
    );
    const facts = METHODS.flatMap((method) =>
      PAIRS.map((pair) => `thrown(() => assert.${method}(${pair})).slice(0, 4)`),
    );
    const equality = PAIRS.map((pair) => `util.isDeepStrictEqual(${pair})`);
    expect(await differences(kit, { prelude, cases: [...cases, ...facts, ...equality] })).toEqual([]);
    expect(cases.length).toBeGreaterThan(500);
  });

  it('for what is thrown', async () => {
    const cases = THROWN.flatMap((error) =>
      // Node puts a stack into the message where something else than an error meets an error.
      EXPECTATIONS.filter((expected) => /Error\(/.test(error) || !/^(?:new )?Error/.test(expected)).flatMap(
        (expected) => [
          `thrown(() => assert.throws(boom(${error}), ${expected})).slice(0, 5)`,
          `thrown(() => assert.throws(boom(${error}), ${expected}, 'own text')).slice(0, 5)`,
        ],
      ),
    );
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('for everything else', async () => {
    const cases = [
      ...OTHERS.map((one) => `thrown(() => ${one}).slice(0, 5)`),
      ...PROMISES.map((one) => `await rejected(() => ${one})`),
    ];
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('with failures that reports can show', async () => {
    const tests = await kit.tests(`import assert from 'node:assert';
it('compares', () => { assert.deepStrictEqual({ a: [1, 2] }, { a: [1, 3] }); });
it('is falsy', () => { assert(0 > 1); });`);
    expect(tests[0]?.failure).toMatchObject({
      errorName: 'AssertionError',
      location: { file: 'demo.test.ts', line: 2 },
    });
    expect(tests[0]?.failure?.message).toContain('+     2\n-     3');
    expect(tests[0]?.failure?.diff).toContain('-     3');
    expect(tests[1]?.failure).toMatchObject({
      message: 'false == true',
      location: { file: 'demo.test.ts', line: 3 },
    });
  });
});
