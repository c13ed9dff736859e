import * as globals from '@jest/globals';

globals.describe('as a namespace', () => {
  globals.it('works', () => {
    globals.expect(globals.jest.fn()).not.toHaveBeenCalled();
  });
  globals.it('has all names', () => {
    for (const name of ['describe', 'it', 'test', 'expect', 'jest', 'fit', 'xit', 'xtest', 'fdescribe', 'xdescribe']) {
      globals.expect((globals as Record<string, unknown>)[name]).toBeDefined();
    }
  });
});
