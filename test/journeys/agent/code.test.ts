import type { CodeRequest } from '../../../src/client';
import { reply, status } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';
import {
  analysis,
  analyze,
  check,
  coded,
  FAILING_CODE,
  generate,
  GOOD_CODE,
  RECORD_FIELDS,
  test as run,
  TOTAL_DATA,
  TOTAL_SPEC,
  turn,
  UNTYPED_CODE,
} from '../../support/agent-scripts';
import { modelBytes, readHistory } from '../../support/run-history';
import { untilStatus } from '../../support/until';

describe('the coding agent on a real server', () => {
  const kintsugi = useScriptedKintsugi();

  const play = async (more: Partial<CodeRequest> = {}) => {
    const handle = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA, ...more });
    const result = await handle.result();
    kintsugi.model.assertComplete();
    const { events } = await handle.events();
    return { result, id: handle.id, lines: events.map(({ text }) => text), events };
  };

  it('writes simple code at the first try, checks it and runs it with the test data', async () => {
    kintsugi.model.script(
      turn(generate()),
      coded(GOOD_CODE),
      turn(check(GOOD_CODE), run(GOOD_CODE)),
      reply('It works.'),
    );
    const { result, events } = await play();
    expect(result).toMatchObject({ status: 'completed', end: 'done', turns: 3, calls: 3 });
    expect(Object.keys(result.record)).toEqual(RECORD_FIELDS);
    expect(result.record).toMatchObject({
      generatedCode: GOOD_CODE,
      iterationCount: 1,
      isCodeValid: true,
      codeIssues: [],
      runtimeError: '',
      executionResult: { type: 'number', value: 12 },
    });
    const results = events.filter(({ kind }) => kind === 'tool-result');
    expect(results.map(({ fields }) => [fields['tool'], fields['success']])).toEqual([
      ['generateCode', true],
      ['checkCode', true],
      ['testCode', true],
    ]);
  });

  it('mends a runtime error with the analysis of it', async () => {
    kintsugi.model.script(
      turn(generate()),
      coded(FAILING_CODE),
      turn(check(FAILING_CODE)),
      turn(run(FAILING_CODE)),
      turn(analyze(FAILING_CODE, "Cannot read properties of undefined (reading 'value')")),
      analysis(),
      turn(generate({ previousCode: FAILING_CODE, issuesToFix: ['Use row.price.'] })),
      coded(GOOD_CODE),
      turn(run(GOOD_CODE), check(GOOD_CODE)),
      reply('It works now.'),
    );
    const { result, lines } = await play();
    expect(result.record).toMatchObject({ iterationCount: 2, isCodeValid: true, runtimeError: '' });
    expect(lines.join('\n')).toMatch(/testCode: failure: TypeError: .*value/);
    expect(lines.join('\n')).toContain('testCode: success');
  });

  it('ends at the most iterations with the best code so far', async () => {
    kintsugi.model.script(
      turn(generate()),
      coded(UNTYPED_CODE),
      turn(run(UNTYPED_CODE)),
      turn(generate({ previousCode: UNTYPED_CODE })),
      coded(FAILING_CODE),
      turn(generate({ previousCode: FAILING_CODE })),
    );
    const { result, lines } = await play({ maxIterations: 2 });
    expect(lines).toContain('Reached max iterations (2)');
    expect(result).toMatchObject({ status: 'incomplete', end: 'iterations' });
    // Code that ran is better than code that fails, whatever the checks say.
    expect(result.record).toMatchObject({
      generatedCode: UNTYPED_CODE,
      iterationCount: 2,
      isCodeValid: false,
    });
    expect(result.record.codeIssues.join('\n')).toMatch(/no type: data/);
    expect(result.record.executionResult).toMatchObject({ value: 12 });
  });

  it('only checks code where there is no test data', async () => {
    kintsugi.model.script(turn(generate()), coded(GOOD_CODE), turn(check(GOOD_CODE)), reply('Done.'));
    const { result } = await play({ testData: undefined });
    expect(result.record).toMatchObject({ isCodeValid: true, runtimeError: '', executionResult: null });
    expect(result.message).toContain('no test data');
  });

  it('checks and runs code that the model left unchecked', async () => {
    kintsugi.model.script(turn(generate()), coded(GOOD_CODE), reply('Done.'));
    const { result } = await play();
    expect(result.record).toMatchObject({ isCodeValid: true, executionResult: { value: 12 } });
  });

  it('comes to the same record by the pipeline, with the same fields and types', async () => {
    kintsugi.model.script(coded(FAILING_CODE), analysis(), coded(GOOD_CODE));
    const { result, lines } = await play({ strategy: 'pipeline' });
    expect(result.record).toMatchObject({ generatedCode: GOOD_CODE, iterationCount: 2, isCodeValid: true });
    expect(Object.keys(result.record)).toEqual(RECORD_FIELDS);
    const tools = lines.flatMap((line) => /^(\w+): (?:success|failure)/.exec(line)?.[1] ?? []);
    expect(tools).toEqual([
      'generateCode',
      'testCode',
      'checkCode',
      'analyzeError',
      'generateCode',
      'testCode',
      'checkCode',
    ]);
  });

  it('waits durably for a limit of the model that resets, and shows it', async () => {
    kintsugi.model.script(
      status(429, { code: 'rate_limit_exceeded', retryAfter: '2' }),
      turn(generate()),
      status(429, { code: 'rate_limit_exceeded', retryAfter: '1' }),
      coded(GOOD_CODE),
      reply('Done.'),
    );
    const handle = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
    const waiting = await untilStatus(
      () => handle.status(),
      ({ phase }) => phase === 'waiting-for-limit',
    );
    expect(waiting.detail).toContain('when the limit of the model resets');
    const result = await handle.result();
    kintsugi.model.assertComplete();
    expect(result.record.isCodeValid).toBe(true);
    expect(result.usage.modelCalls).toBe(3);
  });

  it('waits no longer for limits than the input allows', async () => {
    kintsugi.model.script(status(429, { code: 'rate_limit_exceeded', retryAfter: '60' }));
    const { result } = await play({ waitForLimitMs: 5_000 });
    expect(result).toMatchObject({ status: 'incomplete', end: 'limit', record: { generatedCode: '' } });
  });

  it('does not begin a wait that is longer than the input allows, however long it is', async () => {
    kintsugi.model.script(status(429, { code: 'rate_limit_exceeded', retryAfter: '3600' }));
    const { result } = await play({ waitForLimitMs: 1_200_000 });
    expect(result).toMatchObject({ status: 'incomplete', end: 'limit' });
  });

  it('counts a reply once that a call got before it had to wait for a limit', async () => {
    kintsugi.model.script(
      turn(generate()),
      coded(GOOD_CODE),
      turn(analyze(GOOD_CODE, 'It is slow.')),
      reply('This is no analysis.'),
      status(429, { code: 'rate_limit_exceeded', retryAfter: '1' }),
      analysis(),
      reply('Done.'),
    );
    const { result } = await play();
    expect(result.usage.modelCalls).toBe(6);
  });

  it('keeps its history below 2 KiB a call of the model', async () => {
    kintsugi.model.script(
      turn(generate()),
      coded(FAILING_CODE),
      turn(run(FAILING_CODE)),
      turn(generate()),
      coded(GOOD_CODE),
      reply('Done.'),
    );
    const { id } = await play();
    const { bytes, events } = await readHistory(kintsugi.client.temporal, id);
    const measured = modelBytes(events);
    expect(measured.activities).toBe(6);
    expect(measured.bytes / measured.activities).toBeLessThan(2_048);
    // Code that is not the best is in the store alone.
    expect(bytes.includes('row.cost')).toBe(false);
    expect(bytes.includes('row.price')).toBe(true);
  });
});
