import { shownName, shownText } from '../../../src/domain/shown';

describe('what others wrote', () => {
  it.each([
    ['colours and what clears the screen', '\u001b[31mred\u001b[2J', '\\u001b[31mred\\u001b[2J'],
    ['the clipboard', '\u001b]52;c;ZXZpbA==\u0007', '\\u001b]52;c;ZXZpbA==\\u0007'],
    ['one-byte codes', '\u009b31m', '\\u009b31m'],
    ['a line written over', 'right\rwrong', 'right\\u000dwrong'],
    ['what turns text around', 'a\u202eb\u2066c\u2069', 'a\\u202eb\\u2066c\\u2069'],
    ['what nobody sees', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['half a character', 'a\ud800', 'a\\ud800'],
  ])('is shown without %s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
    expect(JSON.parse(shownText(JSON.stringify({ text })))).toEqual({ text });
  });

  it('keeps lines, tabs and all that people write', () => {
    const text = 'one\n\ttwo – 수정 修复 ÄÖ 👩‍👩‍👧 ✔';
    expect(shownText(text)).toBe(text);
    expect(shownText('one\r\ntwo')).toBe('one\ntwo');
  });

  it('is one word as a name', () => {
    expect(shownName('src/a b.ts')).toBe('src/a b.ts');
    expect(shownName('a\nb')).toBe('"a\\nb"');
    expect(shownName('a\u001b[31m')).toBe('"a\\u001b[31m"');
  });
});
