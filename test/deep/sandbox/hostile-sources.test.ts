import { createKit, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const DEEP = 100_000;
const FIVE_MB = 5_000_000;

/** Sources that are nested, long or broken beyond reason, by path. */
const SOURCES: [name: string, path: string, source: string][] = [
  ['a long sum', 'a.ts', `export const x = '1'${'+1'.repeat(3e5)};`],
  ['a long sum in a script', 'a.js', `module.exports = '1'${'+1'.repeat(3e5)};`],
  ['parentheses', 'a.ts', `export const x = ${'('.repeat(DEEP)}1${')'.repeat(DEEP)};`],
  ['parentheses in a script', 'a.js', `module.exports = ${'('.repeat(DEEP)}1${')'.repeat(DEEP)};`],
  ['fewer parentheses', 'a.ts', `export const x = ${'('.repeat(3e4)}1${')'.repeat(3e4)};`],
  ['arrays', 'a.mjs', `export const x = ${'['.repeat(DEEP)}${']'.repeat(DEEP)};`],
  ['arrays in JSON', 'a.json', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
  ['templates', 'a.ts', `export const x = ${'`${'.repeat(DEEP)}1${'}`'.repeat(DEEP)};`],
  ['fewer templates', 'a.mts', `export const x = ${'`${'.repeat(2e4)}1${'}`'.repeat(2e4)};`],
  ['blocks', 'a.ts', '{'.repeat(DEEP) + '}'.repeat(DEEP)],
  ['types', 'a.ts', `export type X = ${'Array<'.repeat(3e4)}string${'>'.repeat(3e4)};`],
  ['JSX', 'a.tsx', `export const x = ${'<a>'.repeat(2e4)}${'</a>'.repeat(2e4)};`],
  ['arrow functions', 'a.ts', `export const x = ${'() => '.repeat(4e4)}1;`],
  ['decorators', 'a.ts', `${'@a '.repeat(5e4)}class A {}`],
  ['one line of numbers', 'a.ts', `export const x = [${'1,'.repeat(FIVE_MB / 2)}];`],
  ['one line of numbers in a script', 'a.js', `module.exports = [${'1,'.repeat(FIVE_MB / 2)}];`],
  ['one line of statements', 'a.mjs', `export let a = 1;${'a=1;'.repeat(FIVE_MB / 4)}`],
  ['one long text', 'a.ts', `export const x: string = "${'a'.repeat(FIVE_MB)}";`],
  ['one long name', 'a.ts', `export const x: string = ${'a'.repeat(FIVE_MB)};`],
  ['nothing but blanks', 'a.ts', ' '.repeat(FIVE_MB)],
  ['half of an enum, often', 'a.ts', 'enum a{'.repeat(2e4)],
  ['half of a constructor, often', 'a.ts', 'constructor('.repeat(2e4)],
  ['half of a call, often', 'a.js', 'require<'.repeat(6e5)],
  ['NUL bytes', 'a.ts', `export const x = 1;\0\0`],
  ['lone surrogates', 'a.ts', `export const x: string = "\ud800\udc00\udc00"; export const \ud800 = 1;`],
  ['replaced bytes', 'a.js', `exports.x = "\ufffd"; \ufffd`],
  ['binary', 'a.ts', Buffer.from([...Array(4096).keys()].map((n) => (n * 7919) % 256)).toString('utf8')],
];

/** Code that leaves the function around its module, if it can. */
const BREAKOUTS: [path: string, source: string][] = [
  ['a.js', `}); globalThis.out = 1; (function () {`],
  ['a.js', `}, globalThis.out = 1, function () {`],
  ['a.mjs', `export const x = 1; } globalThis.out = 1; {`],
  ['a.mjs', `export const x = 1; }}); globalThis.out = 1; (function*(){{`],
  ['a.mjs', `export const x = 1; }}[globalThis.out = 1] = function*(){{`],
  ['a.mjs', `await 1; }}); globalThis.out = 1; (async function(){{`],
  [
    'a.mjs',
    `export let z = { q: 1 };\nz <!--z[(function () { ({\n}}); globalThis.out = 1; (function* () {{ ({\n}) <!--z.q; })];`,
  ],
  ['a.ts', `export const x = 1; /*\u2028*/ }}); globalThis.out = 1; (function*(){{`],
  ['a.ts', `export default class {}}); globalThis.out = 1; ({`],
  ['a.json', `1); globalThis.out = 1; (1`],
];

describe('a source that nobody should have written', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it.each(SOURCES)('gives a result and leaves the child alive: %s', async (_name, path, source) => {
    const before = kit.sandbox.childPids().sort();
    const { report } = await kit.run(
      { [path]: source, 'demo.test.ts': `import './${path}';\nit('loads', () => {});` },
      { limits: { wallMs: 20_000, turnMs: 5_000, heapMb: 128, outputKb: 64, resultKb: 1024 } },
    );
    expect(report.end).toBe('completed');
    expect(report.tests).toHaveLength(1);
    expect(kit.sandbox.childPids().sort()).toEqual(before);
  });

  it('costs no more time for many empty lines', async () => {
    const source = `${'\n'.repeat(300_000)}exports.x = 1;`;
    const { report } = await kit.run({
      'a.js': source,
      'demo.test.js': `it('x', () => { expect(require('./a').x).toBe(1); });`,
    });
    expect(outcome(report.tests)).toEqual(['x: passed']);
  });

  it('that is a test file is refused rather than run without its guards', async () => {
    const source = `it('x', function (done) { done(); });\nvar a = [${'1,'.repeat(5e5)}];`;
    const { report } = await kit.run({ 'demo.test.js': source });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([
      expect.stringMatching(/more than 600000 words and signs.*split it/),
    ]);
  });

  it.each(BREAKOUTS)('stays inside of its function: %s %j', async (path, source) => {
    const { report } = await kit.run({
      [path]: source,
      'demo.test.ts': `
it('is refused', async () => {
  await import('./${path}').catch(() => undefined);
  expect((globalThis as { out?: number }).out).toBeUndefined();
});`,
    });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([undefined]);
  });
});
