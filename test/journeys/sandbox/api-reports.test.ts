import { createKit, LIMITS, messages, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('what the sandbox tells of tests', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('charges what a test left behind to it, not to the next', async () => {
    const tests = await kit.tests(`
      it('leaves a timer', () => { setTimeout(() => { throw new RangeError('left behind'); }, 5); });
      it('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 50)); });
      it('leaves a promise to a timer', () => { setTimeout(() => { void Promise.reject(new EvalError('forgotten')); }, 5); });
      it('waits again', async () => { await new Promise((resolve) => setTimeout(resolve, 50)); });`);
    expect(tests.map((test) => [test.path[0], test.status, test.failure?.errorName])).toEqual([
      ['leaves a timer', 'failed', 'RangeError'],
      ['waits', 'passed', undefined],
      ['leaves a promise to a timer', 'failed', 'EvalError'],
      ['waits again', 'passed', undefined],
    ]);
  });

  it('decides on variants by what their tests left behind', async () => {
    const files = program({
      'src/code.ts': `export const run = () => {};`,
      'demo.test.ts': `import { run } from './src/code'; it('runs', () => { run(); }); it('waits', async () => { await new Promise((r) => setTimeout(r, 20)); });`,
    });
    const variants = [
      `export const run = () => {};`,
      `export const run = () => { setTimeout(() => { throw 1; }, 1); };`,
    ];
    const verdicts = await kit.sandbox.tryVariants({
      files,
      testFiles: ['demo.test.ts'],
      limits: LIMITS,
      variants: variants.map((source) => program({ 'src/code.ts': source })),
    });
    expect(verdicts.map((verdict) => verdict.passed)).toEqual([true, false]);
  });

  it('tells of a test that was tried again once, with its last try', async () => {
    const tests = await kit.tests(`
      jest.retryTimes(3);
      let tries = 0;
      it('passes at last', () => { tries++; if (tries < 3) throw new Error('try ' + tries); });
      it('never passes', () => { throw new Error('try ' + ++tries); });
      describe('as a whole', () => { jest.retryTimes(1, { entireDescribe: true }); let n = 0;
        it('first', () => { n++; }); it('second', () => { expect(n).toBe(2); }); });`);
    expect(outcome(tests)).toEqual([
      'as a whole > first: passed',
      'as a whole > second: passed',
      'passes at last: passed',
      'never passes: failed',
    ]);
    expect(new Set(tests.map((test) => test.id)).size).toBe(4);
  });

  it('names a test that was under way when the run was stopped, and its parents', async () => {
    const files = {
      'demo.test.mjs': `import test from 'node:test';
test('parent', async (t) => { await t.test('child', () => { for (;;); }); });`,
    };
    const { report } = await kit.run(files, { limits: { ...LIMITS, turnMs: 500 } });
    expect(report.end).toBe('timeout');
    expect(outcome(report.tests)).toEqual(['parent: failed', 'parent > child: failed']);
  });

  it('counts subtests that are defined while others run', async () => {
    const { report } = await kit.run({
      'demo.test.mjs': `import test from 'node:test';
import assert from 'node:assert';
const early = [];
await test('while the file loads', async (t) => { await t.test('inside', () => { early.push(1); }); });
assert.deepEqual(early, [1]);
test('grows', async (t) => { for (let n = 0; n < 50; n++) await t.test('n' + n, () => { assert.notEqual(n, 30); }); });`,
    });
    expect(report.end).toBe('completed');
    expect(report.tests).toHaveLength(53);
    expect(report.tests.filter((test) => test.status === 'failed').map((test) => test.path)).toEqual([
      ['grows', 'n30'],
      ['grows'],
    ]);
    expect(report.tests[0]?.path).toEqual(['while the file loads', 'inside']);
  });

  it('does not give the test API to code under test', async () => {
    const { report } = await kit.run({
      'code.js': `module.exports = ['node:test', '@jest/globals', 'vitest'].map((name) => { try { return typeof require(name); } catch (error) { return error.code; } });`,
      'demo.test.js': `const got = require('./code'); it('refuses', () => { expect(got).toEqual(Array(3).fill('MODULE_NOT_FOUND')); });`,
    });
    expect(messages(report.tests)).toEqual([]);
  });

  it('keeps its own clock from code that stops all timers', async () => {
    const tests = await kit.tests(`
      it('stops them all', async () => {
        for (let id = -500; id < 500; id++) { clearTimeout(id); clearInterval(id); clearImmediate(id); }
        const beat = setInterval(() => {}, 10);
        await new Promise(() => {});
      }, 300);
      it('runs', () => {});`);
    expect(outcome(tests)).toEqual(['stops them all: failed', 'runs: passed']);
    expect(messages(tests)[0]).toContain('Exceeded timeout of 300 ms');
  });

  it('shows what the console was told', async () => {
    const tests = await kit.tests(`
      it('draws', () => { console.table([{ a: 1, b: 'x' }, { a: 2 }]); console.table([1, 'two'], undefined); console.table('none'); });
      it('groups', () => { console.group('outer'); console.log('one\\ntwo'); console.group(); console.info('deep'); console.groupEnd(); console.groupEnd(); console.log('out'); });
      it('counts', () => { console.count(); console.count('x'); console.count(); console.countReset(); console.count(); });
      it('times', async () => { console.time('t'); await new Promise((r) => setTimeout(r, 7_000)); console.timeEnd('t'); console.timeEnd('t'); }, 10_000);
      it('traces and looks', () => { console.trace('here'); console.dir({ a: { b: { c: 1 } } }, { depth: 0 }); });`);
    const lines = tests.map((test) => test.console.map((entry) => entry.text));
    expect(lines[0]).toEqual([
      [
        '┌─────────┬───┬─────┐',
        '│ (index) │ a │ b   │',
        '├─────────┼───┼─────┤',
        "│ 0       │ 1 │ 'x' │",
        '│ 1       │ 2 │     │',
        '└─────────┴───┴─────┘',
      ].join('\n'),
      [
        '┌─────────┬────────┐',
        '│ (index) │ Values │',
        '├─────────┼────────┤',
        '│ 0       │ 1      │',
        "│ 1       │ 'two'  │",
        '└─────────┴────────┘',
      ].join('\n'),
      'none',
    ]);
    expect(lines[1]).toEqual(['outer', '  one\n  two', '    deep', 'out']);
    expect(lines[2]).toEqual(['default: 1', 'x: 1', 'default: 2', 'default: 1']);
    expect(lines[3]?.[0]).toMatch(/^t: 70\d\dms$/);
    expect(lines[3]?.[1]).toContain("No such label 't'");
    expect(lines[4]).toEqual(['Trace: here', '{ a: [Object] }']);
  });

  it('fails a test by a failed console.assert in the code it calls, and goes on', async () => {
    const { report } = await kit.run({
      'code.js': `module.exports = (n) => { console.assert(n > 0, 'n must be positive, not %d', n); return n; };`,
      'demo.test.js': `const code = require('./code');
        it('holds', () => { expect(code(1)).toBe(1); });
        it('does not hold', () => { expect(code(-1)).toBe(-1); });`,
    });
    expect(outcome(report.tests)).toEqual(['holds: passed', 'does not hold: failed']);
    expect(messages(report.tests)).toEqual(['console.assert failed: n must be positive, not -1']);
  });

  it('keeps matchers of older versions of jest', async () => {
    const tests = await kit.tests(`
      it('called', () => { const f = jest.fn(() => 1); f('a'); const e = expect(f) as any;
        e.toBeCalled(); e.toBeCalledTimes(1); e.toBeCalledWith('a'); e.lastCalledWith('a'); e.nthCalledWith(1, 'a');
        e.toReturn(); e.toReturnTimes(1); e.toReturnWith(1); e.lastReturnedWith(1); e.nthReturnedWith(1, 1); });
      it('not called', () => { (expect(jest.fn()) as any).toBeCalled(); });
      it('throws', async () => { const t = () => { throw new TypeError('x'); }; (expect(t) as any).toThrowError('x');
        await (expect(Promise.reject(new Error('y'))).rejects as any).toThrowError(/y/); });
      it('throws something else', async () => { await (expect(Promise.reject(new Error('y'))).rejects as any).toThrowError('z'); });`);
    expect(outcome(tests)).toEqual([
      'called: passed',
      'not called: failed',
      'throws: passed',
      'throws something else: failed',
    ]);
  });
});
