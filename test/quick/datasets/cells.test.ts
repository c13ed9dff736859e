import { cellValue, ColumnType, numberOf, parseJson, plainCell } from '../../../src/datasets/cells';
import { decimalText } from '../../../src/datasets/arrow';
import { columnNames } from '../../../src/datasets/columns';
import { guessDelimiter } from '../../../src/datasets/formats';
import { ArrayCutter } from '../../../src/datasets/json';

describe('cells of text formats', () => {
  it.each([
    ['1', 1],
    ['-2.5e3', -2500],
    [' 7 ', 7],
    ['.5', 0.5],
    ['0', 0],
    ['9007199254740991', 9007199254740991],
  ])('%j is a number', (cell, value) => {
    expect(numberOf(cell)).toBe(value);
  });

  it.each([
    '01',
    '+4',
    '1,000',
    '0x1',
    '1e999',
    '9007199254740993',
    '-',
    '.',
    '5%',
    '',
    'NaN',
    'Infinity',
    '1_0',
  ])('%j is no number', (cell) => {
    expect(numberOf(cell)).toBeUndefined();
  });

  const typed = (...cells: string[]): unknown[] => {
    const column = new ColumnType();
    for (const cell of cells) column.add(cell);
    return cells.map((cell) => cellValue(cell, column.type));
  };

  it('have one type in a column', () => {
    expect(typed('1', '', '2')).toEqual([1, null, 2]);
    expect(typed('1', 'n/a')).toEqual(['1', 'n/a']);
    expect(typed('01', '12')).toEqual(['01', '12']);
    expect(typed('True', 'false', '')).toEqual([true, false, null]);
    expect(typed('true', '1')).toEqual(['true', '1']);
    expect(typed('', '')).toEqual([null, null]);
  });
});

describe('values of typed formats', () => {
  it('become JSON', () => {
    expect(
      [1n, 2n ** 60n, new Date(0), Uint8Array.from([1]), [1n], new Map([['a', 1n]]), undefined].map((value) =>
        plainCell(value),
      ),
    ).toEqual([1, '1152921504606846976', '1970-01-01T00:00:00.000Z', 'AQ==', [1], { a: 1 }, null]);
  });

  it('keep NaN in a column of floats only', () => {
    expect(plainCell(NaN, true)).toBe('NaN');
    expect(plainCell([NaN], true)).toEqual([null]);
  });

  it.each([
    [[1, 0, 0, 0], 2, '0.01'],
    [[0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff], 0, '-1'],
    [[12345, 0, 0, 0], 3, '12.345'],
    [[0, 1, 0, 0], 1, '429496729.6'],
  ])('of decimals are exact: %j at scale %d', (words, scale, text) => {
    expect(decimalText(Uint32Array.from(words), scale)).toBe(text);
  });
});

it('integers of JSON that a number would change stay text, and nothing else does', () => {
  expect(parseJson('[12345678901234567890, "1234567890123456789", 0.1234567890123456, 1e30]')).toEqual([
    '12345678901234567890',
    '1234567890123456789',
    0.1234567890123456,
    1e30,
  ]);
});

it('columns without a name, or with one that is taken, get another', () => {
  expect(columnNames(['a', '', 'a', ' a ', 'a_2', '__proto__'])).toEqual([
    'a',
    'column_2',
    'a_2',
    'a_3',
    'a_2_2',
    '__proto__',
  ]);
});

it.each([
  ['a,b', ','],
  ['a;b,c;d', ';'],
  ['"a;b;c",d', ','],
  ['a\tb\n,,,,', '\t'],
  ['alone', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});

describe('the cutter of JSON arrays', () => {
  const cut = (...pieces: string[]): string[] => {
    const cutter = new ArrayCutter(1_000);
    const elements = pieces.flatMap((piece) => [...cutter.add(piece)]);
    cutter.end();
    return elements.map((element) => element.trim());
  };

  it('gives the same elements wherever the text is cut', () => {
    const text = ' [1, "a,]\\"[", {"b": [2, {"c": "}"}]}, [], null ] \n';
    const whole = cut(text);
    expect(whole).toEqual(['1', '"a,]\\"["', '{"b": [2, {"c": "}"}]}', '[]', 'null']);
    for (let at = 0; at <= text.length; at++) expect(cut(text.slice(0, at), text.slice(at))).toEqual(whole);
    expect(cut(...text)).toEqual(whole);
  });

  it.each(['', '[', '[1', '[1,]', '[,1]', '[1]]', '[1] x', 'x[1]', '{"a":1}', '["a]', '[1][2]'])(
    'refuses %j',
    (text) => {
      expect(() => cut(text)).toThrow(SyntaxError);
    },
  );

  it('refuses an element that is too long', () => {
    expect(() => cut(`["${'x'.repeat(2_000)}"]`)).toThrow('element 1 has more than 1000 characters');
    expect(() => cut('[', ...Array.from({ length: 30 }, () => '"'.padEnd(50, 'x')))).toThrow(SyntaxError);
  });
});

it('a blank line before the header does not hide the delimiter', () => {
  expect(guessDelimiter('\r\nname;price\nA;1\n')).toBe(';');
});

it('cells of blanks alone leave a column of numbers one', () => {
  const column = new ColumnType();
  for (const cell of ['2.5', ' ', '4']) column.add(cell);
  expect(column.type).toBe('number');
  expect(cellValue(' ', 'number')).toBeNull();
});
