import { TestConfig } from '../../../src/domain/verification/test-config';
import { createKit, LIMITS, messages, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const HEADER = '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\n';

function snap(...entries: [name: string, value: string][]): string {
  return HEADER + entries.map(([name, value]) => `exports[\`${name}\`] = \`${value}\`;\n`).join('\n');
}

describe('snapshots in the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('are read from the file beside the tests', async () => {
    const { report } = await kit.run({
      'src/__tests__/demo.test.ts': `
        it('is the same', () => { expect({ a: 1 }).toMatchSnapshot(); });
        it('is another', () => { expect({ a: 2 }).toMatchSnapshot(); });
        it('is new', () => { expect('x').toMatchSnapshot('a hint'); });`,
      'src/__tests__/__snapshots__/demo.test.ts.snap': snap(
        ['is the same 1', '\n{\n  "a": 1,\n}\n'],
        ['is another 1', '\n{\n  "a": 1,\n}\n'],
      ),
    });
    expect(outcome(report.tests)).toEqual(['is the same: passed', 'is another: failed', 'is new: failed']);
    const [different, missing] = messages(report.tests);
    expect(different).toContain('does not match snapshot `is another 1`');
    expect(different).toContain('-   "a": 1,');
    expect(missing).toContain('The snapshot `is new: a hint 1` does not exist yet');
    expect(missing).toContain('npx jest');
  });

  it('are scanned, never evaluated, and what is broken in them is missing', async () => {
    const tests = `
      it('a', () => { expect('v').toMatchSnapshot(); });
      it('b', () => { expect('tick \` brace \${x} slash \\\\ end').toMatchSnapshot(); });
      it('c', () => { expect(1).toMatchSnapshot(); });
      it('is alone', () => { expect((globalThis as any).evaluated).toBeUndefined(); });`;
    const text =
      snap(['a 1', '"v"'], ['b 1', '"tick \\` brace \\${x} slash \\\\ end"']).replaceAll('\n', '\r\n') +
      'globalThis.evaluated = true;\nexports[`c 1`] = `1';
    const { report } = await kit.run({
      'demo.test.ts': tests,
      '__snapshots__/demo.test.ts.snap': text,
    });
    expect(outcome(report.tests)).toEqual(['a: passed', 'b: passed', 'c: failed', 'is alone: passed']);
  });

  it('cannot be forged by values that print what they like', async () => {
    const code = `
      const print = (text) => ({ $$typeof: Symbol.for('jest.asymmetricMatcher'), toAsymmetricMatcher: () => text, asymmetricMatch: () => true });
      const mock = () => Object.assign(() => 1, { _isMockFunction: true, getMockName: () => 'right', mock: { calls: [], results: [] } });
      module.exports = { print, mock };`;
    const { report } = await kit.run({
      'code.js': code,
      'demo.test.js': `
        const { print, mock } = require('./code');
        it('matcher', () => { expect(print('"right"')).toMatchSnapshot(); });
        it('inline matcher', () => { expect(print('"right"')).toMatchInlineSnapshot('"right"'); });
        it('property', () => { expect({ id: print('Any<Number>') }).toMatchSnapshot({ id: expect.any(Number) }); });
        it('mock', () => { expect(mock()).toMatchSnapshot(); });
        it('true ones', () => {
          expect({ id: 5 }).toMatchSnapshot({ id: expect.any(Number) });
          expect(jest.fn().mockName('right')).toMatchSnapshot();
        });`,
      '__snapshots__/demo.test.js.snap': snap(
        ['matcher 1', '"right"'],
        ['property 1', '\n{\n  "id": Any<Number>,\n}\n'],
        ['mock 1', '[MockFunction right]'],
        ['true ones 1', '\n{\n  "id": Any<Number>,\n}\n'],
        ['true ones 2', '[MockFunction right]'],
      ),
    });
    expect(report.tests.map((test) => test.status)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
      'passed',
    ]);
  });

  it('follow the configuration: format and serialisers', async () => {
    const config = TestConfig.parse({
      snapshotSerializers: ['./test/first.js', './test/second.js'],
      run: { snapshotFormat: { printBasicPrototype: true } },
    });
    const { report } = await kit.run(
      {
        'demo.test.js': `
          it('format', () => { expect({ a: [1] }).toMatchInlineSnapshot(\`
            Object {
              "a": Array [
                1,
              ],
            }
          \`); });
          it('serialisers, the first one first', () => {
            expect({ money: 5 }).toMatchInlineSnapshot('first 5');
            expect({ weight: 6 }).toMatchInlineSnapshot('second 6');
          });`,
        'test/first.js': `module.exports = { test: (v) => v && 'money' in Object(v), print: (v) => 'first ' + v.money };`,
        'test/second.js': `export default { test: (v) => v && ('money' in Object(v) || 'weight' in Object(v)), print: (v) => 'second ' + (v.money ?? v.weight) };`,
      },
      { context: { config } },
    );
    expect(messages(report.tests)).toEqual([]);
    expect(report.tests).toHaveLength(2);
  });

  it('are read from the tree where they are no files of the program', async () => {
    const text = snap(['a 1', '"kept in the tree"']);
    let reads = 0;
    const assets = {
      paths: ['__snapshots__/demo.test.ts.snap', 'notes.txt'],
      read: async () => {
        reads++;
        return Buffer.from(text);
      },
    };
    const files = program({
      'demo.test.ts': `it('a', () => { expect(require('./code').value).toMatchSnapshot(); });`,
      'code.ts': `export const value = 'kept in the tree';`,
    });
    const request = { files, context: { assets }, limits: LIMITS };
    const { report } = await kit.sandbox.run({ ...request, testFile: 'demo.test.ts' });
    expect(outcome(report.tests)).toEqual(['a: passed']);
    const values = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'another' : 'kept in the tree'));
    const variants = values.map((value) => program({ 'code.ts': `export const value = '${value}';` }));
    const verdicts = await kit.sandbox.tryVariants({ ...request, testFiles: ['demo.test.ts'], variants });
    expect(verdicts.map((verdict) => verdict.passed)).toEqual(values.map((value) => value !== 'another'));
    // Once for each child at most.
    expect(reads).toBeLessThanOrEqual(2);
  });

  it('decide whether a variant passes', async () => {
    const files = program({
      'src/code.ts': `export const value = () => ({ n: 1 });`,
      'demo.test.ts': `import { value } from './src/code'; it('is right', () => { expect(value()).toMatchSnapshot(); });`,
      '__snapshots__/demo.test.ts.snap': snap(['is right 1', '\n{\n  "n": 2,\n}\n']),
    });
    const variants = [1, 2, 3].map((n) =>
      program({ 'src/code.ts': `export const value = () => ({ n: ${n} });` }),
    );
    const verdicts = await kit.sandbox.tryVariants({
      files,
      testFiles: ['demo.test.ts'],
      limits: LIMITS,
      variants,
    });
    expect(verdicts.map((verdict) => verdict.passed)).toEqual([false, true, false]);
  });
});
