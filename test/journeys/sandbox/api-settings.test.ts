import { TestConfig } from '../../../src/domain/verification/test-config';
import { createKit, messages, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('settings of a test run', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  async function statuses(run: object, source: string): Promise<string[]> {
    const context = { config: TestConfig.parse({ run }) };
    return (await kit.tests(source, { context })).map((test) => test.status);
  }

  const MOCKS = `
    const fn = jest.fn(() => 'made');
    const o = { method: () => 'real' };
    jest.spyOn(o, 'method').mockReturnValue('fake');
    fn();
    it('calls', () => { expect(fn.mock.calls.length).toBe(1); });
    it('implementation', () => { expect(fn()).toBe('made'); });
    it('spy', () => { expect(o.method()).toBe('fake'); });`;

  it.each([
    [{}, ['passed', 'passed', 'passed']],
    [{ clearMocks: true }, ['failed', 'passed', 'passed']],
    [{ resetMocks: true }, ['failed', 'failed', 'failed']],
    [{ restoreMocks: true }, ['passed', 'passed', 'failed']],
  ])('%j', async (run, expected) => {
    expect(await statuses(run, MOCKS)).toEqual(expected);
  });

  it('resets modules', async () => {
    const source = (count: number): string => `
      it('first', () => { expect(++require('./state').n).toBe(1); });
      it('second', () => { expect(++require('./state').n).toBe(${count}); });`;
    const run = async (resetModules: boolean, count: number): Promise<string[]> => {
      const context = { config: TestConfig.parse({ run: { resetModules } }) };
      const files = { 'demo.test.js': source(count), 'state.js': 'exports.n = 0;' };
      return outcome((await kit.run(files, { context })).report.tests);
    };
    expect(await run(true, 1)).toEqual(['first: passed', 'second: passed']);
    expect(await run(false, 2)).toEqual(['first: passed', 'second: passed']);
  });

  it('sets time limits, retries, globals and fake timers', async () => {
    const sleep = `await new Promise((resolve) => setTimeout(resolve, 300));`;
    expect(await statuses({ testTimeout: 100 }, `it('sleeps', async () => { ${sleep} });`)).toEqual([
      'failed',
    ]);
    expect(
      await statuses({ testTimeout: 9_000 }, `it('sleeps', async () => { ${sleep.repeat(20)} });`),
    ).toEqual(['passed']);
    const flaky = `let tries = 0; it('passes at last', () => { expect(++tries).toBe(3); });`;
    expect(await statuses({ retryTimes: 2 }, flaky)).toEqual(['passed']);
    expect(await statuses({ retryTimes: 1 }, flaky)).toEqual(['failed']);
    const globals = `it('has them', () => { expect([VERSION, SETTINGS]).toEqual(['1.2', { deep: [1] }]); });
      declare const VERSION: string, SETTINGS: object;`;
    expect(await statuses({ globals: { VERSION: '1.2', SETTINGS: { deep: [1] } } }, globals)).toEqual([
      'passed',
    ]);
    const faked = `it('is fake', () => { expect(Date.now()).toBe(5); const fn = jest.fn(); setTimeout(fn, 9); jest.runAllTimers(); expect(fn).toHaveBeenCalled(); });`;
    expect(await statuses({ fakeTimers: { enableGlobally: true, now: 5 } }, faked)).toEqual(['passed']);
  });

  it('loads setup files before, in order, as part of the tests', async () => {
    const config = TestConfig.parse({
      setupFiles: ['./setup/first.js', './setup/second.ts'],
      setupFilesAfterEnv: ['./setup/after.ts', './setup/function.js'],
    });
    const { report } = await kit.run(
      {
        'setup/first.js': `globalThis.log = ['first'];`,
        'setup/second.ts': `await null; (globalThis as any).log.push('second'); export {};`,
        'setup/after.ts': `expect.extend({ toBeEven: (n: number) => ({ pass: n % 2 === 0, message: () => 'odd' }) });
          jest.setTimeout(70);
          beforeEach(() => { (globalThis as any).log.push('beforeEach'); });`,
        'setup/function.js': `module.exports = async () => { await new Promise((resolve) => setTimeout(resolve, 5)); log.push('called'); };`,
        'demo.test.js': `
          log.push('file');
          it('comes last', () => { expect(log).toEqual(['first', 'second', 'called', 'file', 'beforeEach']); });
          it('has the matcher', () => { expect(2).toBeEven(); expect(() => expect(3).toBeEven()).toThrow('odd'); });
          it('has the limit', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });`,
      },
      { context: { config } },
    );
    expect(outcome(report.tests)).toEqual([
      'comes last: passed',
      'has the matcher: passed',
      'has the limit: failed',
    ]);
  });

  it('fails the file when a setup file fails', async () => {
    const config = TestConfig.parse({ setupFilesAfterEnv: ['./setup.js'] });
    const { report } = await kit.run(
      { 'setup.js': `throw new Error('no database');`, 'demo.test.js': `it('runs', () => {});` },
      { context: { config } },
    );
    expect(outcome(report.tests)).toEqual(['demo.test.js: failed']);
    expect(messages(report.tests)).toEqual(['no database']);
  });

  it('takes the globals of vitest where the configuration says so', async () => {
    const context = { config: TestConfig.parse({ runner: 'vitest' }) };
    const source = `
      const log: string[] = [];
      beforeEach(() => () => { log.push('cleaned up'); });
      it('has a context', ({ task }) => { expect(task.name).toBe('has a context'); expect(vi.fn()).not.toHaveBeenCalled(); });
      it('cleans up', () => { expect(log).toEqual(['cleaned up']); expect(1).toBeTypeOf('number'); });`;
    expect(messages(await kit.tests(source, { context }))).toEqual([]);
    // Without it, jest's rules hold: what takes a parameter waits for `done`.
    expect(outcome(await kit.tests(`it('waits', (done) => { done(); });`))).toEqual(['waits: passed']);
  });
});
