import { costOf, priced, unpricedOf } from '../../../../src/domain/run/prices';
import { addUsage } from '../../../../src/domain/run/budget';

const usage = { modelCalls: 1, inputTokens: 1_000, outputTokens: 200 };
const price = { inputPerMillion: 1.25, outputPerMillion: 10 };

describe('the cost of a call', () => {
  it.each([
    ['input and output', usage, price, 1_250 + 2_000],
    [
      'cached input at its own price',
      { ...usage, cachedInputTokens: 400 },
      { ...price, cachedInputPerMillion: 0.125 },
      750 + 50 + 2_000,
    ],
    ['cached input without one', { ...usage, cachedInputTokens: 400 }, price, 3_250],
    ['a free model', usage, { inputPerMillion: 0, outputPerMillion: 0 }, 0],
    [
      'a part of a micro-USD, rounded up',
      { ...usage, inputTokens: 1, outputTokens: 0 },
      { inputPerMillion: 0.1, outputPerMillion: 0 },
      1,
    ],
    [
      'a price that binary fractions miss',
      { ...usage, inputTokens: 3, outputTokens: 0 },
      { inputPerMillion: 0.1, outputPerMillion: 0 },
      1,
    ],
    [
      'a hundred million tokens',
      { ...usage, inputTokens: 1e8, outputTokens: 0 },
      { inputPerMillion: 75, outputPerMillion: 0 },
      7_500_000_000,
    ],
  ])('%s', (_, used, at, cost) => {
    expect(costOf(used, at)).toBe(cost);
  });

  it('is not known without a price, and the model is named', () => {
    expect(priced(usage, 'mine', { other: price })).toEqual({
      ...usage,
      models: ['mine'],
      unpricedModels: ['mine'],
    });
    expect(priced(usage, 'constructor', {}).unpricedModels).toEqual(['constructor']);
    expect(priced(usage, 'mine', { mine: price }).costMicroUsd).toBe(3_250);
    expect(priced({ ...usage, modelCalls: 0 }, 'mine', {})).toEqual({ ...usage, modelCalls: 0 });
  });

  it('is summed with what is not known beside it', () => {
    const sum = [priced(usage, 'b', {}), priced(usage, 'm', { m: price }), priced(usage, 'a', {})].reduce(
      addUsage,
    );
    expect(sum).toEqual({
      modelCalls: 3,
      inputTokens: 3_000,
      outputTokens: 600,
      costMicroUsd: 3_250,
      models: ['b', 'm', 'a'],
      unpricedModels: ['a', 'b'],
    });
  });

  it('tells the models that have no price, each once', () => {
    expect(unpricedOf(['x', 'm', 'x', 'a'], { m: price })).toEqual(['a', 'x']);
  });
});
