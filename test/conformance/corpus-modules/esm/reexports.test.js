import all, { a, b as renamed, group, late, named } from './src/index.js';
import * as index from './src/index.js';

it('passes names on', () => expect([a, renamed, named]).toEqual([1, 2, 'own']));
it('passes a default on', () => expect(all).toBe('default of a'));
it('groups a module', () => expect(group.a).toBe(1));
it('prefers its own names to those of a star', () => expect(index.shared).toBe('index'));
it('leaves defaults out of a star', () => expect(index.default).toBe('default of a'));
it('passes changes on', () => {
  index.bump();
  expect([late, index.late]).toEqual([1, 1]);
});
