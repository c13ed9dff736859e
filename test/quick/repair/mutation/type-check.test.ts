import { breaksTypes } from '../../../../src/repair/mutation/type-check';

const BEFORE = [
  "import { rate } from './rate';",
  'function half(n: number): number { return n / 2; }',
  'export function price(count: number, name: string): number {',
  '  const items = [1, 2].map((n) => n * count);',
  '  return half(count) + rate(name) + items.length;',
  '}',
].join('\n');

describe('an edit that does not compile', () => {
  it.each([
    ['returns a value of another type', 'return half(count) + rate(name) + items.length', "return ''"],
    ['returns a name of another type', 'return half(count) + rate(name) + items.length', 'return name'],
    ['passes an argument of another type', 'half(count)', 'half(name)'],
    ['passes too many arguments', 'half(count)', 'half(count, count)'],
    ['passes too few', 'half(count)', 'half()'],
    ['computes with a text', 'half(count) +', 'half(count) * name +'],
    ['compares what can not be equal', 'return half', "if (count === 'a') return 1;\n  return half"],
  ])('%s', (_, from, to) => {
    expect(BEFORE).toContain(from);
    expect(breaksTypes('price.ts', BEFORE, BEFORE.replace(from, to))).toBe(true);
  });

  it('is not blamed for what was wrong before', () => {
    const broken = `${BEFORE}\nexport const wrong: number = 'text';`;
    expect(breaksTypes('price.ts', broken, broken.replace('n / 2', 'n / 3'))).toBe(false);
    expect(breaksTypes('price.ts', broken, `${broken}\nexport const more: number = 'text';`)).toBe(true);
  });

  it('is only looked for where there are types', () => {
    expect(breaksTypes('a.js', 'f(1)', 'function f() {} f(1)')).toBe(false);
  });
});

describe('an edit that may compile', () => {
  it.each([
    ['another operator', 'n / 2', 'n * 2'],
    ['members of a library', 'half(count)', 'Math.max(half(count), [1].length)'],
    ['methods of a text', 'rate(name)', 'rate(name.trim().toLowerCase())'],
    ['what is imported', 'half(count)', 'rate(count, 1, 2)'],
    ['callbacks', 'n * count', 'n > 1 ? n : count'],
    ['another name of the same type', 'n * count', 'count * count'],
  ])('%s', (_, from, to) => {
    expect(BEFORE).toContain(from);
    expect(breaksTypes('price.ts', BEFORE, BEFORE.replace(from, to))).toBe(false);
  });

  it('in a component', () => {
    const component = 'export const A = ({ n }: { n: number }) => <b>{n + 1}</b>;';
    expect(breaksTypes('a.tsx', component, component.replace('n + 1', 'n - 1'))).toBe(false);
  });

  it('is told from one that does not in a long file, too', () => {
    breaksTypes('price.ts', BEFORE, BEFORE);
    const long = Array.from({ length: 100 }, (_, i) =>
      BEFORE.replace('price', `price${i}`).replace(/half/g, `half${i}`),
    );
    const text = long.join('\n').replaceAll("import { rate } from './rate';", '');
    expect(breaksTypes('price.ts', text, text.replace('n / 2', "''"))).toBe(true);
  });
});
