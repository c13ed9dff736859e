import type { CodeRequest } from '../../../src/client';
import { reply } from '../../support/scripted-model';
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
});
