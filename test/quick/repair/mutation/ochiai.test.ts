import { clusterFailures } from '../../../../src/repair/search/causes';
import { ochiai } from '../../../../src/repair/search/suspects';

const ran = (lines: Record<string, number[]>) => new Map(Object.entries(lines));

describe('ochiai', () => {
  it('scores lines as worked out by hand', () => {
    // Two tests fail, two pass. Line 1: 2 failing, 2 passing: 2/√(2·4). Line 2: 2 and 0: 2/√(2·2).
    // Line 3: 1 and 1: 1/√(2·2). Line 4 is executed by a passing test only.
    const scores = ochiai([
      { failed: true, lines: ran({ 'a.ts': [1, 2] }) },
      { failed: true, lines: ran({ 'a.ts': [1, 2, 3] }) },
      { failed: false, lines: ran({ 'a.ts': [1, 3] }) },
      { failed: false, lines: ran({ 'a.ts': [1, 4] }) },
    ]);
    const lines = scores.get('a.ts');
    expect(lines?.get(1)).toBeCloseTo(0.7071, 4);
    expect(lines?.get(2)).toBe(1);
    expect(lines?.get(3)).toBe(0.5);
    expect(lines?.has(4)).toBe(false);
  });

  it('counts a line once that a test reports twice', () => {
    const scores = ochiai([{ failed: true, lines: ran({ 'a.ts': [7, 7] }) }]);
    expect(scores.get('a.ts')?.get(7)).toBe(1);
  });

  it('has nothing to say without a failing test', () => {
    expect(ochiai([{ failed: false, lines: ran({ 'a.ts': [1] }) }]).size).toBe(0);
  });
});

describe('clusterFailures', () => {
  // Ten lines to a function.
  const placeName = (file: string, line: number) => `${file}:${Math.floor(line / 10)}`;

  it('joins failing tests that alone run the same function, and keeps others apart', () => {
    const clusters = clusterFailures(
      [
        { id: 'tax', failed: true, lines: ran({ 'tax.ts': [11, 12], 'util.ts': [1] }) },
        { id: 'page', failed: true, lines: ran({ 'page.ts': [21], 'util.ts': [1] }) },
        { id: 'tax, rounded', failed: true, lines: ran({ 'tax.ts': [13], 'util.ts': [1] }) },
        { id: 'util', failed: false, lines: ran({ 'util.ts': [1] }) },
      ],
      placeName,
    );
    expect(clusters.map((cluster) => cluster.tests)).toEqual([['tax', 'tax, rounded'], ['page']]);
    expect(clusters[1]?.scores.get('page.ts')?.get(21)).toBe(1);
    expect(clusters[1]?.scores.has('tax.ts')).toBe(false);
  });
});
