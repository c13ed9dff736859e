import { even, isOdd } from './src/even.js';
import { seen } from './src/early.js';

it('calls across a circle', () => expect([even(10), even(7), isOdd(3)]).toEqual([true, false, true]));
it('sees names before their time as errors', () => expect(seen).toBe('ReferenceError'));
