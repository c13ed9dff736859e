import { IndexStore } from '../src/index-store';
import { search } from '../src/search';

describe('search', () => {
  let store: IndexStore;

  beforeEach(() => {
    store = new IndexStore();
    store.add({ id: 'pangram', text: 'The quick brown fox jumps over the lazy dog' });
    store.add({ id: 'pets', text: 'A dog is a dog' });
    store.add({ id: 'kitchen', text: 'How to make tea: boil water, add tea, wait' });
  });

  const ids = (query: string, options = {}) => search(store, query, options).map((hit) => hit.id);

  it('finds documents that hold a word', () => {
    expect(ids('tea')).toEqual(['kitchen']);
    expect(ids('Fox!')).toEqual(['pangram']);
  });

  it('ranks by how much of a document the word is', () => {
    expect(ids('dog')).toEqual(['pets', 'pangram']);
  });

  it('finds any word of the query', () => {
    expect(ids('tea dog')).toEqual(['pets', 'kitchen', 'pangram']);
  });

  it('finds all words of the query where asked', () => {
    expect(ids('quick dog', { all: true })).toEqual(['pangram']);
    expect(ids('tea dog', { all: true })).toEqual([]);
  });

  it('keeps to the limit', () => {
    expect(ids('dog tea', { limit: 1 })).toEqual(['pets']);
  });

  it('finds nothing for stop words alone', () => {
    expect(ids('the of and')).toEqual([]);
  });
});
