import { indentStyle, reindentOf, sameIndent } from '../../../../src/domain/files/edit-match/reindent';

const SPACES = { tabs: false, unit: 2 };
const TABS = { tabs: true, unit: 0 };
const UNKNOWN = { tabs: false, unit: 0 };

function shift(pairs: [given: string, found: string][], given = UNKNOWN, file = SPACES) {
  return reindentOf(
    pairs.map(([from, to]) => ({ given: from, found: to })),
    () => given,
    () => file,
  );
}

test('the same indentation is left as it is', () => {
  expect(shift([])).toBe(sameIndent);
  expect(shift([['\t  ', '\t  ']])).toBe(sameIndent);
});

test.each<[string, [string, string][], string, string | undefined]>([
  [
    'to the right',
    [
      ['', '    '],
      ['  ', '      '],
    ],
    '    ',
    '        ',
  ],
  [
    'to the left',
    [
      ['    ', ''],
      ['      ', '  '],
    ],
    '        ',
    '    ',
  ],
  ['to the left of the margin', [['    ', '']], '  ', undefined],
  [
    'from tabs to the spaces that two lines show',
    [
      ['\t', '    '],
      ['\t\t', '        '],
    ],
    '\t\t\t',
    '            ',
  ],
  ['from tabs to the spaces of the file', [['\t', '  ']], '\t\t', '    '],
  [
    'from spaces to tabs',
    [
      ['  ', '\t'],
      ['    ', '\t\t'],
    ],
    '      ',
    '\t\t\t',
  ],
  ['to tabs, deeper by one', [['', '\t']], '', '\t'],
  [
    'to units of another width',
    [
      ['  ', '    '],
      ['    ', '        '],
    ],
    '      ',
    '            ',
  ],
  ['of tabs and spaces in a row', [['', ' \t']], '  ', ' \t  '],
])('one shift %s', (_, pairs, indent, want) => {
  const reindent = shift(pairs);
  for (const [given, found] of pairs) expect(reindent?.(given)).toBe(found);
  expect(reindent?.(indent)).toBe(want);
});

test('no common shift is none', () => {
  expect(
    shift([
      ['', '  '],
      ['  ', '  '],
    ]),
  ).toBeUndefined();
  expect(
    shift([
      ['  ', ''],
      ['  ', '  '],
    ]),
  ).toBeUndefined();
  expect(
    shift([
      ['', '  '],
      ['  ', '    '],
      ['    ', '    '],
    ]),
  ).toBeUndefined();
});

test('where the block is at the margin, the file says what to indent with', () => {
  expect(shift([['\t', '']], TABS, TABS)?.('\t\t')).toBe('\t');
  expect(shift([['  ', '']], SPACES, TABS)?.('    ')).toBe('\t');
});

test('the style of lines is their usual unit', () => {
  expect(indentStyle(['a', '    b', '        c', '', '    d', '      e'])).toEqual({ tabs: false, unit: 4 });
  expect(indentStyle(['a', '\tb', '\t\tc'])).toEqual({ tabs: true, unit: 0 });
  expect(indentStyle(['      a', '        b'])).toEqual({ tabs: false, unit: 2 });
  expect(indentStyle([])).toEqual({ tabs: false, unit: 0 });
});
