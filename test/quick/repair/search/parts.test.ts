import { budgetOf, partOf, without } from '../../../../src/repair/search/budget';

describe('the budget of a round with several groups of failures', () => {
  const whole = budgetOf(2);

  it('is all for one group', () => {
    expect(partOf(whole, 1, true)).toEqual(whole);
  });

  it('gives the first group half, and the others equal parts of the rest', () => {
    const parts: number[] = [];
    let rest = whole;
    for (let left = 4; left > 0; left -= 1) {
      const part = partOf(rest, left, left === 4);
      parts.push(part.costMs);
      rest = without(rest, part);
    }
    expect(parts).toEqual([15_000, 5_000, 5_000, 5_000]);
    expect(rest).toMatchObject({ singles: 0, pairs: 0, costMs: 0 });
  });

  it('keeps for later groups what an earlier one did not need', () => {
    const rest = without(whole, { singles: 10, pairs: 0, costMs: 100 });
    expect(partOf(rest, 2, false)).toMatchObject({ singles: 2_995, pairs: 1_500, costMs: 14_950 });
  });

  it('is never below nothing, whatever a search has used', () => {
    expect(without(whole, { singles: 1e6, pairs: 1e6, costMs: 1e9 })).toMatchObject({
      singles: 0,
      pairs: 0,
      costMs: 0,
    });
  });
});
