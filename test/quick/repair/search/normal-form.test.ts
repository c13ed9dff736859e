import { normalForm, withoutDetours } from '../../../../src/repair/search/normal-form';

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
    ['if count <= 3 {', 'if count < 4 {'],
    ['if count+1 <= 4 {', 'if count < 4 {'],
    ['for i := 0; i <= len(all) - 1; i++ {', 'for i := 0; i < len(all); i++ {'],
    ['if total - 1 >= limit {', 'if total > limit {'],
    ['if total >= limit + 1 {', 'if total > limit {'],
    ['while (a.size() > 3)', 'while (a.size() >= 4)'],
  ])('is the same over integers for %s and %s', (one, other) => {
    expect(normalForm(one, 'a.go')).toBe(normalForm(other, 'a.go'));
    expect(normalForm(one, 'a.py')).not.toBe(normalForm(other, 'a.py'));
  });

  it.each([
    ['if count < 4 {', 'if count < 5 {'],
    ['if a * b <= 3 {', 'if a * b < 3 {'],
    ['if a <= b[1] {', 'if a < b[2] {'],
    ['if a <= 3.5 {', 'if a < 4.5 {'],
    ['if x <= y * 2 {', 'if x < y + 1 {'],
  ])('is another over integers for %s and %s', (one, other) => {
    expect(normalForm(one, 'a.go')).not.toBe(normalForm(other, 'a.go'));
  });

  it.each(['a.py', 'a.go', 'a.rs', 'a.java', 'a.ts'])('adds numbers up in %s', (path) => {
    const [plain, ...others] = ['high = middle - 1', 'high = middle + -1', 'high = middle + 1 - 2'].map(
      (line) => normalForm(line, path),
    );
    expect(others).toEqual([plain, plain]);
    expect(normalForm('high = middle + 1', path)).not.toBe(plain);
  });

  it('adds no numbers up where that is another program', () => {
    expect(normalForm('name + 1 + 2', 'a.ts')).not.toBe(normalForm('name + 3', 'a.ts'));
    expect(normalForm('name + 1 + 2', 'a.py')).toBe(normalForm('name + 3', 'a.py'));
    expect(normalForm('n - 2 + 1', 'a.rs')).not.toBe(normalForm('n - 1', 'a.rs'));
    expect(normalForm('n + 1 - 2 << k', 'a.go')).not.toBe(normalForm('n - 1 << k', 'a.go'));
    expect(normalForm('n + 1 - 2 * k')).not.toBe(normalForm('n - 1 * k'));
    expect(normalForm('1e-5 + 2')).not.toBe(normalForm('1e-3'));
    expect(normalForm('return -1 + 1')).not.toBe(normalForm('return'));
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

describe('code without what it undoes itself', () => {
  it.each([
    ['all.count() + 1 - 1', 'all.count()'],
    ['a[n - 1 + 1]', 'a[n]'],
    ['data[end+HEADER-HEADER:]', 'data[end:]'],
    ['if (!(!ok(a) )) {', 'if (ok(a) ) {'],
    ['if (!(!(a && b))) {', 'if ((a && b)) {'],
    ['return not not x', 'return x'],
    ['if not (not all(x)):', 'if all(x):'],
  ])('%s is %s', (code, plain) => {
    expect(withoutDetours(code)).toBe(plain);
  });

  it.each([
    'n + 1 - 1 * k',
    'n + 1 - 10',
    'n + a - a.size',
    'n + a - a(1)',
    'return - 1 + 1',
    'x = !!y',
    '!(!a && b)',
    '!(!a + b)',
    'not (not a and b)',
  ])('%s stays as it is', (code) => {
    expect(withoutDetours(code)).toBe(code);
  });
});
