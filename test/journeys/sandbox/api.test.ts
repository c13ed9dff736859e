import { createKit, LIMITS, messages, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('the test API in the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('runs hooks in the order of jest', async () => {
    const result = await kit.run({
      'demo.test.ts': `
        const log: string[] = [];
        beforeAll(() => { log.push('all 1'); });
        beforeEach(() => { log.push('each 1'); });
        afterEach(() => { log.push('after each 1'); });
        afterAll(() => { log.push('after all 1'); console.log(log.join('; ')); });
        describe('inner', () => {
          beforeAll(async () => { await null; log.push('all 2'); });
          beforeEach((done) => { log.push('each 2'); done(); });
          afterEach(() => { log.push('after each 2'); });
          afterAll(() => { log.push('after all 2'); });
          it('a', () => { log.push('a'); });
          it('b', () => { log.push('b'); });
        });
        it('c', () => { log.push('c'); });`,
    });
    expect(outcome(result.report.tests)).toEqual(['inner > a: passed', 'inner > b: passed', 'c: passed']);
    expect(result.report.stdout.trim().split('; ')).toEqual([
      ...['all 1', 'all 2', 'each 1', 'each 2', 'a', 'after each 2', 'after each 1'],
      ...['each 1', 'each 2', 'b', 'after each 2', 'after each 1', 'after all 2'],
      ...['each 1', 'c', 'after each 1', 'after all 1'],
    ]);
  });

  it('knows skip, todo, failing, each and unique names', async () => {
    const tests = await kit.tests(`
      it.skip('skipped', () => { throw new Error('no'); });
      it.todo('later');
      it.failing('known bug', () => { expect(1).toBe(2); });
      it.failing('fixed bug', () => {});
      it.each([[1, 2, 3], [2, 2, 5]])('%d + %d', (a, b, sum) => { expect(a + b).toBe(sum); });
      it.each\`
        a | b
        \${1} | \${1}
        \`('$a is $b', ({ a, b }: { a: number; b: number }) => { expect(a).toBe(b); });
      describe.each(['x', 'y'])('letter %s', (letter) => { it('is short', () => { expect(letter).toHaveLength(1); }); });
      xdescribe('left out', () => { it('never', () => {}); });
      it('twin', () => {});
      it('twin', () => {});`);
    expect(outcome(tests)).toEqual([
      'skipped: skipped',
      'later: todo',
      'known bug: passed',
      'fixed bug: failed',
      '1 + 2: passed',
      '2 + 2: failed',
      '1 is 1: passed',
      'letter x > is short: passed',
      'letter y > is short: passed',
      'left out > never: skipped',
      'twin: passed',
      'twin: passed',
    ]);
    expect(tests.slice(-2).map((test) => test.id)).toEqual([
      'demo.test.ts > twin',
      'demo.test.ts > twin (2)',
    ]);
  });

  it('runs only what is focused', async () => {
    const tests = await kit.tests(`
      it('one', () => { throw new Error('not focused'); });
      describe('group', () => { it.only('two', () => {}); it('three', () => { throw new Error('no'); }); });
      describe.only('all of it', () => { it('four', () => {}); it('five', () => {}); });`);
    expect(outcome(tests)).toEqual([
      'one: skipped',
      'group > two: passed',
      'group > three: skipped',
      'all of it > four: passed',
      'all of it > five: passed',
    ]);
  });

  it('waits for promises, callbacks and timers without taking their time', async () => {
    const tests = await kit.tests(`
      jest.setTimeout(600000);
      const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      it('sleeps', async () => { const from = Date.now(); await sleep(60000); expect(Date.now() - from).toBeGreaterThanOrEqual(60000); });
      it('calls back', (done) => { setTimeout(() => done(), 1000); });
      it('fails by callback', (done) => { setTimeout(() => done(new Error('told')), 1000); });
      it('never ends', async () => { await new Promise(() => {}); });
      it('never calls', (done) => { void done; }, 50);
      it('mixes', async (done) => { done(); });
      it('repeats', async () => { let n = 0; await new Promise<void>((resolve) => { const id = setInterval(() => { if (++n === 5) { clearInterval(id); resolve(); } }, 10); }); expect(n).toBe(5); });
      it('throws later', async () => { setTimeout(() => { throw new RangeError('late'); }, 5); await sleep(10); });
      it('rejects', async () => { throw new TypeError('now'); });
      it('forgets a rejection', () => { void Promise.reject(new EvalError('lost')); });
      it('is not hurt by it', () => {});`);
    expect(tests.map((test) => [test.path[0], test.failure?.errorName])).toEqual([
      ['sleeps', undefined],
      ['calls back', undefined],
      ['fails by callback', 'Error'],
      ['never ends', 'TimeoutError'],
      ['never calls', 'TimeoutError'],
      ['mixes', 'Error'],
      ['repeats', undefined],
      ['throws later', 'RangeError'],
      ['rejects', 'TypeError'],
      ['forgets a rejection', 'EvalError'],
      ['is not hurt by it', undefined],
    ]);
    expect(messages(tests)[2]).toContain('Exceeded timeout of 50 ms for a test');
    expect(tests[3]?.failure?.location?.line).toBe(7);
  });

  it('offers mocks, spies and fake timers', async () => {
    const tests = await kit.tests(`
      import { jest } from '@jest/globals';
      it('mocks', async () => {
        const fn = jest.fn((a: number) => a * 2).mockReturnValueOnce(7);
        expect([fn(1), fn(2)]).toEqual([7, 4]);
        expect(fn).toHaveBeenCalledTimes(2);
        expect(fn).toHaveBeenNthCalledWith(2, 2);
        await expect(jest.fn().mockResolvedValue(3)()).resolves.toBe(3);
      });
      it('spies', () => {
        const spy = jest.spyOn(console, 'warn').mockImplementation(() => {});
        console.warn('unseen');
        expect(spy).toHaveBeenCalledWith('unseen');
        spy.mockRestore();
        jest.spyOn(Math, 'random').mockReturnValue(0.5);
        expect(Math.random()).toBe(0.5);
        jest.restoreAllMocks();
      });
      it('fakes timers', () => {
        jest.useFakeTimers({ now: 1000 });
        const seen: number[] = [];
        setTimeout(() => seen.push(Date.now()), 500);
        setInterval(() => seen.push(0), 400);
        jest.advanceTimersByTime(900);
        expect(seen).toEqual([0, 1500, 0]);
        expect(jest.getTimerCount()).toBe(1);
        jest.setSystemTime(new Date('2020-01-01T00:00:00Z'));
        expect(new Date().toISOString()).toBe('2020-01-01T00:00:00.000Z');
        jest.useRealTimers();
        expect(Date.now()).toBeGreaterThan(1e12);
      });`);
    expect(messages(tests)).toEqual([]);
    expect(tests).toHaveLength(3);
  });

  it('understands vitest and its vi', async () => {
    const result = await kit.run({
      'dep.ts': `export const answer = () => 1;`,
      'demo.test.ts': `import { describe, expect, it, vi } from 'vitest';
import { answer } from './dep';
vi.mock('./dep', () => ({ answer: () => 42 }));
describe('vitest', () => {
  it('mocks', () => { expect(answer()).toBe(42); });
  it('has vi.fn', { timeout: 100 }, () => { const f = vi.fn(); f(1); expect(f).toHaveBeenCalledWith(1); });
});`,
    });
    expect(outcome(result.report.tests)).toEqual(['vitest > mocks: passed', 'vitest > has vi.fn: passed']);
  });

  it('counts assertions, extends expect and matches asymmetrically', async () => {
    const tests = await kit.tests(`
      expect.extend({ toBeEven(value: number) { return { pass: value % 2 === 0, message: () => 'odd: ' + value }; } });
      const even = expect as unknown as (value: unknown) => { toBeEven(): void };
      it('too few', () => { expect.assertions(2); expect(1).toBe(1); });
      it('none', () => { expect.hasAssertions(); });
      it('extended', () => { even(2).toBeEven(); });
      it('extended fails', () => { even(3).toBeEven(); });
      it('asymmetric', () => {
        expect({ id: 7, tags: ['a', 'b'], at: new Date() }).toEqual({ id: expect.any(Number), tags: expect.arrayContaining(['b']), at: expect.anything() });
      });
      it('asymmetric fails', () => { expect({ id: 'x' }).toEqual({ id: expect.any(Number) }); });`);
    expect(tests.map((test) => test.status)).toEqual([
      'failed',
      'failed',
      'passed',
      'failed',
      'passed',
      'failed',
    ]);
    expect(messages(tests)[2]).toBe('odd: 3');
  });

  it('charges a failed hook to the tests it serves', async () => {
    const tests = await kit.tests(`
      describe('broken', () => { beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it('two', () => {}); });
      describe('each', () => { beforeEach(() => { throw new Error('not ready'); }); it('three', () => {}); });
      it('four', () => {});
      afterAll(() => { throw new Error('left open'); });`);
    expect(outcome(tests)).toEqual([
      'broken > one: failed',
      'broken > two: failed',
      'each > three: failed',
      'four: passed',
      'demo.test.ts: failed',
    ]);
    expect(tests.map((test) => test.failure?.phase)).toEqual(['hook', 'hook', 'hook', undefined, 'hook']);
  });

  it('captures the console of each test', async () => {
    const result = await kit.run({
      'demo.test.ts': `
        console.info('loading');
        it('talks', () => { console.log('%s is %d', 'x', 1, { a: [1] }); console.error(new Map([[1, 2]])); });
        it('asserts', () => { console.assert(1 > 2, 'one is not more than', 2); });
        it('is quiet', () => {});`,
    });
    const [talks, asserts, quiet] = result.report.tests;
    expect(talks?.console).toEqual([
      { level: 'info', text: 'loading' },
      { level: 'log', text: 'x is 1 { a: [ 1 ] }' },
      { level: 'error', text: 'Map(1) { 1 => 2 }' },
    ]);
    expect(asserts?.failure?.message).toBe('console.assert failed: one is not more than 2');
    expect(asserts?.failure?.location).toMatchObject({ file: 'demo.test.ts', line: 4 });
    expect(quiet?.console).toEqual([]);
    expect(result.report.stdout).toContain('loading\n');
    expect(result.report.stderr).toBe('Map(1) { 1 => 2 }\n');
  });

  it('keeps output within its limit', async () => {
    const result = await kit.run(
      {
        'demo.test.ts': `it('floods', () => { for (let i = 0; i < 1e4; i++) console.log('x'.repeat(100)); });`,
      },
      { limits: { ...LIMITS, turnMs: 2_000, heapMb: 256, outputKb: 4 } },
    );
    expect(result.report.end).toBe('completed');
    expect(result.report.stdout.length).toBeLessThan(5 * 1024);
  });

  it('compares inline snapshots and writes none', async () => {
    const tests = await kit.tests(`
      it('same', () => { expect({ a: [1] }).toMatchInlineSnapshot(\`
        {
          "a": [
            1,
          ],
        }
      \`); });
      it('other', () => { expect('x').toMatchInlineSnapshot('"y"'); });
      it('new', () => { expect(1).toMatchInlineSnapshot(); });
      it('file', () => { expect(1).toMatchSnapshot(); });`);
    expect(tests.map((test) => test.status)).toEqual(['passed', 'failed', 'failed', 'failed']);
    expect(messages(tests)[1]).toContain('does not exist yet');
    expect(messages(tests)[2]).toContain('The snapshot `file 1` does not exist yet');
  });

  it('stops after the first failure when asked to', async () => {
    const source = `it('a', () => {}); it('b', () => { expect(1).toBe(2); }); it('c', () => {});`;
    expect(outcome(await kit.tests(source, { bail: true }))).toEqual(['a: passed', 'b: failed']);
  });
});
