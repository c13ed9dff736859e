import { TestConfig } from '../../../src/domain/verification/test-config';
import { CheckReport } from '../../../src/domain/verification/verification';
import { createKit, LIMITS } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('reports of the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('hold totals, kinds, time and memory', async () => {
    const { report } = await kit.run({
      'demo.test.ts': `
        it('passes', () => {});
        it('expects', () => { expect({ a: 1 }).toEqual({ a: 2 }); });
        it('throws', () => { (undefined as any).x(); });
        it('names', () => { gone(); });
        it.skip('skips', () => {});
        it.todo('is to come');`,
    });
    expect(report.totals).toEqual({ passed: 1, failed: 3, skipped: 1, todo: 1 });
    expect(report.tests.map((test) => test.failure?.kind)).toEqual([
      undefined,
      'logic',
      'type',
      'reference',
      undefined,
      undefined,
    ]);
    expect(report.tests[1]?.failure).toMatchObject({
      kind: 'logic',
      expected: expect.stringContaining('2') as string,
      received: expect.stringContaining('1') as string,
      diff: expect.stringContaining('-') as string,
      location: { file: 'demo.test.ts', line: 3 },
    });
    expect(report.durationMs).toBeGreaterThan(0);
    expect(CheckReport.parse(JSON.parse(JSON.stringify(report)))).toMatchObject({ totals: report.totals });
  });

  it('tell the memory of each run apart', async () => {
    const memoryOf = async (source: string) => (await kit.run({ 'demo.test.ts': source })).report.memoryMb;
    const small = "it('is small', () => {});";
    const large = "it('is large', () => { expect(new Uint8Array(4e7).fill(1)).toHaveLength(4e7); });";
    const [first, second, third] = [await memoryOf(small), await memoryOf(large), await memoryOf(small)];
    expect(second).toBeGreaterThan(35);
    expect(first).toBeLessThan(30);
    expect(third).toBeLessThan(30);
  });

  it.each([
    ['timeout', "it('hangs', () => { for (;;); });", 'timeout'],
    [
      'memory',
      "it('grows', () => { const a: unknown[] = []; for (;;) a.push(new Array(1000).fill(1)); });",
      'memory',
    ],
  ])('name the kind of what ended by %s', async (end, source, kind) => {
    const { report } = await kit.run(
      { 'demo.test.ts': source },
      { limits: { ...LIMITS, turnMs: 300, heapMb: 64 } },
    );
    expect(report).toMatchObject({ end, totals: { failed: 1 }, tests: [{ failure: { kind } }] });
  });

  it('follow the settings of the project that a test file belongs to', async () => {
    const source = "import { name } from 'alias';\nit('is ' + name, () => {});";
    const config = TestConfig.parse({
      moduleNameMapper: [['^alias$', ['./root.ts']]],
      projects: [
        { rootDir: 'a', moduleNameMapper: [['^alias$', ['./a/own.ts']]] },
        { rootDir: 'b', testFiles: ['b/x.test.ts'], moduleNameMapper: [['^alias$', ['./b/own.ts']]] },
      ],
    });
    const files = {
      'x.test.ts': source,
      'a/x.test.ts': source,
      'b/x.test.ts': source,
      'root.ts': "export const name = 'root';",
      'a/own.ts': "export const name = 'a';",
      'b/own.ts': "export const name = 'b';",
    };
    const names = [];
    for (const testFile of ['a/x.test.ts', 'b/x.test.ts', 'x.test.ts', 'a/x.test.ts']) {
      const { report } = await kit.run(files, { testFile, context: { config } });
      names.push(...report.tests.map((test) => test.path.join()));
    }
    expect(names).toEqual(['is a', 'is b', 'is root', 'is a']);
  });

  it('and verdicts on variants do so as well', async () => {
    const source = "import { value } from 'alias';\nit('is one', () => { expect(value).toBe(1); });";
    const config = TestConfig.parse({
      projects: ['a', 'b'].map((rootDir) => ({
        rootDir,
        moduleNameMapper: [['^alias$', [`./${rootDir}/own.ts`]]],
      })),
    });
    const own = (value: number) => `export const value = ${value};`;
    const files = new Map([
      ['a/x.test.ts', source],
      ['b/x.test.ts', source],
      ['a/own.ts', own(0)],
      ['b/own.ts', own(0)],
    ]);
    const variants = [['a'], ['b'], ['a', 'b']].map(
      (right) => new Map(right.map((folder) => [`${folder}/own.ts`, own(1)])),
    );
    const verdicts = await kit.sandbox.tryVariants({
      files,
      context: { config },
      testFiles: ['a/x.test.ts', 'b/x.test.ts'],
      limits: LIMITS,
      variants,
    });
    expect(verdicts.map(({ passed, passedTests }) => [passed, passedTests])).toEqual([
      [false, 1],
      [false, 0],
      [true, 2],
    ]);
  });
});
