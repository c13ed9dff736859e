import { format, percentOf } from '../src/money';

describe('money', () => {
  it('rounds shares half up', () => {
    expect(percentOf(105, 10)).toBe(11);
    expect(percentOf(104, 10)).toBe(10);
  });

  it('formats cents', () => {
    expect(format(1_234)).toBe('12.34');
    expect(format(5)).toBe('0.05');
    expect(format(-250)).toBe('-2.50');
  });
});
