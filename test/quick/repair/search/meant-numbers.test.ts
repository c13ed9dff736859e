import { meantNumbers, numberPairs } from '../../../../src/repair/search/wanted-values';

describe('numbers that were meant', () => {
  it('are those that make a product or a sum as the test wants it', () => {
    const pairs = numberPairs([{ expected: '172800', received: '169200' }]);
    expect(meantNumbers(84_600, pairs)).toContain(86_400);
    expect(meantNumbers(0.05, [{ expected: 14, received: 10 }])).toContain(0.07);
    expect(meantNumbers(10, [{ expected: 27, received: 20 }])).toContain(17);
  });

  it('are those with two digits exchanged, where nothing else is known', () => {
    expect(meantNumbers(84_600, [])).toEqual([48_600, 86_400, 84_060]);
  });

  it('stay whole where the literal is whole', () => {
    expect(meantNumbers(3, [{ expected: 5, received: 7 }])).toEqual([1, 5]);
  });

  it('come of failures that tell two numbers only', () => {
    const failures = [
      { expected: '"a"', received: '1' },
      { expected: '2', received: '2' },
      { expected: '-2.5', received: '3n' },
      {},
    ];
    expect(numberPairs(failures)).toEqual([{ expected: -2.5, received: 3 }]);
  });

  it('reads how often texts repeat the character at which they part', () => {
    const told = { expected: "'tea     12\\nmilk     7'", received: "'tea   12\\nmilk   7'" };
    expect(numberPairs([told])).toEqual([{ expected: 5, received: 3 }]);
    expect(meantNumbers(4, numberPairs([told]))).toContain(6);
    expect(numberPairs([{ expected: "'tea 12'", received: "'tea 21'" }])).toEqual([]);
  });
});
