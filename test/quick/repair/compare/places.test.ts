import { changedPlaces } from '../../../../src/repair/compare';

const BEFORE = 'const a = 1;\nfunction f(x) {\n  return x <= 3;\n}\nconst b = 2;\n';
const placed = (after: string): string[] =>
  changedPlaces(new Map([['a.js', BEFORE]]), new Map([['a.js', after]])).map(
    ({ start, end }) => `${start}:${BEFORE.slice(start, end)}`,
  );

describe('the places that a text changes', () => {
  it.each([
    ['an operator of a line', BEFORE.replace('<=', '<'), ['41:=']],
    ['a line that is added', BEFORE.replace('  return', '  x += 1;\n  return'), ['29:']],
    ['a line that is taken away', BEFORE.replace('const b = 2;\n', ''), ['48:const b = 2;\n']],
    ['two lines apart', BEFORE.replace('a = 1', 'a = 2').replace('b = 2', 'b = 3'), ['10:1', '58:2']],
    ['nothing', BEFORE, []],
  ])('are those of %s', (_, after, places) => {
    expect(placed(after)).toEqual(places);
  });
});
