import { log } from './src/log.js';
log.push('test');
import './src/first.js';
import './src/second.js';
import './src/first.js';

it('loads imports first, once, in order', () => expect(log).toEqual(['first', 'second', 'test']));
it('is strict', () => {
  expect(function () {
    return this;
  }.call(undefined)).toBeUndefined();
  expect(() => {
    undeclared = 1;
  }).toThrow(ReferenceError);
});
