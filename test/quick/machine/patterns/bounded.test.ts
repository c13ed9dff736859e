import { isBounded } from '../../../support/patterns/bounded';

describe('a pattern is bounded by its form', () => {
  it.each(['abc', '[a-z]?x', '\\/deployments\\/', 'r#{1,4}"', '(?:a|b)c?$'])('as %s is', (source) => {
    expect(isBounded({ source, flags: '' })).toBe(true);
  });

  it.each([
    ['a*', 'a quantifier without an end'],
    ['a{0,9}', 'a quantifier of many turns'],
    ['(?:a{1,2}b){1,8}', 'a quantifier in a quantifier'],
    ['a{1,8}b{1,8}c{1,8}', 'three quantifiers that turn'],
    ['(a|b)\\1', 'a reference back'],
  ])('and %s is not, because of %s', (source) => {
    expect(isBounded({ source, flags: '' })).toBe(false);
  });
});
