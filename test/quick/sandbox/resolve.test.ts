import { resolveByName, resolveModule } from '../../../src/sandbox/resolve';
import { isTestSide, protectedReason } from '../../../src/domain/verification/protected-paths';

const FILES = new Set([
  ...[
    'src/a.ts',
    'src/b.js',
    'src/view.tsx',
    'src/lib/index.ts',
    'src/data.json',
    'src/both.ts',
    'src/both.js',
  ],
  ...['src/m.mts', 'src/c.cts', 'src/name.with.dots.ts', 'index.js', 'src/lib.ts'],
]);

describe('resolving modules', () => {
  it.each([
    ['src/x.ts', './a', 'src/a.ts'],
    ['src/x.ts', './a.ts', 'src/a.ts'],
    ['src/x.ts', './a.js', 'src/a.ts'],
    ['src/x.ts', './view.jsx', 'src/view.tsx'],
    ['src/x.ts', './m.mjs', 'src/m.mts'],
    ['src/x.ts', './c.cjs', 'src/c.cts'],
    ['src/x.ts', './data.json', 'src/data.json'],
    ['src/x.ts', './both.js', 'src/both.js'],
    ['src/x.ts', './both', 'src/both.ts'],
    ['src/x.ts', './name.with.dots', 'src/name.with.dots.ts'],
    ['src/x.ts', './lib', 'src/lib.ts'],
    ['src/x.ts', './lib/', 'src/lib/index.ts'],
    ['src/lib/x.ts', '.', 'src/lib/index.ts'],
    ['src/lib/x.ts', '../a', 'src/a.ts'],
    ['test/deep/x.test.ts', '../../src/b', 'src/b.js'],
    ['src/x.ts', '..', 'index.js'],
    ['src/x.ts', './missing', undefined],
    ['src/x.ts', '../../src/a', undefined],
    ['src/x.ts', '../../../../etc/passwd', undefined],
    ['src/x.ts', '/src/a.ts', undefined],
    ['src/x.ts', 'src/a.ts', undefined],
    ['src/x.ts', 'file:///src/a.ts', undefined],
  ])('from %s, %s is %s', (from, specifier, expected) => {
    expect(resolveByName(FILES, from, specifier)).toBe(expected);
    expect(resolveModule(new Map([...FILES].map((path) => [path, ''])), from, specifier)).toBe(expected);
  });

  it.each([
    ['test/deep/x.js', '../..', { main: 'lib.js' }, 'lib.js'],
    ['test/x.js', '..', { main: './lib' }, 'lib.js'],
    ['test/x.js', '../', { main: 'parts' }, 'parts/index.js'],
    ['test/x.js', '..', { main: 'dist/not-built.js' }, 'index.js'],
    ['test/x.js', '..', { main: 7 }, 'index.js'],
    ['test/x.js', '..', { main: '' }, 'index.js'],
    ['test/x.js', '..', { main: 'test/oracle.js' }, 'index.js'],
    ['test/x.js', '..', {}, 'index.js'],
  ])('from %s, %s of a project with the manifest %j is %s', (from, specifier, manifest, expected) => {
    const files = new Map(
      ['lib.js', 'index.js', 'parts/index.js', 'test/oracle.js'].map((path) => [path, '']),
    );
    files.set('package.json', JSON.stringify(manifest));
    expect(resolveModule(files, from, specifier)).toBe(expected);
  });

  it('a folder with a manifest is left open where no text is at hand', () => {
    const paths = new Set(['package.json', 'index.js', 'parts/index.js']);
    expect(resolveByName(paths, 'test/x.js', '..')).toBeUndefined();
    expect(resolveByName(paths, 'test/x.js', '../index')).toBe('index.js');
    expect(resolveByName(paths, 'test/x.js', '../parts')).toBe('parts/index.js');
  });

  it('a folder within the project has a main of its own, and a broken manifest none', () => {
    const files = new Map([
      ['a/package.json', '{"main": "start.js"}'],
      ['a/start.js', ''],
      ['b/package.json', '{"main": '],
      ['b/index.js', ''],
    ]);
    expect(resolveModule(files, 'x.js', './a')).toBe('a/start.js');
    expect(resolveModule(files, 'x.js', './b')).toBe('b/index.js');
  });

  it.each([
    ['src/a.test.ts', true],
    ['src/a.spec.jsx', true],
    ['src/__tests__/a.ts', true],
    ['test/helper.ts', true],
    ['__mocks__/fs.js', true],
    ['src/latest/a.ts', false],
    ['src/contest.ts', false],
    ['test/data.json', false],
    ['tests/helpers.ts', true],
    ['spec/helper.js', true],
    ['packages/a/test/helper.js', true],
    ['src/spec/parser.js', false],
  ])('%s belongs to the tests: %s', (path, expected) => {
    expect(isTestSide(path)).toBe(expected);
    if (!path.endsWith('.json')) expect(protectedReason(path)).toBe(expected ? 'is a test' : undefined);
  });

  it('what only a command takes for a test is protected, and no test of the sandbox', () => {
    expect(isTestSide('src/test/run.js')).toBe(false);
    expect(protectedReason('src/test/run.js')).toBe('is a test');
  });
});
