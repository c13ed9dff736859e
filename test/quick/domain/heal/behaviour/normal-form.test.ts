import { normalForm } from '../../../../../src/domain/heal/behaviour';

describe('the normal form of a line', () => {
  it.each([
    ['if !(chars.next_if(|&(_, c)| c == x).is_some()) {', 'if chars.next_if(|&(_, c)| c == x).is_none() {'],
    ['if !((1..=3999).contains(&n)) {', 'if !((1..4000).contains(&n)) {'],
    ['for i in 0..=n {', 'for i in 0..n + 1 {'],
    ['given[index + 0:]', 'given[index:]'],
    ['return a * 1;', 'return a;'],
    ['given[index + 1 - 1:]', 'given[index:]'],
  ])('is the same for %s and %s', (one, other) => {
    expect(normalForm(one)).toBe(normalForm(other));
  });

  it.each([
    ['if !(a.is_some() && b.is_some()) {', 'if a.is_none() && b.is_none() {'],
    ['a + 0.5', 'a'],
    ['a + 0 * b', 'a * b'],
    ['x[10]', 'x[1]'],
    ['0..=n', '0..n'],
  ])('is another for %s and %s', (one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other));
  });
});
