import { callTool } from '../../../src/coder/agent';
import { keepTask } from '../../../src/coder/agent/task';
import { keepNode } from '../../../src/coder/agent/transcript';
import { readDataset } from '../../../src/datasets';
import {
  analysis,
  coded,
  FAILING_CODE,
  GOOD_CODE,
  TOTAL_DATA,
  TOTAL_SPEC,
  UNTYPED_CODE,
} from '../../support/agent-scripts';
import { startAgentBench, type AgentBench } from '../../support/play-agent';

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

const lastPrompt = () =>
  bench.server.calls
    .at(-1)
    ?.body.messages.map(({ content }) => content)
    .join('\n') ?? '';

describe('generateCode', () => {
  it('writes code to the specification of the task, and is told the shape of the data, not the data', async () => {
    bench.server.script(coded(GOOD_CODE));
    const { done, output } = await call('generateCode', {});
    expect(output).toEqual({ code: GOOD_CODE, success: true, message: 'The code was written.' });
    expect(done).toMatchObject({ ok: true, facts: { of: 'code' }, usage: { modelCalls: 1 } });
    expect(lastPrompt()).toContain('Adds up the prices of all rows.');
    expect(lastPrompt()).toContain('2 rows, 2 columns');
  });

  it('mends the previous code by the issues', async () => {
    bench.server.script(coded(GOOD_CODE));
    await call('generateCode', { previousCode: FAILING_CODE, issuesToFix: ['Use row.price.'] });
    expect(lastPrompt()).toContain('row.cost!.value');
    expect(lastPrompt()).toContain('- Use row.price.');
  });
});

describe('testCode', () => {
  const run = (code: string, data?: unknown) => call('testCode', { code, functionName: 'total' }, data);

  it('runs code with the real data and serialises the result', async () => {
    const { done, output } = await run(GOOD_CODE, TOTAL_DATA);
    expect(output).toMatchObject({ success: true, result: { type: 'number', value: 12 }, error: '' });
    expect(done.facts).toMatchObject({ of: 'run', success: true, error: '' });
  });
});

describe('checkCode', () => {
  it('finds nothing in good code, and says what is wrong with other', async () => {
    const good = await call('checkCode', { code: GOOD_CODE, functionName: 'total' });
    expect(good.output).toEqual({ isValid: true, issues: [] });
    expect(good.done.facts).toMatchObject({ of: 'check', isValid: true, issues: 0 });
    const bad = await call('checkCode', { code: UNTYPED_CODE, functionName: 'total' });
    expect(bad.output.isValid).toBe(false);
    expect(bad.done).toMatchObject({ ok: false, facts: { isValid: false } });
  });
});

describe('analyzeError', () => {
  const given = (errorType: string) => ({ code: FAILING_CODE, error: 'TypeError: x', errorType });

  it.each(['runtime', 'static'])('analyses a %s error and suggests', async (errorType) => {
    bench.server.script(analysis());
    const { output } = await call('analyzeError', given(errorType));
    expect(output).toEqual({
      analysis: 'The rows have a price and no cost.',
      suggestions: ['Use row.price.'],
    });
    expect(lastPrompt()).toContain(errorType);
  });
});
