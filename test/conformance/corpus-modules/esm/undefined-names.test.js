import { nothing } from './src/a.js';
import nobody from './src/log.js';

it('has undefined for names that are not exported', () => expect([nothing, nobody]).toEqual([undefined, undefined]));
it('fails to call them', () => nothing());
it('fails to read from them', () => nobody.x);
