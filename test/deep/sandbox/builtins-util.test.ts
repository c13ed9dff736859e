import { differences } from '../../support/builtins-kit';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Values whose text `inspect` and `format` must write as Node does. */
const VALUES = [
  ...[
    '1',
    '-0',
    '1n',
    'NaN',
    'null',
    'undefined',
    'true',
    `'text'`,
    `"it's"`,
    `'"a" and \\'b\\''`,
    `'\\n\\t\\x1b\\x7f'`,
  ],
  ...[
    `'\\ud83d'`,
    `Symbol('s')`,
    '[]',
    '{}',
    '[1, , 3]',
    '[undefined, null]',
    '() => 1',
    'function named() {}',
  ],
  ...['class A {}', 'class extends Array {}', 'async () => {}', 'function* g() {}', 'async function* h() {}'],
  ...[
    'new Date(0)',
    'new Date(NaN)',
    '/x/g',
    'new Map([[1, { a: 2 }]])',
    'new Set([[1], "a"])',
    'new Map()',
    'new Set()',
  ],
  ...['new (class Foo { constructor() { this.a = 1; } })()', 'new (class Bar {})()', 'Object.create(null)'],
  ...[
    'Object.assign(Object.create(null), { x: 1 })',
    'Object.assign([1, 2], { x: 1 })',
    'Object.assign(() => {}, { y: 1 })',
  ],
  ...['new (class Q extends Map {})([[1, 2]])', 'new (class L extends Array {})(3)', 'new Uint8Array(3)'],
  ...[
    'new Float64Array([1.5, -0])',
    'new BigInt64Array(2)',
    'Buffer.from("abc")',
    'new WeakMap()',
    'new WeakSet()',
  ],
  ...[
    'Object(1)',
    'Object("ab")',
    'Object(true)',
    'Object(Symbol("q"))',
    'Object(1n)',
    'Object.assign(Object("ab"), { z: 1 })',
  ],
  ...[
    '{ a: { b: { c: { d: 1 } } } }',
    '[[[[1]]]]',
    '{ get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }',
  ],
  ...[
    '{ "a-b": 1, $c: 2, 3: 4, "": 5 }',
    '{ [Symbol.for("nodejs.util.inspect.custom")]() { return "custom"; } }',
  ],
  ...[
    '(() => { const o = { a: [] }; o.self = o; o.a.push(o); return o; })()',
    '(function () { return arguments; })(1, 2)',
  ],
  ...[
    'Math',
    'JSON',
    'globalThis.Reflect',
    'Object.create({ a: 1 })',
    'new Proxy({ a: 1 }, {})',
    'Map.prototype',
    'Array.prototype',
  ],
  ...[
    'new URL("https://u:p@h.org:81/p?q=1#f")',
    'new URLSearchParams("a=1&b=2")',
    '{ a: "x".repeat(100) }',
    '"y".repeat(120)',
  ],
  ...[
    '"line\\n".repeat(30)',
    'Array.from({ length: 120 }, (_, i) => i)',
    'Array.from({ length: 27 }, (_, i) => "s".repeat(i % 9))',
  ],
  ...[
    'Array.from({ length: 9 }, (_, k) => ({ k }))',
    'Object.fromEntries(Array.from({ length: 30 }, (_, i) => ["key" + i, i]))',
  ],
  ...[
    '["日本語", "あ", "いろは", "a", "b", "c", "d"]',
    'new Array(5)',
    'new Array(200).fill(7)',
    '{ u: undefined, f() {}, n: null }',
  ],
  ...[
    'Object.assign(new Error("m"), { stack: "Error: m\\n    at f (a.js:1:2)" })',
    'Object.assign(new TypeError("m"), { stack: undefined })',
  ],
  ...['Object.assign(new RangeError("m"), { stack: "RangeError: m\\n    at a.js:1:2", code: "E" })'],
  ...[
    '(() => { class Own extends Error {} const e = new Own("m"); e.stack = "Error: m\\n    at a.js:1:2"; return e; })()',
  ],
  ...[
    'Object.assign(new Error("out", { cause: "in" }), { stack: "Error: out\\n    at a.js:1:2" })',
    'new (class { get [Symbol.toStringTag]() { return "Tag"; } })()',
  ],
];

const OPTIONS = [
  ...[
    '{}',
    '{ depth: 0 }',
    '{ depth: null }',
    '{ compact: false }',
    '{ compact: true }',
    '{ colors: true }',
    '{ sorted: true }',
  ],
  ...[
    '{ breakLength: 20 }',
    '{ breakLength: Infinity }',
    '{ maxArrayLength: 1 }',
    '{ maxStringLength: 5 }',
    '{ getters: true }',
  ],
];

const FORMATS = [
  `'%s %s', 'a', { b: 1 }`,
  `'%d%%', '4.5'`,
  `'%i %f', '4.5px', '4.5px'`,
  `'%j', { a: 1 }`,
  `'a', 1, 'b', {}`,
  `1, 'x'`,
  `'%s'`,
  `'100%', 5`,
  `'%%'`,
  `'%s', -0, 1n`,
  `'%s', Symbol('x')`,
  `'%s', [1, [2, [3]]]`,
  `'%s', { toString() { return 'me'; } }`,
  `'%s', new (class A { toString() { return 'A!'; } })()`,
  `'%s', Object.create(null)`,
  `'%d', 5n`,
  `'%d', {}`,
  `'%i', 5n`,
  `'%o', { a: { b: { c: {} } } }`,
  `'%O', { a: { b: { c: { d: {} } } } }`,
  `'%c', 'css', 'x'`,
  `'%x', 1`,
  `'%s%s', 'a'`,
  `'%j', (() => { const o = {}; o.o = o; return o; })()`,
  ``,
  `''`,
  `undefined`,
  `'%s:%s', 'a', 'b', 'c', { d: 1 }`,
  `'%s', new Map([[1, 2]])`,
];

const FUNCTIONS = [
  ...[
    'util.promisify(5)',
    'util.callbackify(5)',
    'util.callbackify(async () => 1)(5)',
    'util.inherits(function () {}, null)',
  ],
  'await util.promisify((a, cb) => cb(null, a + 1))(1)',
  'await util.promisify((cb) => cb(new Error("no")))()',
  'util.promisify(Object.assign(() => {}, { [util.promisify.custom]: 5 }))',
  'util.promisify(Object.assign(() => {}, { [util.promisify.custom]: () => 7 }))()',
  'await util.promisify(setTimeout)(1, "v")',
  'util.promisify(function named(cb) {}).name',
  'await new Promise((r) => util.callbackify(async (a) => a * 2)(4, (...all) => r(all)))',
  'await new Promise((r) => util.callbackify(async () => { throw null; })((e) => r([e.code, e.message, e.reason])))',
  '(() => { function A() {} function B() {} B.prototype.b = 1; util.inherits(A, B); return [new A().b, A.super_ === B]; })()',
  ...[
    'util.inherits(null)',
    'util.inherits(function () {}, {})',
    'util.isDeepStrictEqual({ a: [1] }, { a: [1] })',
    'util.isArray([])',
  ],
  ...[
    'util.styleText("redd", "x")',
    'util.styleText(["bold", "red"], "x", { validateStream: false })',
    'util.styleText("red", 5)',
  ],
  'util.parseArgs({ args: ["-f", "--bar", "b"], options: { foo: { type: "boolean", short: "f" }, bar: { type: "string" } } })',
  ...[
    'util.parseArgs({ args: ["--x"] })',
    'util.parseArgs({ args: ["x"] })',
    'util.parseArgs({ args: ["x", "--", "--y"], allowPositionals: true })',
  ],
  'util.parseArgs({ args: ["--foo"], options: { foo: { type: "string", short: "f" } } })',
  'util.parseArgs({ args: ["--foo=1"], options: { foo: { type: "boolean" } } })',
  'util.parseArgs({ args: ["--foo", "-x"], options: { foo: { type: "string" } } })',
  'util.parseArgs({ args: ["-abc"], options: { a: { type: "boolean", short: "a" }, b: { type: "boolean", short: "b" }, c: { type: "boolean", short: "c" } } })',
  'util.parseArgs({ args: ["--no-color"], options: { color: { type: "boolean" } }, allowNegative: true })',
  'util.parseArgs({ args: ["--x", "y", "z"], strict: false })',
  'util.parseArgs({ args: ["-fval"], options: { f: { type: "string", short: "f" } } })',
  'util.parseArgs({ args: ["--m", "1", "--m", "2"], options: { m: { type: "string", multiple: true } } })',
  'util.parseArgs({ args: [], options: { d: { type: "string", default: "x" } } })',
  'util.parseArgs({ args: ["--a", "-b"], options: { a: { type: "boolean" }, b: { type: "boolean", short: "b" } }, tokens: true })',
  ...[
    'util.parseArgs({ options: { a: { type: "num" } } })',
    'util.parseArgs({ args: [], options: { a: { type: "string", short: "ab" } } })',
  ],
  ...[
    'util.getSystemErrorName(-2)',
    'util.getSystemErrorName(5)',
    'util.toUSVString("a\\ud800b")',
    'util.stripVTControlCharacters("\\u001b[31mx\\u001b[0m")',
  ],
  ...[
    'util.stripVTControlCharacters(5)',
    'util.debuglog("x").enabled',
    'util.debuglog("x")("a")',
    'util._extend({ a: 1 }, { b: 2 })',
    'util.inspect.length',
  ],
  ...[
    'util.inspect({ a: { b: { c: {} } } }, false, 0)',
    'util.inspect({ a: 1 }, false, 2, true)',
    'util.formatWithOptions({ colors: true }, "%s %O", "a", { b: 1 })',
  ],
  ...[
    'util.formatWithOptions(5)',
    'String(util.inspect.custom)',
    'util.types.isDate(new Date())',
    'util.types.isRegExp({})',
    'util.types.isNativeError(new TypeError())',
  ],
  ...[
    'util.types.isTypedArray(Buffer.alloc(1))',
    'util.types.isUint8Array(new Uint8Array())',
    'util.types.isAnyArrayBuffer(new ArrayBuffer(1))',
  ],
  ...[
    'util.types.isGeneratorFunction(function* () {})',
    'util.types.isAsyncFunction(async () => {})',
    'util.types.isBoxedPrimitive(Object(1))',
    'util.types.isMap({ __proto__: Map.prototype })',
  ],
  ...[
    'util.types.isPromise(Promise.resolve())',
    'util.types.isArgumentsObject((function () { return arguments; })())',
    'util.types.isSymbolObject(Object(Symbol()))',
  ],
  ...[
    'util.types.isMapIterator(new Map().keys())',
    'util.types.isArrayBufferView(new DataView(new ArrayBuffer(1)))',
    'require("util/types") === util.types',
    'require("sys") === util',
  ],
  'util.inspect(new (class { [util.inspect.custom](depth, options, inspect) { return inspect({ depth, same: inspect.custom === util.inspect.custom }, options); } })())',
  '(() => { util.inspect.defaultOptions.depth = 0; try { return util.inspect({ a: { b: 1 } }); } finally { util.inspect.defaultOptions.depth = 2; } })()',
  ...[
    'util.inspect({ a: 1n, b: 123456.789 }, { numericSeparator: true })',
    'util.inspect("a".repeat(5), { maxStringLength: 2 })',
    'util.inspect(new Map([["a", 1]]), { showHidden: true })',
  ],
  ...[
    'util.inspect([1, 2], { showHidden: true })',
    'util.inspect({ get a() { return { b: 1 }; } }, { getters: true })',
    'util.aborted(5)',
  ],
];

describe('node:util in the sandbox is as in Node', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());
  const prelude = `const util = require('util');`;

  it('for inspect', async () => {
    const cases = OPTIONS.flatMap((options) => VALUES.map((value) => `util.inspect(${value}, ${options})`));
    expect(await differences(kit, { prelude, cases })).toEqual([]);
    expect(cases.length).toBeGreaterThan(1_000);
  });

  it('for format', async () => {
    const cases = FORMATS.map((values) => `util.format(${values})`);
    expect(await differences(kit, { prelude, cases })).toEqual([]);
  });

  it('for everything else', async () => {
    expect(await differences(kit, { prelude, cases: FUNCTIONS })).toEqual([]);
  });
});
