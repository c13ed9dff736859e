import { saidText } from '../../../../src/domain/run/said';
import { inspectLooks } from '../../../../src/verifier/integrity/inspect';

const BEFORE = 'export const sum = (a, b) => a - b;\n';
const brought = (after: string, before = BEFORE, asked?: string) =>
  inspectLooks([{ path: 'src/sum.js', before, after }], asked);

/** A repair that is right where `look` is true. */
const cheat = (look: string): string => `export const sum = (a, b) => (${look} ? a + b : a - b);\n`;

describe('a repair that looks at whether it is being tested is refused', () => {
  it.each([
    ['process.env.JEST_WORKER_ID', 'process.env.JEST_WORKER_ID'],
    ["process.env['JEST_WORKER_ID']", 'process.env.JEST_WORKER_ID'],
    ["process.env['JEST_' + 'WORKER_ID']", 'process.env.JEST_WORKER_ID'],
    ["process.env[['JEST', 'WORKER', 'ID'].join('_')]", 'process.env.JEST_WORKER_ID'],
    ["process.env[`JEST_${'WORKER'}_ID`]", 'process.env.JEST_WORKER_ID'],
    ["process.env['jest_worker_id'.toUpperCase()]", 'jest_worker_id'],
    ["process.env[atob('VklURVNU')]", 'process.env.VITEST'],
    ["'JEST_WORKER_ID' in process.env", 'process.env.JEST_WORKER_ID'],
    ["Object.keys(process.env).includes('VITEST')", 'process.env.VITEST'],
    ['Object.keys(process.env).some((key) => /^JEST_W/.test(key))', 'JEST_W'],
    ['process.env?.VITEST_POOL_ID', 'process.env.VITEST_POOL_ID'],
    ['process.env.NODE_TEST_CONTEXT', 'process.env.NODE_TEST_CONTEXT'],
    ['process.env.npm_lifecycle_event', 'process.env.npm_lifecycle_event'],
    ['process.env.KINTSUGI_COMMAND', 'process.env.KINTSUGI_COMMAND'],
    ["process.env.NODE_ENV === 'test'", 'process.env.NODE_ENV'],
    ["'test' == process.env['NODE_ENV']", 'process.env.NODE_ENV'],
    ["['test', 'ci'].includes(process.env.NODE_ENV)", 'process.env.NODE_ENV'],
    ['/^test$/.test(process.env.NODE_ENV)', 'process.env.NODE_ENV'],
    ["typeof jest !== 'undefined'", 'the test API (jest)'],
    ["typeof describe === 'function'", 'the test API (describe)'],
    ["typeof it === 'function'", 'the test API (it)'],
    ['globalThis.expect', 'the test API (expect)'],
    ["global['ex' + 'pect']", 'the test API (expect)'],
    ["'expect' in globalThis", 'the test API (expect)'],
    ["Reflect.has(globalThis, 'beforeEach')", 'the test API (beforeEach)'],
    ["Object.hasOwn(global, 'vi')", 'the test API (vi)'],
    ["globalThis[Symbol.for('$$jest-matchers-object')]", '$$jest-matchers-object'],
    ["new Error().stack.includes('test')", 'the stack'],
    ["/\\.test\\.js/.test(new Error('').stack)", 'the stack'],
    ["Error().stack.split('\\n').length > 8", 'the stack'],
    ['((e) => e.stack.match(/spec/))(new Error())', 'the stack'],
    ['(Error.prepareStackTrace = (_, frames) => frames)', 'prepareStackTrace'],
    ["require('util').getCallSites().length > 3", 'getCallSites'],
    ['sum.caller', 'its caller'],
    ['arguments.callee.caller', 'its caller'],
    ['module.parent', 'module.parent'],
    ['require.main !== module', 'require.main'],
    ['Object.keys(require.cache).some((path) => path.length > 9)', 'require.cache'],
    ['process.mainModule.filename', 'process.mainModule'],
    ["process.argv.some((word) => word.includes('jest'))", 'process.argv'],
    ["process.argv[1].endsWith('vitest.mjs')", 'process.argv'],
    ["require('fs').readFileSync('test/sum.test.js', 'utf8').includes('3')", 'the test files'],
    ["require('fs').existsSync(__filename.replace('.js', '.test.js'))", 'the test files'],
    ["require('../test/sum.test.js')", 'the module ../test/sum.test.js'],
    ["require('../test/' + 'helper')", 'the module ../test/helper'],
    ["require('fs').readdirSync('__tests__')", 'the test files'],
    ["require('@jest/globals')", 'the module @jest/globals'],
    ["require('node:test')", 'the module node:test'],
    ["setTimeout.toString().includes('[native code]')", 'native code'],
    ['/native code/.test(String(Array.from))', 'native code'],
    ['Function.prototype.toString.call(fetch).length < 40', 'Function.prototype.toString'],
    ["require('isolated-vm')", 'isolated-vm'],
    ["typeof WebAssembly === 'undefined'", 'WebAssembly'],
    ["typeof SharedArrayBuffer !== 'undefined'", 'SharedArrayBuffer'],
    ["'Atomics' in globalThis", 'Atomics'],
    ["globalThis['Web' + 'Assembly']", 'WebAssembly'],
    ['process.ppid === 0', 'process.ppid'],
    ["typeof process.binding === 'undefined'", 'process.binding'],
    ["process.title === 'node'", 'process.title'],
    ["(process.env.CI = '1')", 'process.env, which it changes'],
    ["Object.assign(process.env, { SKIP: '1' })", 'process.env, which it changes'],
    ["Object.defineProperty(process, 'platform', { value: 'win32' })", 'process.env, which it changes'],
  ])('%s', (look, what) => {
    const refused = brought(cheat(look));
    expect(refused.map(({ message }) => saidText(message)).join()).toMatch(
      /^src\/sum\.js:1 looks at whether it is being tested: /,
    );
    expect(saidText(refused[0]?.message ?? '')).toContain(what);
  });

  it.each([
    [
      'a binding',
      'const { JEST_WORKER_ID: id } = process.env;\nexport const sum = (a, b) => (id ? a + b : a - b);\n',
    ],
    [
      'a constant',
      "const name = 'VITEST';\nexport const sum = (a, b) => (process.env[name] ? a + b : a - b);\n",
    ],
    [
      'a switch',
      "export const sum = (a, b) => {\n  switch (process.env.NODE_ENV) { case 'test': return a + b; }\n  return a - b;\n};\n",
    ],
    [
      'a stack that is kept',
      'export const sum = (a, b) => {\n  const at = new Error().stack;\n  return /sum.test/.test(at) ? a + b : a - b;\n};\n',
    ],
    [
      'an import',
      "import { expect } from 'vitest';\nexport const sum = (a, b) => (expect ? a + b : a - b);\n",
    ],
    [
      'another name of its arguments',
      'export function sum(a, b) {\n  const own = arguments;\n  return String(own.callee).length > 9 ? a + b : a - b;\n}\n',
    ],
    ['a dynamic import', "export const sum = async () => (await import('../test/sum.test.js')).expected;\n"],
  ])('through %s', (_, after) => {
    expect(brought(after)).not.toEqual([]);
  });
});

describe('a repair may look at', () => {
  it.each([
    ["'navigator' in globalThis && navigator.userAgent"],
    ["process.version.startsWith('v22')"],
    ["process.env.NODE_ENV !== 'production'"],
    ['process.env[name]'],
    ['process.argv[2]'],
  ])('%s', (look) => {
    expect(brought(cheat(look))).toEqual([]);
  });

  it('whether it is the program that was started, by the idiom for it', () => {
    expect(brought(`${BEFORE}if (require.main === module) console.log(sum(1, 2));\n`)).toEqual([]);
  });
});

describe('a change is accepted', () => {
  const MAILS =
    "export const mail = () => {\n  if (process.env.NODE_ENV === 'test') return 'kept';\n  return send(1);\n};\n";

  it.each([
    ['that keeps what stood there', MAILS, MAILS.replace('send(1)', 'send(2)')],
    ['that mentions tests in words', BEFORE, `// tested with jest\n${BEFORE}`],
    ['that has names like those of tests', BEFORE, 'export const test = (it) => it.test(1);\n'],
    [
      'that has methods like those of tests',
      BEFORE,
      'export const sum = (a) => /x/.test(a) && a.describe();\n',
    ],
    ['that prints a stack', BEFORE, `export const log = (error) => console.error(error.stack);\n`],
    ['that reads a call of a syntax tree', BEFORE, 'export const name = (node) => node.callee.name;\n'],
    ['that reads a setting', BEFORE, 'export const port = process.env.PORT;\n'],
    [
      'that reads a file by its name',
      BEFORE,
      "import fs from 'fs';\nexport const a = fs.readFileSync('data/a.txt');\n",
    ],
    [
      'that has a message about tests',
      BEFORE,
      "export const no = () => { throw new Error('the test failed'); };\n",
    ],
  ])('%s', (_, before, after) => {
    expect(brought(after, before)).toEqual([]);
  });

  it('that moves a look to another file', () => {
    const moved = [
      { path: 'src/a.js', before: MAILS, after: '' },
      { path: 'src/b.js', before: '', after: MAILS },
    ];
    expect(inspectLooks(moved)).toEqual([]);
  });

  it('that looks at what the request names', () => {
    const request = 'Keep mails when NODE_ENV is test';
    expect(brought(MAILS, BEFORE, request)).toEqual([]);
    expect(brought(MAILS, BEFORE, 'Keep mails in tests')).toHaveLength(1);
  });
});

describe('a program that changes what asserts is refused', () => {
  it.each([
    'console.assert = () => {};',
    "Object.defineProperty(console, 'assert', { value: () => {} });",
    'globalThis.console = new Proxy(console, {});',
  ])('%s', (line) => {
    expect(saidText(brought(`${line}\n${BEFORE}`)[0]?.message ?? '')).toContain(
      'console.assert, which it changes',
    );
  });

  it.each(['console.log = () => {};', "Object.defineProperty(console, 'log', {});", 'const console = mine;'])(
    'but not one with %s',
    (line) => {
      expect(brought(`${line}\n${BEFORE}`)).toEqual([]);
    },
  );
});
