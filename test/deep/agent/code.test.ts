import type { CodeRequest } from '../../../src/client';
import { reply, status } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';
import {
  analysis,
  analyze,
  coded,
  FAILING_CODE,
  generate,
  GOOD_CODE,
  RECORD_FIELDS,
  test as run,
  TOTAL_DATA,
  TOTAL_SPEC,
  turn,
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
