import { IndexStore } from '../src/index-store';
import { inverseFrequency, scores } from '../src/rank';
import { tokenize } from '../src/tokenize';

describe('tokenize', () => {
  it('lowers, splits and drops stop words', () => {
    expect(tokenize('The Café, in 2026!')).toEqual(['café', '2026']);
  });
});

describe('IndexStore', () => {
  it('replaces a document of the same id', () => {
    const store = new IndexStore();
    store.add({ id: 'one', text: 'tea tea' });
    store.add({ id: 'one', text: 'coffee' });
    expect(store.size).toBe(1);
    expect(store.countsOf('tea').size).toBe(0);
    expect(store.lengthOf('one')).toBe(1);
  });

  it('counts words', () => {
    const store = new IndexStore();
    store.add({ id: 'one', text: 'tea tea coffee' });
    expect(store.countsOf('tea').get('one')).toBe(2);
  });
});

describe('inverseFrequency', () => {
  it('is higher for rare words and 0 for unknown ones', () => {
    const store = new IndexStore();
    store.add({ id: 'one', text: 'tea coffee' });
    store.add({ id: 'two', text: 'tea' });
    expect(inverseFrequency(store, 'coffee')).toBeGreaterThan(inverseFrequency(store, 'tea'));
    expect(inverseFrequency(store, 'milk')).toBe(0);
  });
});

describe('scores', () => {
  it('is the weight of the word times its share of the document', () => {
    const store = new IndexStore();
    store.add({ id: 'one', text: 'tea tea coffee' });
    store.add({ id: 'two', text: 'tea' });
    const result = scores(store, ['tea']);
    expect(result.get('one')).toBeCloseTo((Math.log(2) * 2) / 3);
    expect(result.get('two')).toBeCloseTo(Math.log(2));
  });
});
