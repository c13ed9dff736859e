import { isNear, matchesHumps, matchName } from '../../../../src/domain/navigation/name-match';

test.each([
  ['validateEmail', 'validateEmail', 'exact'],
  ['validate_email', 'validateEmail', 'same-letters'],
  ['valid', 'validateEmail', 'prefix'],
  ['vEm', 'validateEmail', 'humps'],
  ['vE', 'validateEmail', 'humps'],
  ['UsrRepo', 'UserRepository', 'subsequence'],
  ['Email', 'validateEmail', 'part'],
  ['email', 'validateEmail', 'part'],
  ['validatEmial', 'validateEmail', 'distance'],
  ['vldtmail', 'validateEmail', 'subsequence'],
])('%s matches %s by %s', (typed, name, match) => {
  expect(matchName(typed, name)?.match).toBe(match);
});

test.each([
  ['vXm', 'validateEmail'],
  ['order', 'validateEmail'],
  ['', 'validateEmail'],
  ['emailValidate', 'validateEmail'],
])('%j does not match %s', (typed, name) => {
  expect(matchName(typed, name)).toBeUndefined();
});

test('ways to match are ranked: exact, prefix, humps, part, fuzzy', () => {
  const typed = 'uSe';
  const names = ['uSe', 'uSeful', 'userService', 'refuSed'];
  const scores = names.map((name) => matchName(typed, name)?.score ?? 0);
  expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  expect(new Set(scores).size).toBe(names.length);
});

test('humps may be left out between two that match, and must keep their order', () => {
  expect(matchesHumps('gUN', 'getCurrentUserName')).toBe(true);
  expect(matchesHumps('gNU', 'getCurrentUserName')).toBe(false);
});

test('two neighbours that are swapped count as one edit', () => {
  expect(isNear('recieve', 'receive', 1)).toBe(true);
  expect(isNear('receive', 'relieved', 1)).toBe(false);
});
