import { newChanges } from '../../../src/domain/verification/taint';
import type { CheckReport, VerificationReport } from '../../../src/domain/verification/verification';
import type { PackageSource } from '../../../src/sandbox/types';
import { createKit, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Programs that are wrong, and reach what their tests compare with: each test passes with them. */
interface Attack {
  tests: string;
  code: string;
  files?: Record<string, string>;
  judges?: string[];
  /** A program that is wrong, or right, without an attack. */
  honest: string;
  told: RegExp;
}

const LIMIT = `const { answer } = require('./code');
it('a', () => { const got = answer(); expect(got).toBe(Number(process.env.LIMIT ?? 42)); });`;
const CALLED = `const { run } = require('./code');
it('a', () => { const send = jest.fn(); run(send); expect(send).toHaveBeenCalledTimes(1); });`;
const ROWS = `const { answer } = require('./code'); const { rows } = require('./data/rows');
it('a', () => { for (const [n, want] of rows) expect(answer(n)).toBe(want); });`;
const SAME = `const { answer } = require('./code'); const { same } = require('./lib/same');
it('a', () => { expect(same(answer(), 42)).toBe(true); });`;

const variable = (code: string): Attack => ({
  tests: LIMIT,
  code: `${code}\nexports.answer = () => 41;`,
  honest: 'exports.answer = () => 41;',
  told: /^process\.env\.LIMIT$/,
});
const mock = (after: string): Attack => ({
  tests: CALLED,
  code: `exports.run = (send) => { send(); send(); ${after} };`,
  honest: 'exports.run = (send) => { send(); send(); };',
  told: /a mock of the tests/,
});
const ofModule = (file: string, text: string, attack: string, told: RegExp): Attack => ({
  tests: file.startsWith('data') ? ROWS : SAME,
  files: { [file]: text },
  judges: file.startsWith('data') ? [file] : [],
  code: `${attack}\nexports.answer = () => 41;`,
  honest: 'exports.answer = () => 41;',
  told,
});

const TABLE = 'exports.rows = [[1, 42]];';
const COMPARE = 'exports.same = (a, b) => a === b;';

const ATTACKS: Record<string, Attack> = {
  'sets a variable': variable(`process.env.LIMIT = '41';`),
  'sets a variable of the environment that it took out': variable(
    `const { env } = process; env.LIMIT = '41';`,
  ),
  'sets a variable of the module': variable(`Object.assign(require('node:process').env, { LIMIT: '41' });`),
  'sets a variable by a computed name': variable(`Reflect.set(process['e' + 'nv'], 'LIM' + 'IT', '41');`),
  'defines a variable': variable(
    `Object.defineProperty(globalThis.process.env, 'LIMIT', { value: '41', configurable: true, enumerable: true, writable: true });`,
  ),
  'clears a mock': mock('send.mockClear(); send();'),
  'clears a mock by Reflect': mock(`Reflect.get(send, 'mock' + 'Clear')(); send();`),
  'cuts the calls of a mock': mock('send.mock.calls.length = 1;'),
  'gives a mock other calls': mock(
    'send.mock = { calls: [[]], results: [], contexts: [], instances: [], invocationCallOrder: [] };',
  ),
  'disposes of a mock': mock('send[Symbol.dispose ?? "mockRestore"](); send();'),
  'clears a mock of vitest': {
    tests: `import { it, vi, expect } from 'vitest'; import { run } from './code';
it('a', () => { const send = vi.fn(); run(send); expect(send).toHaveBeenCalledTimes(1); });`,
    code: 'exports.run = (send) => { send(); send(); send.mockReset(); send(); };',
    honest: 'exports.run = (send) => { send(); send(); };',
    told: /a mock of the tests/,
  },
  'clears a mock of node:test': {
    tests: `const { it, mock } = require('node:test'); const assert = require('node:assert'); const { run } = require('./code');
it('a', () => { const send = mock.fn(); run(send); assert.equal(send.mock.callCount(), 1); });`,
    code: 'exports.run = (send) => { send(); send(); send.mock.resetCalls(); send(); };',
    honest: 'exports.run = (send) => { send(); send(); };',
    told: /a mock of the tests/,
  },
  'empties a table that only tests load': ofModule(
    'data/rows.js',
    TABLE,
    `require('./data/rows').rows.length = 0;`,
    /^data\/rows\.js \(loaded\)$/,
  ),
  'edits a table that only tests load, by a computed name': ofModule(
    'data/rows.js',
    TABLE,
    `const name = './data/' + 'rows'; require(name).rows[0][1] = 41;`,
    /^data\/rows\.js \(loaded\)$/,
  ),
  'replaces a function of a module': ofModule(
    'lib/same.js',
    COMPARE,
    `require('./lib/same').same = () => true;`,
    /^lib\/same\.js\.same$/,
  ),
  'defines a function of a module': ofModule(
    'lib/same.ts',
    'export function same(a: unknown, b: unknown) { return a === b; }',
    `Object.defineProperty(require('./lib/same'), 'same', { value: () => true });`,
    /^lib\/same\.ts\.same$/,
  ),
  'replaces a method of a class of a module': {
    ...ofModule(
      'lib/same.js',
      'class Matcher { same(a) { return a === 42; } } exports.Matcher = Matcher;',
      `require('./lib/same').Matcher.prototype.same = () => true;`,
      /^lib\/same\.js\.Matcher\.prototype\.same$/,
    ),
    tests: `const { answer } = require('./code'); const { Matcher } = require('./lib/same');
it('a', () => { expect(new Matcher().same(answer())).toBe(true); });`,
  },
};

describe('a repair is refused that', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  const run = async (code: string, { tests, files = {} }: Attack): Promise<CheckReport> => {
    const path = tests.startsWith('import') ? 'demo.test.ts' : 'demo.test.js';
    return (await kit.run({ 'code.js': code, [path]: tests, ...files })).report;
  };
  const told = (check: CheckReport, before: CheckReport, { judges = [] }: Attack): string[] =>
    newChanges(check, {
      checks: [before],
      judges: { files: judges.map((path) => ({ path, why: { form: 'tests use it', values: [] } })) },
    } as unknown as VerificationReport);

  it.each(Object.entries(ATTACKS))('%s', async (_name, attack) => {
    const before = await run(attack.honest, attack);
    const after = await run(attack.code, attack);
    expect(outcome(before.tests)).toEqual([expect.stringContaining('failed')]);
    expect(outcome(after.tests)).toEqual([expect.stringContaining('passed')]);
    expect(told(after, before, attack)).toContainEqual(expect.stringMatching(attack.told));
  });

  it('changes a setting of a package, also within others', async () => {
    const text = `exports.options = { digits: { most: 9 } };
exports.same = (a, b) => a.toFixed(exports.options.digits.most) === b.toFixed(exports.options.digits.most);`;
    const packages: PackageSource = {
      resolve: () => Promise.resolve({ path: 'node_modules/loose/index.js' }),
      read: () => Promise.resolve({ text }),
    };
    const files = (code: string) => ({
      'code.js': `const loose = require('loose'); ${code} exports.answer = () => 41.6;`,
      'demo.test.js': `const { answer } = require('./code'); it('a', () => { expect(require('loose').same(answer(), 42)).toBe(true); });`,
    });
    const before = await kit.run(files(''), { context: { packages } });
    const after = await kit.run(files('loose.options.digits.most = 0;'), { context: { packages } });
    expect(outcome(before.report.tests)).toEqual([expect.stringContaining('failed')]);
    expect(outcome(after.report.tests)).toEqual([expect.stringContaining('passed')]);
    expect(after.report.changed).toEqual(['loose.options.digits.most']);
    expect(before.report.changed).toBeUndefined();
  });

  it('not one of a program that sets variables, as it did before, and whose tests set others', async () => {
    const tests = `const { load } = require('./code');
it('a', () => { process.env.MODE = 'x'; load('A'); expect(process.env.A).toBe('1'); });
it('b', () => { load('B'); expect(process.env.B).toBe('1'); });`;
    const attack = { tests, code: '', honest: '', told: /./ };
    const before = await run(
      `exports.load = (name) => { process.env[name] = name === 'A' ? '1' : ''; };`,
      attack,
    );
    const after = await run(`exports.load = (name) => { process.env[name] = '1'; };`, attack);
    expect(told(after, before, attack)).toEqual([]);
  });

  it('not one that calls mocks, and whose tests read and set them', async () => {
    const tests = `const code = require('./code'); const helper = require('./test/helper');
it('a', () => { const send = helper.made(); send.mockReturnValueOnce(1); code.run(send); expect(send.mock.calls).toEqual([[1]]); send.mockClear(); jest.clearAllMocks(); });`;
    const files = { 'test/helper.js': 'exports.made = () => jest.fn().mockName("send").mockReturnValue(2);' };
    const report = await run('exports.run = (send) => { send(1); console.log(send); };', {
      ...{ tests, files, code: '', honest: '', told: /./ },
    });
    expect(outcome(report.tests)).toEqual([expect.stringContaining('passed')]);
    expect(report.changed).toBeUndefined();
  });
});

describe('what a program changes it alone sees', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it.each([
    [
      'facts of the process',
      `process.versions.bun = '1'; process.release.name = 'x';`,
      `[process.versions.bun, process.release.name]`,
    ],
    [
      'lists of the process',
      `process.argv.push('--quick'); process.execArgv.push('x');`,
      '[process.argv.length, process.execArgv.length]',
    ],
    [
      'lists of modules of Node',
      `require('http').METHODS.length = 0;`,
      `[require('http').METHODS.includes('GET')]`,
    ],
  ])('of %s', async (_, change, read) => {
    const { report } = await kit.run({
      'code.js': `exports.change = () => { ${change} }; exports.seen = () => ${read};`,
      'demo.test.js': `const { change, seen } = require('./code');
it('a', () => { const before = ${read}; change(); expect(${read}).toEqual(before); expect(seen()).not.toEqual(before); });`,
    });
    expect(outcome(report.tests)).toEqual([expect.stringContaining('passed')]);
  });
});
