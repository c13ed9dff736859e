import { Lru } from '../../../src/machine/lru';

describe('an LRU map', () => {
  it('drops what was used longest ago once it holds more than its limit', () => {
    const kept = new Lru<string, number>(2);
    kept.set('a', 1);
    kept.set('b', 2);
    expect(kept.get('a')).toBe(1);
    kept.set('c', 3);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
  });

  it('counts sizes, those of values that are put again once', () => {
    const kept = new Lru<string, string>(10);
    for (let round = 0; round < 5; round += 1) kept.set('a', 'again', 6);
    kept.set('b', 'fits', 4);
    expect([kept.get('a'), kept.get('b')]).toEqual(['again', 'fits']);
    kept.delete('a');
    kept.set('c', 'fits too', 6);
    expect([kept.get('b'), kept.get('c')]).toEqual(['fits', 'fits too']);
  });

  it('keeps what was put last, however large', () => {
    const kept = new Lru<string, string>(10);
    kept.set('a', 'small', 1);
    kept.set('b', 'large', 100);
    expect([kept.get('a'), kept.get('b')]).toEqual([undefined, 'large']);
  });

  it('makes a value where none is kept, once', () => {
    const kept = new Lru<string, object>(2);
    const make = jest.fn(() => ({}));
    expect(kept.getOr('a', make)).toBe(kept.getOr('a', make));
    expect(make).toHaveBeenCalledTimes(1);
  });
});
