test.each([['text', 1.5, 7, { a: [1] }]])('%s %f %i %o', () => {
  expect(expect.getState().currentTestName).toContain('text 1.5 7');
});
test.each([[{ a: 1, b: [1, 2] }]])('json %j', () => {
  expect(expect.getState().currentTestName).toBe('json {"a":1,"b":[1,2]}');
});
test.each([[{ a: 1, b: { c: 2 } }]])('pretty %p', () => {
  expect(expect.getState().currentTestName).toBe('pretty {"a": 1, "b": [Object]}');
});
test.each([['a'], ['b']])('index %# of %s', (letter) => {
  const name = expect.getState().currentTestName;
  expect(name).toBe(letter === 'a' ? 'index 0 of a' : 'index 1 of b');
});
test.each([['a'], ['b']])('number %$ of %s', (letter) => {
  const name = expect.getState().currentTestName;
  expect(name).toBe(letter === 'a' ? 'number 1 of a' : 'number 2 of b');
});
test.each([[50]])('%d%% done', () => {
  expect(expect.getState().currentTestName).toBe('50% done');
});
test.each([['%s in a value']])('%s', () => {
  expect(expect.getState().currentTestName).toBe('%s in a value');
});
test.each([[1, 2, 3]])('more values than placeholders %d', (...values) => {
  expect(values).toEqual([1, 2, 3]);
});
test.each([[1]])('more placeholders %d %d than values', (...values) => {
  expect(values).toEqual([1]);
});
test.each([[10n, 2n]])('bigint %d %p', (a, b) => {
  expect(a / b).toBe(5n);
});
test.each([[-0, Infinity, NaN]])('numbers %d %d %d', () => {
  expect(expect.getState().currentTestName).toBe('numbers -0 Infinity NaN');
});
test.each([[Symbol('s')]])('symbol %p', (symbol) => {
  expect(typeof symbol).toBe('symbol');
});
test.each([['line\nbreak', "quote'"]])('%p %p', () => {
  expect(expect.getState().currentTestName).toBe('"line\nbreak" "quote\'"');
});
test.each([[new Date(0)]])('date %p', (date) => {
  expect(date.getTime()).toBe(0);
  expect(expect.getState().currentTestName).toBe('date 1970-01-01T00:00:00.000Z');
});
test.each([[/re/g, new Error('message')]])('%p %p', () => {
  expect(expect.getState().currentTestName).toBe('/re/g [Error: message]');
});
test.each('not a table')('a string is no table', () => {});
test.each({ a: 1 })('an object is no table', () => {});
test.each()('nothing is no table', () => {});
