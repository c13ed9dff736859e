import { findPatterns } from '../../../support/patterns/find-patterns';

const sourcesIn = (text: string): string[] =>
  findPatterns('a.ts', text).constant.map(({ source, flags }) => `${source} ${flags}`);

describe('finding patterns', () => {
  it('finds literals wherever they stand, with their flags', () => {
    expect(sourcesIn('const a = /x+/g; f({ b: [/y\\/z/] });')).toEqual(['x+ g', 'y\\/z ']);
  });

  it('finds patterns that are built of constants of the file', () => {
    const text =
      "const A = 'a|b';\nconst B = new RegExp(`(?:${A})` + 'c', 'gm');\nRegExp([A, 'd'].join('|'));";
    expect(sourcesIn(text)).toEqual(['(?:a|b)c gm', 'a|b|d ']);
  });

  it('tells patterns that only the running program knows', () => {
    const { constant, built } = findPatterns('a.ts', 'const f = (x: string) =>\n  new RegExp(`^${x}$`);');
    expect(constant).toEqual([]);
    expect(built).toEqual([{ place: 'a.ts:2', file: 'a.ts' }]);
  });

  it('takes a division for none', () => {
    expect(sourcesIn('const a = b / c / d;')).toEqual([]);
  });
});
