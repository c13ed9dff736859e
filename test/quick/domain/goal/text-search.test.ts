import { findWords } from '../../../../src/domain/goal/text-search';

test.each([
  ['one case or another', 'The GENTRIFICATION of Seoul', 'gentrification of SEOUL', 1],
  ['a break of the line', 'a\nurban\n   renewal', 'urban renewal', 2],
  ['a hyphen at the end of a line', 'gentri-\nfication', 'gentrification', 1],
  ['a soft hyphen', 'gentri\u00adfication', 'gentrification', 1],
  ['a hyphen that belongs to the word', 'well-\nknown and well-known', 'well-known', 2],
  ['an empty line between', 'urban\n\nrenewal', 'urban renewal', 1],
  ['a ligature', 'the \ufb01rst', 'first', 1],
  ['wide letters', '\uff35\uff32\uff22\uff21\uff2e', 'urban', 1],
  ['Korean that a line breaks in a word', '가\n젠트리피\n케이션', '젠트리피케이션', 2],
  ['Korean with and without blanks', '도시 재생', '도시재생', 1],
  ['Korean in parts of syllables', '도시'.normalize('NFD'), '도시', 1],
  ['Chinese', '论\n文', '论文', 1],
  ['CRLF', 'a\r\nb\r\nword', 'word', 3],
])('words are found across %s', (_, text, words, line) => {
  expect(findWords(text, words)?.line).toBe(line);
});

test.each([
  ['other words', 'urban', 'rural'],
  ['words in another order', 'renewal urban', 'urban renewal'],
  ['no words', 'urban', ' \n '],
  ['an empty text', '', 'urban'],
])('%s are not found', (_, text, words) => {
  expect(findWords(text, words)).toBeUndefined();
});

test('a match tells its line and where that begins', () => {
  const text = 'one\r\ntwo\r\n  the word  \n';
  const found = findWords(text, 'word');
  expect(found).toEqual({ line: 3, start: 10, text: 'the word' });
  expect(text.slice(found?.start)).toBe('  the word  \n');
});
