import { MOST_CALLS_OF_A_TURN } from '../../../../src/domain/agent/calls';
import { CodeRecord } from '../../../../src/domain/agent/state';
import { RECORD_FIELDS } from '../../../support/agent-scripts';
import fc from '../../../support/fast-check';
import { playAgent, startAgentBench, type AgentBench, type PlayedRun } from '../../../support/play-agent';
import { randomRun } from '../../../support/random-turns';
import { reply, type RecordedCall } from '../../../support/scripted-model';

const RUNS = 200;

interface Played extends PlayedRun {
  given: { maxIterations: number; maxCalls: number; testData?: unknown; strategy: string };
  conversations: { asked: string[]; answered: string[] }[];
}

/** Runs of the agent with a model that answers anything: the seed's properties hold for each of them. */
describe(`${RUNS} runs with random replies of the model`, () => {
  let bench: AgentBench;
  const played: Played[] = [];

  beforeAll(async () => {
    bench = await startAgentBench();
    for (const { replies, spec, ...given } of fc.sample(randomRun, RUNS)) {
      const server = bench.server;
      server.forget();
      // What comes after the script ends the run.
      server.script(...replies).otherwise(reply('Done.'));
      const run = await playAgent(bench, { ...given, executionSpec: spec });
      played.push({ ...run, given, conversations: server.calls.map(answersIn) });
    }
  });
  afterAll(() => bench.close());

  it('end with all fields of the record, each of its type', () => {
    expect(played).toHaveLength(RUNS);
    for (const { result } of played) {
      expect(Object.keys(result.record)).toEqual(RECORD_FIELDS);
      expect(() => CodeRecord.strict().parse(result.record)).not.toThrow();
      expect(JSON.parse(JSON.stringify(result))).toMatchObject({ record: result.record });
    }
  });

  it('never take more iterations than they may, nor more calls', () => {
    for (const { result, given, events } of played) {
      expect(result.record.iterationCount).toBeLessThanOrEqual(given.maxIterations);
      expect(result.calls).toBeLessThanOrEqual(given.maxCalls);
      const generated = events.filter(({ fields }) => fields?.['tool'] === 'generateCode');
      expect(generated).toHaveLength(result.record.iterationCount);
      if (result.end === 'iterations')
        expect(events.map(({ text }) => text)).toContain(`Reached max iterations (${given.maxIterations})`);
    }
  });

  it('run the code that they return with the test data, where there is any', () => {
    for (const { result, given, events } of played) {
      const { record } = result;
      if (record.generatedCode === '') continue;
      const ran = events.some(({ fields }) => fields?.['tool'] === 'testCode');
      if (given.testData === undefined || given.testData === null) expect(record.executionResult).toBeNull();
      else {
        expect(ran).toBe(true);
        expect(record.executionResult !== null).not.toBe(record.runtimeError !== '');
      }
    }
  });

  it('tell what is wrong if there is no valid code', () => {
    for (const { result } of played) {
      const { isCodeValid, codeIssues, runtimeError } = result.record;
      expect(codeIssues.length > 0 || runtimeError !== '').toBe(!isCodeValid);
    }
  });

  it('log each tool that was called, with its success or failure', () => {
    for (const { result, events, effects } of played) {
      const results = events.filter(({ kind }) => kind === 'tool-result');
      for (const { text, fields } of results) {
        expect(typeof fields?.['success']).toBe('boolean');
        expect(text).toMatch(/^\w+: (success|failure)/);
      }
      expect(results.length).toBeGreaterThanOrEqual(result.calls);
      const replies = events.filter(({ kind }) => kind === 'reply');
      expect(replies).toHaveLength(effects.filter((effect) => effect === 'think').length);
      expect(replies).toHaveLength(result.turns);
    }
  });

  it('end soon: by a bound, by three turns of no use, by five equal calls, or because the model is done', () => {
    const ends = new Set(played.map(({ result }) => result.end));
    // Each way to end is met, so each is tried.
    for (const end of ['done', 'iterations', 'calls', 'repeating', 'unusable'])
      expect([...ends]).toContain(end);
    for (const { result, given, effects } of played) {
      expect(result.turns).toBeLessThanOrEqual(3 * (given.maxCalls + 1));
      expect(effects.length).toBeLessThan(10 + 5 * given.maxCalls + 3 * MOST_CALLS_OF_A_TURN);
    }
  });

  it('show the model an answer to each of its calls, in their order', () => {
    // An endpoint would refuse a conversation in which one lacks.
    for (const { conversations } of played)
      for (const { asked, answered } of conversations) expect(answered).toEqual(asked);
  });
});

/** Ids of the calls in a conversation, and those that are answered. */
function answersIn({ body }: RecordedCall): { asked: string[]; answered: string[] } {
  return {
    asked: body.messages.flatMap((message) => message.tool_calls ?? []).map(({ id }) => id),
    answered: body.messages.flatMap(({ tool_call_id: id }) => id ?? []),
  };
}
