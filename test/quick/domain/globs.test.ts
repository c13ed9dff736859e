import fc from 'fast-check';
import picomatch from 'picomatch';
import { compileGlob } from '../../../src/domain/files/globs';

const NAMES = [
  'a',
  'b',
  'ab',
  'aab',
  'src',
  'test',
  'x.js',
  'x.test.js',
  'y.spec.tsx',
  'c1',
  'c2.ts',
  '__tests__',
];
const name = fc.constantFrom(...NAMES);
const part = fc.oneof(
  { weight: 4, arbitrary: name },
  fc.constantFrom('*', '?', '[ab]', '[^a]', '[a-c]*', '*.js', '*.test.js', 'c{1..3}', 'a*b', 'x.*', '.*'),
  fc.constantFrom('?(*.)+(spec|test).[jt]s?(x)', '*.?([mc])[jt]s?(x)', 's?(rc)', '+(a|b)', '*(a|x)b'),
  fc.tuple(name, name).map(([one, two]) => `{${one},${two}}`),
  fc.tuple(name, name).map(([one, two]) => `@(${one}|${two})`),
  fc.tuple(name, name).map(([one, two]) => `(${one}|${two})`),
);
const folders = fc.array(fc.oneof({ weight: 2, arbitrary: part }, fc.constant('**')), { maxLength: 3 });
const last = fc.oneof(
  { weight: 5, arbitrary: part },
  fc.constant('**'),
  fc.tuple(name, name).map(([one, two]) => `!(${one}|${two})`),
);
/** Globs of a runner's settings. Parts that may be empty are told apart from folders by picomatch alone. */
const glob = fc
  .tuple(fc.constantFrom('', '', '', './', '!'), folders, last)
  .map(([mark, before, end]) => mark + [...before, end].join('/'))
  .filter((one) => {
    const plain = one.replaceAll('**/**', '**');
    // What runners put at the beginning is told the same by both.
    return !/\*\*\/[*?!@+({]|^!.*!\(|^!\(/.test(plain.replace(/^\*\*\/\?\(/, ''));
  });
const path = fc
  .array(fc.oneof({ weight: 3, arbitrary: name }, fc.constantFrom('.hid', 'b.js', 'foo.test.js', 'abx')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((names) => names.join('/'));

describe('globs', () => {
  it('match what picomatch matches, dot files as in jest', () => {
    fc.assert(
      fc.property(glob, path, (one, at) => {
        expect([one, at, compileGlob(one, { dot: true }).matches(at)]).toEqual([
          one,
          at,
          picomatch(one, { dot: true })(at),
        ]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('match what picomatch matches without dot files, where a glob has no groups', () => {
    const plain = glob.filter((one) => !/[({!]/.test(one));
    fc.assert(
      fc.property(plain, path, (one, at) => {
        expect([one, at, compileGlob(one).matches(at)]).toEqual([one, at, picomatch(one)(at)]);
      }),
      { numRuns: 5_000 },
    );
  });
});
