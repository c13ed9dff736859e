import { englishFor, LEXICON_SIZE, readQuestion } from '../../../../src/domain/navigation/question';
import { stem, splitIdentifier, TermReader } from '../../../../src/domain/navigation/words';

test('an identifier is split at humps, underscores, digits and runs of capitals', () => {
  expect(splitIdentifier('parseHTTPHeader_v2')).toEqual(['parse', 'http', 'header', 'v2']);
  expect(splitIdentifier('XMLHttpRequest')).toEqual(['xml', 'http', 'request']);
  expect(splitIdentifier('MAX_RETRY_COUNT')).toEqual(['max', 'retry', 'count']);
  expect(splitIdentifier('x'.repeat(500))).toEqual([]);
});

test.each([
  ['parsing', 'parser'],
  ['retries', 'retry'],
  ['stopped', 'stop'],
  ['caches', 'cached'],
  ['validation', 'validate'],
  ['files', 'file'],
  ['queries', 'query'],
  ['subscriptions', 'subscription'],
])('%s and %s have one stem', (left, right) => {
  expect(stem(left)).toBe(stem(right));
});

test.each([
  ['comment', 'come'],
  ['process', 'proceed'],
  ['port', 'post'],
])('%s and %s keep different stems', (left, right) => {
  expect(stem(left)).not.toBe(stem(right));
});

test('terms are counted without the words that every text has', () => {
  const counts = new TermReader().count('// the user of a login\nconst loginUser = login(user);');
  expect(counts.get('login')).toBe(3);
  expect(counts.get('user')).toBe(3);
  expect(counts.has('the')).toBe(false);
  expect(counts.has('const')).toBe(false);
});

test('the lexicon knows words of Korean and Chinese with their endings and without blanks', () => {
  expect(LEXICON_SIZE).toBeGreaterThan(300);
  expect(englishFor('로그인을')).toEqual([['login', 'signin', 'auth']]);
  expect(englishFor('验证邮箱').flat()).toEqual(expect.arrayContaining(['validate', 'email']));
  expect(englishFor('하늘')).toEqual([]);
});

test('a question is taken apart into terms, names and quoted texts', () => {
  const question = readQuestion('로그인 기능은 "no such user" 를 validateEmail 에서 어떻게 처리해?');
  expect(question.terms.find(({ term }) => term === 'login')?.share).toBe(1);
  expect(question.names).toContain('validateEmail');
  expect(question.quoted).toEqual(['no such user']);
  expect(question.asksForTests).toBe(false);
  expect(readQuestion('테스트는 어디 있어?').asksForTests).toBe(true);
});

test('words that punctuation joins are taken as code has them', () => {
  expect(readQuestion('who sets Access-Control-Allow-Origin in lib/cors.js?').compounds).toEqual([
    'Access-Control-Allow-Origin',
    'lib/cors.js',
  ]);
  expect(readQuestion('where is the login? e.g. of users').compounds).toEqual([]);
  expect(readQuestion('real-time updates between client/server, end-to-end').compounds).toEqual([]);
});

test('a term of the question counts more than one of the same meaning', () => {
  const { terms } = readQuestion('delete a user');
  const shares = new Map(terms.map(({ term, share }) => [term, share]));
  expect(shares.get(stem('delete'))).toBe(1);
  expect(shares.get(stem('remove'))).toBeLessThan(1);
});

test('a question without any word has no terms', () => {
  expect(readQuestion('?? — !!').terms).toEqual([]);
});

test.each([
  ['Where is a failed request tried again?', 'retri'],
  ['how often may it be called', 'throttl'],
  ['리다이렉트를 따라가는 코드', 'redirect'],
  ['购物车在哪里', 'cart'],
])('a question is understood in roundabout words and in loan words: %s', (asked, wanted) => {
  expect(readQuestion(asked).terms.map(({ term }) => term)).toContainEqual(expect.stringContaining(wanted));
});
