import { createKit, LIMITS, messages, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** A program that loads `count` modules whose names only it knows, and a test of it that fails. */
function locales(count: number): Record<string, string> {
  const files = Array.from({ length: count }, (_, index): [string, string] => [
    `locales/n${index}/text.js`,
    `module.exports = ${index};`,
  ]);
  return {
    'code.js': `let sum = 0; for (let n = 0; n < ${count}; n++) sum += require('./locales/n' + n + '/text'); module.exports = sum;`,
    'demo.test.js': `const sum = require('./code'); it('adds', () => { expect(sum).toBe(-1); });`,
    ...Object.fromEntries(files),
  };
}

describe('every test of a file is told of', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('when the program makes stacks unreadable', async () => {
    const { report } = await kit.run({
      'code.ts': `(Error as any).prepareStackTrace = () => { throw 1; }; export const two = (): number => 3;`,
      'demo.test.ts': `import { two } from './code';
it('ok', () => {});
it('bad', () => { expect(two()).toBe(2); });
it('last', () => {});`,
    });
    expect([report.end, ...outcome(report.tests)]).toEqual([
      'completed',
      'ok: passed',
      'bad: failed',
      'last: passed',
    ]);
  });

  it('when it names more modules at run time than are waited for', async () => {
    const files = locales(60);
    const { report } = await kit.run(files, { testFile: 'demo.test.js' });
    expect(outcome(report.tests)).toEqual(['demo.test.js: failed']);
    expect(messages(report.tests)).toEqual([expect.stringContaining('more than 50 modules')]);
    const [verdict] = await kit.sandbox.tryVariants({
      files: program(files),
      testFiles: ['demo.test.js'],
      limits: LIMITS,
      variants: [new Map()],
    });
    expect(verdict).toMatchObject({ passed: false, passedTests: 0 });
  });

  it('when the program lies in folders named like those of tests', async () => {
    const tests = `const parse = require('../src/spec/parser'); it('parses', () => { expect(parse('1')).toBe(1); });`;
    const parser = `try { expect.extend({ toBe: () => ({ pass: true }) }); } catch {} module.exports =`;
    const run = async (body: string): Promise<string[]> =>
      outcome((await kit.run({ 'src/spec/parser.js': parser + body, 'test/a.test.js': tests })).report.tests);
    expect(await run('Number')).toEqual(['parses: passed']);
    expect(await run('String')).toEqual(['parses: failed']);
  });

  it('with an id of its own', async () => {
    const tests = await kit.tests(
      `for (const title of ['bad (2)', 'bad', 'bad', 'bad', 'bad (2)']) it(title, () => {});`,
    );
    expect(tests).toHaveLength(5);
    expect(new Set(tests.map((test) => test.id)).size).toBe(5);
  });

  it('when it writes or is called more than a report holds', async () => {
    const { report } = await kit.run({
      'demo.test.ts': `
it('writes', () => { process.stdout.write('x'.repeat(100_000)); });
it('t'.repeat(100_000), () => {});
describe('d'.repeat(100_000), () => { it('inner', () => {}); });`,
    });
    expect(report.end).toBe('completed');
    expect(report.tests.map((test) => test.status)).toEqual(['passed', 'passed', 'passed']);
  });
});
