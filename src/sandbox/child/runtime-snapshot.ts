/** The V8 snapshot of the test runtime, from which all isolates start. */
import { readFileSync } from 'node:fs';
import ivm from 'isolated-vm';
import { SCRIPT_API_NAMES } from '../wrapper';

/** Name under which the runtime leaves its command function in the snapshot. */
export const COMMAND = 'kintsugiCommand';

const API = SCRIPT_API_NAMES.join(',');

/**
 * Runs a small test file in a context of its own while the snapshot is made, so that the snapshot holds the compiled
 * functions that every run needs. It must not lock built-ins or touch Intl, which V8 can't put into a snapshot.
 */
const WARM_UP = `(() => {
  const command = globalThis.${COMMAND};
  const program = function* (exports, require, module, f, d, __kintsugi) {
    const add = (a, b) => a + b;
    __kintsugi.exports({ add: () => add });
    yield;
    yield;
  };
  const test = function (exports, require, module, f, d, __kintsugi, h, ${API}) {
    return function* () {
      __kintsugi.exports({});
      let mod;
      __kintsugi.link('./add', (m) => { mod = m; });
      yield;
      __kintsugi.load(0);
      yield;
      const { add } = mod;
      describe('warm', () => {
        beforeEach(() => {});
        it('passes', () => {
          console.log('warm %s', 'up', { a: [1, 'x'] });
          expect(add(1, 2)).toBe(3);
          expect({ a: [1, { b: 'x' }] }).toEqual({ a: [1, { b: 'x' }] });
          expect('text').toContain('ex');
          expect(() => { throw new TypeError('no'); }).toThrow('no');
          const mock = jest.fn(() => 1);
          mock(1);
          expect(mock).toHaveBeenCalledWith(1);
        });
        it('fails', () => expect({ a: 1 }).toEqual({ a: 2 }));
        it('fails, too', () => expect(1).toBe(2));
        it('fails async', async () => { await null; expect('a').toBe('b'); });
        it.each([[1, 2]])('%d %d', () => {});
        afterEach(() => {});
      });
    };
  };
  command('define', 'add.ts', program, 0);
  command('define', 'add.test.ts', test, 0);
  command('setup', JSON.stringify({
    testFile: 'add.test.ts', files: ['add.ts', 'add.test.ts'], broken: {},
    kinds: { 'add.ts': 'module', 'add.test.ts': 'module' },
    plainScript: false, bail: false, coverage: true, outputLimit: 1000, seed: '00', taint: { assigned: [], modules: [] },
  }));
  for (let turn = 0; turn < 120; turn++) {
    command('turn', '');
    command('changes', '');
  }
})()`;

/** V8 snapshot of a context with the runtime in it. Made once per child, about 60 ms. */
export function createSnapshot(runtimePath: string): ivm.ExternalCopy<ArrayBuffer> {
  const code = readFileSync(runtimePath, 'utf8');
  return ivm.Isolate.createSnapshot([{ code, filename: 'kintsugi:runtime' }], WARM_UP);
}
