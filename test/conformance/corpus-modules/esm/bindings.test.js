import counter, { count, increment as add, reset } from './src/counter.js';
import * as all from './src/counter.js';

beforeEach(() => reset());
it('sees changes', () => {
  add();
  expect([count, all.count]).toEqual([1, 1]);
});
it('sees changes through getters', () => {
  add(2);
  expect(counter.read()).toBe(2);
});
it('keeps inner names apart', () => {
  const inner = (count) => count + 1;
  const { count: other } = { count: 5 };
  expect([inner(1), other, count]).toEqual([2, 5, 0]);
  for (const count of [7]) expect(count).toBe(7);
  try {
    throw 3;
  } catch (count) {
    expect(count).toBe(3);
  }
});
it('makes shorthand properties', () => {
  add();
  expect({ count, add }).toEqual({ count: 1, add });
});
it('calls without a receiver', () => expect(all.self() === undefined || all.self() === all).toBe(true));
it('has all names', () => expect(Object.keys(all).sort()).toEqual(['count', 'default', 'increment', 'reset', 'self']));
it('refuses to assign', () => {
  expect(() => {
    all.nothing.x = 1;
  }).toThrow(TypeError);
});
