import { MOST_CALLS_OF_A_TURN, type TurnCall } from '../../../../src/domain/agent/calls';
import {
  admit,
  afterTurn,
  groupLength,
  NEW_LOOP,
  refusalOf,
  type LoopState,
} from '../../../../src/domain/agent/loop';
import { functionNameOf } from '../../../../src/domain/agent/input';

const limits = { maxIterations: 2, maxCalls: 20 };
const call = (more: Partial<TurnCall> = {}): TurnCall => ({
  tool: 'testCode',
  kind: 'read',
  work: 'code',
  loop: 'k',
  summary: '',
  ...more,
});

describe('a call before it is carried out', () => {
  it('is warned about from the third equal one on, and the fifth ends the loop', () => {
    let loop: LoopState = NEW_LOOP;
    const seen: string[] = [];
    for (let count = 1; count <= 5; count += 1) {
      const admission = admit(loop, call(), limits);
      loop = admission.loop;
      seen.push(admission.end ?? (admission.warning === undefined ? 'ok' : 'warned'));
    }
    expect(seen).toEqual(['ok', 'ok', 'warned', 'warned', 'repeating']);
    expect(loop.calls).toBe(4);
  });

  it('is another one on other files', () => {
    let loop: LoopState = NEW_LOOP;
    for (let tree = 0; tree < 10; tree += 1) {
      const admission = admit(loop, call(), limits, String(tree));
      expect([admission.end, admission.warning]).toEqual([undefined, undefined]);
      loop = admission.loop;
    }
  });

  it('ends the loop at the most iterations and the most calls', () => {
    const full = { ...NEW_LOOP, iterations: 2 };
    expect(admit(full, call({ iterates: true }), limits).end).toBe('iterations');
    expect(admit(full, call(), limits).end).toBeUndefined();
    expect(admit({ ...NEW_LOOP, calls: 20 }, call(), limits).end).toBe('calls');
  });

  it('is told to be made again where one turn makes too many', () => {
    expect(refusalOf(call(), MOST_CALLS_OF_A_TURN - 1)).toBeUndefined();
    expect(refusalOf(call(), MOST_CALLS_OF_A_TURN)).toMatch(/again in the next turn/);
  });
});

describe('a turn', () => {
  it('ends the loop if it is the third in a row that cannot be used', () => {
    const unusable = { calls: [call({ problem: 'no such tool' })] };
    const once = afterTurn(NEW_LOOP, unusable);
    const twice = afterTurn(once.loop, { calls: [], problem: 'The reply is empty.' });
    expect([once.end, twice.end]).toEqual([undefined, undefined]);
    expect(afterTurn(twice.loop, unusable).end).toBe('unusable');
    const good = afterTurn(twice.loop, { calls: [call(), call({ problem: 'x' })] });
    expect(good).toMatchObject({ loop: { unusable: 0 } });
    expect(good.end).toBeUndefined();
  });

  it('ends the loop if it calls nothing and says something', () => {
    expect(afterTurn(NEW_LOOP, { calls: [] }).end).toBe('done');
  });
});

it.each([
  [['read', 'read', 'write', 'read'], 2],
  [['write', 'write'], 1],
  [['read'], 1],
  [['ask', 'read'], 1],
] as const)('calls %j begin with %i that run side by side', (kinds, length) => {
  expect(groupLength(kinds.map((kind) => call({ kind })))).toBe(length);
});

it.each([
  [{ functionName: 'total' }, 'total'],
  [{ function_name: 'analyze_data' }, 'analyze_data'],
  [{ name: 'sum of prices' }, 'sum_of_prices'],
  [{ functionName: '1st' }, '_1st'],
  [{ functionName: 'class' }, '_class'],
  [{ functionName: '总和' }, '总和'],
  [{ functionName: '' }, 'solve'],
  [{ functionName: '\u0000' }, 'solve'],
  [{}, 'solve'],
])('the specification %j asks for the function %s', (spec, name) => {
  expect(functionNameOf(spec)).toBe(name);
});
