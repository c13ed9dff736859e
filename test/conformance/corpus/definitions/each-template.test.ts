test.each`
  a    | b    | expected
  ${1} | ${1} | ${2}
  ${1} | ${2} | ${3}
  ${2} | ${1} | ${4}
`('$a + $b = $expected', ({ a, b, expected }) => {
  expect(a + b).toBe(expected);
});

test.each`
  user
  ${{ name: 'Ann', tags: ['x', 'y'], address: { city: 'Oslo' } }}
  ${{ name: 'Bob', tags: [], address: { city: 'Rome' } }}
`('$user.name of $user.address.city with $user.tags', ({ user }) => {
  expect(user.name).toMatch(/^[AB]/);
});

test.each`
  value        | text
  ${null}      | ${'null'}
  ${undefined} | ${'undefined'}
  ${'quoted'}  | ${'string'}
  ${[1, 2]}    | ${'array'}
  ${{ a: 1 }}  | ${'object'}
  ${() => 1}   | ${'function'}
`('index $# shows $value as $text', ({ value, text }) => {
  expect(String(text).length).toBeGreaterThan(3);
  expect(value).toBe(value);
});

describe.each`
  size | label
  ${1} | ${'small'}
  ${9} | ${'large'}
`('a $label block', ({ size }) => {
  it(`holds ${size}`, () => {
    expect(size).toBe(size);
  });
  it('has a failing test for large sizes', () => {
    expect(size).toBeLessThan(5);
  });
});

test.each`
  a    | b
  ${1} | ${2}
  ${3}
`('a table with a missing value', () => {});

test.each`
  a
`('a table without values', () => {});

it.each`
  n
  ${1}
  ${2}
`('takes done too: $n', ({ n }, done) => {
  expect(n).toBeGreaterThan(0);
  done();
});
