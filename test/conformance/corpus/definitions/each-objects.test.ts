test.each([
  { a: 1, b: 1, expected: 2 },
  { a: 1, b: 2, expected: 3 },
  { a: 5, b: 5, expected: 11 },
])('.add($a, $b) gives $expected', ({ a, b, expected }) => {
  expect(a + b).toBe(expected);
});

test.each([{ name: 'x', deep: { list: [1, { y: 2 }] } }])('$name has $deep.list', ({ deep }) => {
  expect(deep.list).toHaveLength(2);
});

test.each([{ a: 1 }, { a: 2 }])('row $# with $a', ({ a }) => {
  expect(a).toBe(1);
});

test.each([{ a: 'text' }])('printf wins over variables: %p $a', ({ a }) => {
  expect(a).toBe('text');
});

test.each([{ missing: undefined, nothing: null }])('$missing $nothing $absent', (row) => {
  expect(Object.keys(row)).toEqual(['missing', 'nothing']);
});

test.each([new Map([['k', 1]])])('a map %p', (map) => {
  expect(map.get('k')).toBe(1);
});

test.each([{ 'key with spaces': 1, $dollar: 2 }])('odd keys $$dollar', (row) => {
  expect(row.$dollar).toBe(2);
});

describe.each([{ kind: 'cat', legs: 4 }, { kind: 'bird', legs: 2 }])('the $kind', ({ kind, legs }) => {
  it(`has ${legs} legs`, () => {
    expect(kind === 'cat' ? 4 : 2).toBe(legs);
  });
});
