import { callTool } from '../../../src/coder/agent';
import { keepTask } from '../../../src/coder/agent/task';
import { keepNode } from '../../../src/coder/agent/transcript';
import { readDataset } from '../../../src/datasets';
import { coded, FAILING_CODE, GOOD_CODE, TOTAL_DATA, TOTAL_SPEC } from '../../support/agent-scripts';
import fc from '../../support/fast-check';
import { startAgentBench, type AgentBench } from '../../support/play-agent';
import { reply } from '../../support/scripted-model';

let bench: AgentBench;
let calls = 0;

beforeAll(async () => {
  bench = await startAgentBench();
});
afterAll(() => bench.close());

interface Output {
  success?: boolean;
  code?: string;
  message?: string;
  error?: string;
  result?: Record<string, unknown> | null;
  isValid?: boolean;
  issues?: string[];
  isSafe?: boolean;
}

const NONE = Symbol('no data');

/** Calls a tool as the activity does. */
async function call(tool: string, given: object, testData: unknown = TOTAL_DATA) {
  const data = testData === NONE ? undefined : testData;
  const { blobs } = bench.tools;
  const kept = data === undefined ? undefined : await readDataset(blobs, { json: data });
  const task = await keepTask(blobs, {
    version: 1,
    toolSet: 'data',
    spec: TOTAL_SPEC,
    currentStep: {},
    functionName: 'total',
    maxIterations: 3,
    data: kept?.dataset,
    dataText: kept?.description,
  });
  const one = { id: 'c1', name: tool, arguments: given };
  const turn = await keepNode(blobs, { version: 1, heard: [], said: [], calls: [one] });
  const key = { run: 'run-1', effect: `call-${(calls += 1)}` };
  const context = { signal: new AbortController().signal, attempt: 1 };
  const done = await callTool(
    { ...bench.tools, registry: bench.registry },
    { key, task, tool, source: { turn, index: 0 }, begin: () => Promise.resolve(true) },
    context,
  );
  const output = JSON.parse(String(await blobs.load(done.blob))) as Output;
  bench.server.assertComplete();
  return { done, output };
}

describe('generateCode', () => {
  it('keeps allowed imports, and names those that it removes', async () => {
    const imports = "import fs from 'node:fs';\nimport { sum } from 'lodash-es';\n";
    bench.server.script(coded(imports + GOOD_CODE));
    const { output } = await call('generateCode', {});
    expect(output.code).toBe(`import { sum } from 'lodash-es';\n${GOOD_CODE}`);
    expect(output.message).toContain('"node:fs"');
  });

  it.each([
    ['no code', reply('I would rather not.')],
    ['nothing', reply('')],
    ['half of it', coded(GOOD_CODE, { finishReason: 'length' })],
    ['imports only', coded("import fs from 'fs';\n")],
  ])('fails as a value where the reply holds %s', async (_, entry) => {
    bench.server.script(entry);
    const { done, output } = await call('generateCode', {});
    expect(output).toMatchObject({ code: '', success: false, message: expect.stringMatching(/./) as string });
    expect(done).toMatchObject({ ok: false });
    expect(done.facts).toBeUndefined();
  });
});

describe('testCode', () => {
  const run = (code: string, data?: unknown) => call('testCode', { code, functionName: 'total' }, data);

  it('runs a function that is not exported, and data that the model gives is not used', async () => {
    const code = GOOD_CODE.replace('export ', '');
    const { output } = await call('testCode', { code, functionName: 'total', testData: [{ price: 1000 }] });
    expect(output.result).toMatchObject({ value: 12 });
  });

  it.each([
    ['an exception', FAILING_CODE, /TypeError: .*value.*line 5/s],
    ['a missing function', 'export const other = 1;\n', /total/],
    ['a syntax error', 'export function total( {', /Error/],
    [
      'a promise that never settles',
      'export const total = (): Promise<number> => new Promise(() => {});',
      /./,
    ],
  ])('brings %s back as a value', async (_, code, error) => {
    const { done, output } = await run(code, TOTAL_DATA);
    expect(output).toMatchObject({
      success: false,
      result: null,
      error: expect.stringMatching(error) as string,
    });
    expect(done).toMatchObject({ ok: false, facts: { of: 'run', success: false } });
  });

  it('says that there is no data, which is no fact about the code', async () => {
    const { done, output } = await run(GOOD_CODE, NONE);
    expect(output).toMatchObject({
      success: false,
      result: null,
      error: expect.stringMatching(/no test data/) as string,
    });
    expect(done.facts).toBeUndefined();
  });

  it('brings the message of whatever code throws, and keeps the agent whole', async () => {
    const messages = fc.sample(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), 100);
    for (const message of messages) {
      const text = `${JSON.stringify(message)}`;
      const { output } = await run(
        `export function total(): number {\n  throw new RangeError(${text});\n}\n`,
        TOTAL_DATA,
      );
      expect(output).toMatchObject({ success: false, result: null });
      expect(output.error).toContain('RangeError');
      expect(output.error).toContain(message.trim());
    }
  });

  it('serialises whatever the function returns into JSON', async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 3 }), 100);
    for (const value of values) {
      const { output } = await run('export function total(data: unknown): unknown { return data; }\n', [
        value,
      ]);
      expect(output.success).toBe(true);
      expect(JSON.parse(JSON.stringify(output.result))).toMatchObject({ type: 'array', shape: [1] });
      expect(JSON.stringify(output.result).length).toBeLessThan(64 * 1024);
    }
  });

  it('keeps type and size of a result that is too large to keep', async () => {
    const { output } = await run(
      'export function total(): number[] { return Array.from({ length: 1e5 }, (_, i) => i); }\n',
      [],
    );
    expect(output.success).toBe(true);
    expect(output.result).toMatchObject({ truncated: true });
    expect(JSON.stringify(output.result)).toContain('100000');
    expect(JSON.stringify(output.result).length).toBeLessThan(64 * 1024);
  });
});

describe('checkCode', () => {
  it('finds an issue in code that one of its parsers does not take', async () => {
    const code =
      'export const total = (by?: string) => (by ? (by) : (row: { n: number }) => row.n);\nif (total) function b() {}\n';
    expect((await call('checkCode', { code, functionName: 'total' })).output.isValid).toBe(false);
  });
});

describe('a call that can not be carried out', () => {
  it('is answered where the worker has no such tool', async () => {
    const { done, output } = await call('mail__send', { to: 'ann' });
    expect(done.ok).toBe(false);
    expect(output.error).toBe('The tool mail__send is not there any more: go on without it.');
  });
});

describe('analyzeError', () => {
  const given = (errorType: string) => ({ code: FAILING_CODE, error: 'TypeError: x', errorType });

  it('gives a default where the replies are malformed', async () => {
    bench.server.script(reply('It is the cost.'), reply('I said it.'));
    const { done, output } = await call('analyzeError', given('runtime'));
    expect(output).toMatchObject({
      analysis: expect.stringContaining('No analysis') as string,
      suggestions: [],
    });
    expect(done).toMatchObject({ ok: false, usage: { modelCalls: 2 } });
  });
});

const SLOW = `export function total(data: { price: number }[]): number {
  let sum = 0;
  for (const row of data) {
    for (let i = 0; i < 20000; i += 1) sum += Math.sin(i) * 0;
    sum += row.price;
  }
  return sum;
}
`;
const NESTED = `export function total(data: { price: number }[]): number {
  let sum = 0;
  if (data) {
    for (const row of data) {
      if (row) {
        sum += row.price;
      }
    }
  }
  return sum;
}
`;

describe('a rewrite', () => {
  const rewritten = async (tool: string, code: string, after: string, data?: unknown) => {
    bench.server.script(coded(after));
    const { output } = await call(tool, { code, functionName: 'total' }, data);
    return output;
  };

  it('by optimizeCode is taken if it returns the same and is measured to be faster', async () => {
    expect(await rewritten('optimizeCode', SLOW, GOOD_CODE)).toMatchObject({
      success: true,
      code: GOOD_CODE,
    });
  });

  it.each([
    ['slower', GOOD_CODE, SLOW, /not faster/],
    ['wrong', SLOW, GOOD_CODE.replace('sum + row.price', 'sum + 1'), /something else/],
    ['broken', SLOW, FAILING_CODE, /does not run/],
  ])('by optimizeCode is refused if it is %s', async (_, code, after, why) => {
    expect(await rewritten('optimizeCode', code, after)).toMatchObject({
      success: false,
      code,
      message: expect.stringMatching(why) as string,
    });
  });

  it('by refactorCode is taken if it returns the same and is simpler', async () => {
    const output = await rewritten('refactorCode', NESTED, GOOD_CODE);
    expect(output).toMatchObject({
      success: true,
      message: expect.stringMatching(/depth 3.*before.*depth 1/) as string,
    });
  });

  it.each([
    ['no simpler', GOOD_CODE, NESTED, /not simpler/],
    ['wrong', NESTED, GOOD_CODE.replace('sum + row.price', 'sum + 1'), /something else/],
  ])('by refactorCode is refused if it is %s', async (_, code, after, why) => {
    expect(await rewritten('refactorCode', code, after)).toMatchObject({
      success: false,
      message: expect.stringMatching(why) as string,
    });
  });

  it('by documentCode is taken if only comments change', async () => {
    const documented = `/** Adds up. */\n${GOOD_CODE}`;
    expect(await rewritten('documentCode', GOOD_CODE, documented)).toMatchObject({
      success: true,
      code: documented,
    });
    const changed = await rewritten('documentCode', GOOD_CODE, documented.replace('sum +', 'sum -'));
    expect(changed).toMatchObject({ success: false, code: GOOD_CODE });
  });

  it('needs test data where results are compared, and asks no model without', async () => {
    const asked = bench.server.calls.length;
    for (const tool of ['optimizeCode', 'refactorCode']) {
      const { output } = await call(tool, { code: GOOD_CODE, functionName: 'total' }, NONE);
      expect(output).toMatchObject({
        success: false,
        message: expect.stringMatching(/no test data/) as string,
      });
    }
    expect(bench.server.calls).toHaveLength(asked);
  });
});

it('securityCheck tells places with line and reason', async () => {
  const { done, output } = await call('securityCheck', { code: "eval('1');\n" });
  expect(output).toMatchObject({ isSafe: false, findings: [{ rule: 'eval', line: 1 }] });
  expect(done.ok).toBe(false);
});
