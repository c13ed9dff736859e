import { nothing } from './src/a.js';
import './src/not-there.js';

it('is never reached', () => expect(nothing).toBeUndefined());
