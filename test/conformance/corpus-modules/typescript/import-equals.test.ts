import Whole = require('./src/export-equals');
import path = require('node:path');
import * as star from './src/export-equals';
import byDefault from './src/export-equals';

it('imports what is exported as a whole', () => expect(new Whole('a').name).toBe('a'));
it('imports modules of Node', () => expect(path.join('a', 'b')).toBe('a/b'));
it('has it as the default', () => expect(byDefault).toBe(Whole));
it('has members of it', () => expect((star as { helper?: unknown }).helper).toBe(Whole.helper));
