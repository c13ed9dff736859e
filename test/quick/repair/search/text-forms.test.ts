import { textForms } from '../../../../src/repair/search/wanted-values';

const padded = (length: number, fill: string) => ({ kind: 'padded', length, fill });
const decimals = (digits: number) => ({ kind: 'decimals', digits });

it.each([
  ["'0200'", "'200'", padded(4, '0')],
  ["'0200'", '200', padded(4, '0')],
  ['"2020-01-02"', '"2020-1-2"', padded(2, '0')],
  ["'at 09:05'", "'at 9:05'", padded(2, '0')],
  ["'   7'", "'7'", padded(4, ' ')],
  ["'0010'", "'010'", padded(4, '0')],
  ["'1.50'", "'1.5'", decimals(2)],
  ["'0.30'", '0.30000000000000004', decimals(2)],
])('%s in place of %s shows a form', (expected, received, form) => {
  expect(textForms([{ expected, received }])).toEqual([form]);
});

it.each([
  ["'200'", "'0200'"],
  ["'1200'", "'0200'"],
  ["'ab'", "'b, c'"],
  ["'$5'", "'5'"],
  ["'-5'", "'5'"],
  ["'/home'", "'home'"],
  ["'Hello'", "'ello'"],
  ["'1200'", "'200'"],
  ["'0'", "''"],
  ['12', '7'],
  ["'1.50'", "'1.4'"],
  ['undefined', '1'],
  ['0.3', '0.30000000000000004'],
  ['{ a: 1 }', '{ a: 2 }'],
  [`'${'0'.repeat(20)}1'`, "'1'"],
])('%s in place of %s shows none', (expected, received) => {
  expect(textForms([{ expected, received }])).toEqual([]);
});

it('shows the form of the part first where the whole text could be padded as well', () => {
  expect(textForms([{ expected: "'09:05'", received: "'9:05'" }])).toEqual([padded(2, '0'), padded(5, '0')]);
});

it('tells each form once, and three at most', () => {
  const failures = [4, 4, 5, 6, 7].map((length) => ({
    expected: `'${'7'.padStart(length, '0')}'`,
    received: "'7'",
  }));
  expect(textForms(failures)).toEqual([4, 5, 6].map((length) => padded(length, '0')));
});
