import { linesAt, nearestLines } from '../../../src/domain/files/edit-text';

const TEXT =
  'import x\n\nfunction a() {\n  return 1;\n}\n\nfunction b(n: number) {\n  if (n < 3) return n;\n  return 2;\n}\n';

describe('nearest lines', () => {
  test('what looks most like the search, with line numbers, and what differs', () => {
    expect(nearestLines(TEXT, 'if (n <= 3) return n;\nreturn 2;')).toBe(
      '≠: if (n <= 3) return n;\n8:   if (n < 3) return n;\n9:   return 2;',
    );
  });

  test('a line too many and a line too few', () => {
    expect(nearestLines(TEXT, 'function b(n: number) {\n  log(n);\n  if (n < 3) return n;\n}\n')).toBe(
      '7: function b(n: number) {\n≠:   log(n);\n8:   if (n < 3) return n;\n9:   return 2;\n10: }',
    );
  });

  test('of a long search the part that differs', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index};`);
    const search = lines.map((line) => line.replace('line 40', 'lime 40')).join('\n');
    const shown = nearestLines(lines.join('\n'), search)?.split('\n') ?? [];
    expect(shown.slice(0, 6)).toEqual([
      '38: line 37;',
      '39: line 38;',
      '40: line 39;',
      '≠: lime 40;',
      '41: line 40;',
      '42: line 41;',
    ]);
    expect(shown.length).toBeLessThan(20);
  });

  test('lines that differ only in their indentation', () => {
    expect(nearestLines('if a:\n    x\n    y\n', 'if a:\n    x\ny\n')).toBe(
      '1: if a:\n2:     x\n≠: y\n3:     y',
    );
  });

  test('long lines are cut to where they differ', () => {
    const long = `${'a, '.repeat(400)}b${', c'.repeat(400)}`;
    const [expected = '', found = ''] = nearestLines(long, long.replace('b', 'B'))?.split('\n') ?? [];
    expect(expected).toMatch(/^≠: ….*a, B, c.*…$/);
    expect(found).toMatch(/^1: ….*a, b, c.*…$/);
    expect(found.length).toBeLessThan(250);
  });

  test('nothing where nothing is alike', () => {
    expect(nearestLines(TEXT, '§§§§')).toBeUndefined();
    expect(nearestLines(TEXT, '\n  \n')).toBeUndefined();
    expect(nearestLines('', 'x')).toBeUndefined();
  });

  test('a large file is compared in time', () => {
    const large = Array.from(
      { length: 60_000 },
      (_, index) => `const value${index} = compute(${index});`,
    ).join('\n');
    expect(nearestLines(large, 'const value59999 = computed(59999);')).toBe(
      '≠: const value59999 = computed(59999);\n60000: const value59999 = compute(59999);',
    );
  });
});

test('lines by their numbers', () => {
  expect(linesAt('a\r\nb\r\nc', [1, 3, 9])).toBe('1: a\n3: c\n9: ');
});
