import { jestProject, withPreset } from '../../../src/verifier/test-config/jest';
import { Notes } from '../../../src/verifier/test-config/values';
import { toGlob, toPath, toPattern, toSpecifier } from '../../../src/verifier/test-config/paths';
import { vitestProject } from '../../../src/verifier/test-config/vitest';

const place = (folder = '', files: readonly string[] = []) => ({
  source: 'jest.config.js',
  folder,
  has: (path: string) => files.includes(path),
});

/** Target of a specifier by a row of moduleNameMapper. */
function mapped(
  [pattern, targets]: readonly [string, readonly string[]],
  specifier: string,
): string | undefined {
  const match = new RegExp(pattern).exec(specifier);
  return match
    ? targets[0]?.replace(/\$(\d+)/g, (_, group: string) => match[Number(group)] ?? '')
    : undefined;
}

describe('paths of configurations', () => {
  it.each([
    ['<rootDir>/src', 'a', 'a/src'],
    ['/src', 'a', 'src'],
    ['./src/../lib/', 'a', 'a/lib'],
    ['../b', 'a', 'b'],
    ['../../b', 'a', undefined],
    ['.', '', ''],
  ])('%s from %p is %p', (written, folder, expected) => {
    expect(toPath(written, folder)).toBe(expected);
  });

  it('tell files of the tree from packages', () => {
    const has = (path: string) => path === 'a/test/setup.ts';
    expect(toSpecifier('<rootDir>/x', 'a')).toBe('./a/x');
    expect(toSpecifier('./x', 'a')).toBe('./a/x');
    expect(toSpecifier('test/setup.ts', 'a', has)).toBe('./a/test/setup.ts');
    expect(toSpecifier('jest-extended/all', 'a', has)).toBe('jest-extended/all');
    expect(toSpecifier('<rootDir>/node_modules/x/y.js', 'a')).toBe('x/y.js');
  });

  it('are anchored where an expression begins with the root', () => {
    const ignores = (written: string, rootDir: string, path: string) =>
      new RegExp(toPattern(written, rootDir)).test(path);
    expect(ignores('<rootDir>/dist/', '', '/dist/a.test.js')).toBe(true);
    expect(ignores('<rootDir>/dist/', '', '/packages/a/dist/a.test.js')).toBe(false);
    expect(ignores('<rootDir>/dist/', 'pkg.a', '/pkg.a/dist/a.test.js')).toBe(true);
    expect(ignores('<rootDir>/dist/', 'pkg.a', '/pkg-a/dist/a.test.js')).toBe(false);
    expect(ignores('/dist/', '', '/packages/a/dist/a.test.js')).toBe(true);
    expect(ignores('^<rootDir>/dist/', '', '/dist/x')).toBe(true);
  });

  it('of globs begin at the root', () => {
    expect(toGlob('<rootDir>/src/**/*.ts', 'a')).toBe('/a/src/**/*.ts');
    expect(toGlob('!<rootDir>/**/x', '')).toBe('!**/x');
    expect(toGlob('**/*.test.ts', 'a')).toBe('**/*.test.ts');
  });
});

describe("jest's settings", () => {
  it('are taken by name', () => {
    const notes = new Notes();
    const project = jestProject(
      {
        rootDir: 'lib',
        testTimeout: 100,
        resetMocks: true,
        resetModules: true,
        injectGlobals: false,
        fakeTimers: { enableGlobally: true, now: 0, advanceTimers: true },
        globals: { 'ts-jest': { tsconfig: 'x' }, A: [1, { b: null }] },
        snapshotFormat: { escapeString: false },
        modulePaths: ['<rootDir>/src'],
        moduleDirectories: ['node_modules', 'src'],
        modulePathIgnorePatterns: ['<rootDir>/build'],
        snapshotSerializers: ['./serializer.js', 'enzyme-to-json/serializer'],
        setupTestFrameworkScriptFile: './old.js',
        testEnvironment: 'jest-environment-jsdom-global',
      },
      place('pkg'),
      notes,
    );
    expect(project).toMatchObject({
      rootDir: 'pkg/lib',
      roots: ['pkg/lib'],
      modulePaths: ['pkg/lib/src'],
      moduleDirectories: ['node_modules', 'src'],
      testPathIgnorePatterns: ['/node_modules/', '^/pkg\\/lib/build'],
      snapshotSerializers: ['./pkg/lib/serializer.js', 'enzyme-to-json/serializer'],
      setupFilesAfterEnv: ['./pkg/lib/old.js'],
      environment: 'jsdom',
      run: {
        testTimeout: 100,
        resetMocks: true,
        resetModules: true,
        injectGlobals: false,
        fakeTimers: { enableGlobally: true, now: 0, advanceTimers: true },
        globals: { A: [1, { b: null }] },
        snapshotFormat: { escapeString: false },
      },
    });
    expect(project.run.globals).not.toHaveProperty('ts-jest');
    expect(notes.all).toEqual([]);
  });

  it.each([
    ['node', 'node'],
    ['jest-environment-node', 'node'],
    ['jsdom', 'jsdom'],
    ['jest-environment-jsdom', 'jsdom'],
    ['@acme/environment', '@acme/environment'],
    [undefined, 'node'],
    [7, 'node'],
  ])('the environment %p is %s', (testEnvironment, expected) => {
    expect(jestProject({ testEnvironment }, place(), new Notes()).environment).toBe(expected);
  });

  it('say it once where something has no effect', () => {
    const notes = new Notes();
    const raw = { automock: true, globalSetup: null, resolver: undefined, unmockedModulePathPatterns: [] };
    jestProject(raw, place(), notes);
    jestProject(raw, place(), notes);
    expect(notes.all).toHaveLength(1);
    expect(notes.all[0]).toMatch(
      /^automock of jest\.config\.js has no effect in the sandbox: .*--check "npm test"/,
    );
  });

  it('are joined with those of a preset as jest does', () => {
    const joined = withPreset(
      { setupFiles: ['own'], moduleNameMapper: { a: 'own', b: 'own' }, testMatch: ['own'], testTimeout: 1 },
      {
        setupFiles: ['preset'],
        moduleNameMapper: { a: 'preset', c: 'preset' },
        testMatch: ['preset'],
        clearMocks: true,
      },
    );
    expect(joined).toEqual({
      setupFiles: ['preset', 'own'],
      moduleNameMapper: { a: 'own', b: 'own', c: 'preset' },
      testMatch: ['own'],
      testTimeout: 1,
      clearMocks: true,
    });
  });
});

describe("vitest's aliases", () => {
  const rows = (alias: unknown, files: readonly string[] = []) =>
    vitestProject({ resolve: { alias } }, place('app', files), new Notes()).moduleNameMapper;

  it.each([
    [{ '@': '/src' }, '@/a/b', './src/a/b'],
    [{ '@': '/src' }, '@', './src'],
    [{ '@': '/src' }, '@scope/a', undefined],
    [{ '@/': '/src/' }, '@/a', './src/a'],
    [{ lib: './lib.ts' }, 'lib', './app/lib.ts'],
    [{ react: 'preact/compat' }, 'react', 'preact/compat'],
    [{ react: 'preact/compat' }, 'react/jsx-runtime', 'preact/compat/jsx-runtime'],
    [[{ find: 'a.b', replacement: '/x' }], 'a.b/c', './x/c'],
    [[{ find: 'a.b', replacement: '/x' }], 'a-b/c', undefined],
    [[{ find: { $type: 'RegExp', value: '/^~/' }, replacement: '/src/' }], '~a/b', './src/a/b'],
    [
      [{ find: { $type: 'RegExp', value: '/^#(?:x|y)-(\\w+)/' }, replacement: '/$1' }],
      '#x-deep/a',
      './deep/a',
    ],
    [[{ find: { $type: 'RegExp', value: '/^(.*)\\.css$/' }, replacement: '/css.ts' }], 'a/b.css', './css.ts'],
  ])('%j lead from %s to %s', (alias, specifier, expected) => {
    const [row] = rows(alias);
    expect(row && mapped(row, specifier)).toBe(expected);
  });

  it('of wrong types are left out', () => {
    expect(rows([1, null, { find: 2, replacement: 'x' }, { find: 'a' }])).toEqual([]);
    expect(rows('x')).toEqual([]);
  });
});
