it('has all functions', () => {
  for (const name of [
    ...['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir', 'dirxml', 'group', 'groupCollapsed'],
    ...['groupEnd', 'count', 'countReset', 'time', 'timeLog', 'timeEnd', 'assert'],
  ]) {
    expect(typeof console[name]).toBe('function');
  }
});
it('takes anything', () => {
  console.log();
  console.log('%s %d %i %f %j %o %O %c %%', 'a', 1, 2.5, 3.5, { a: 1 }, [1], { b: 2 }, 'css');
  console.info(null, undefined, NaN, Symbol('x'), 1n, () => 1, class A {});
  console.warn(new Error('shown'), new Map([[1, 2]]), new Set([1]), new Date(0), /x/);
  console.error({ deep: { deeper: { deepest: { end: true } } } });
  console.table([{ a: 1, b: 2 }]);
  console.table('text');
  console.dir({ a: 1 }, { depth: 0 });
  console.group('group');
  console.log('inside');
  console.groupEnd();
  console.groupEnd();
  console.count();
  console.count('label');
  console.countReset('label');
  console.time('t');
  console.timeLog('t', 'more');
  console.timeEnd('t');
  console.timeEnd('unknown');
  console.trace('here');
  console.assert(true, 'fine');
  const circle = {};
  circle.self = circle;
  console.log(circle);
  console.log({
    get evil() {
      throw new Error('getter');
    },
  });
  console.log(new Proxy({}, {}));
});
it('can be replaced', () => {
  const original = console.log;
  const lines = [];
  console.log = (...values) => lines.push(values);
  console.log('a', 1);
  console.log = original;
  expect(lines).toEqual([['a', 1]]);
});
it('can be spied on', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  console.error('quiet');
  expect(error).toHaveBeenCalledWith('quiet');
  error.mockRestore();
  expect(jest.isMockFunction(console.error)).toBe(false);
});
