import type { ProjectConfig, TestConfig } from '../../../src/domain/test-config';
import { configFor } from '../../../src/domain/test-config';
import type { FunctionRequest, PackageSource } from '../../../src/activities/sandbox/types';
import { createTestConfigReader, readTestConfig } from '../../../src/activities/verifier/test-config';
import { createKit, program } from './kit';
import type { Kit } from './kit';

const manifest = (fields: object) => JSON.stringify({ name: 'demo', ...fields });
const WITH_JEST = manifest({ scripts: { test: 'jest' }, devDependencies: { jest: '^30.0.0' } });

describe('reading how a project runs its tests', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  const read = (files: Record<string, string>, packages?: PackageSource): Promise<TestConfig> =>
    readTestConfig(program(files), { sandbox: kit.sandbox, packages });

  it('finds nothing in a project without settings', async () => {
    const config = await read({ 'package.json': manifest({}), 'src/a.test.ts': '' });
    expect(config).toMatchObject({ runner: 'jest', environment: 'node', notes: [], projects: [] });
    expect(config).not.toHaveProperty('source');
    expect(config).not.toHaveProperty('testFiles');
  });

  it('takes the key jest of package.json, as NestJS writes it', async () => {
    const config = await read({
      'package.json': manifest({
        jest: {
          moduleFileExtensions: ['js', 'json', 'ts'],
          rootDir: 'src',
          testRegex: '.*\\.spec\\.ts$',
          transform: { '^.+\\.(t|j)s$': 'ts-jest' },
          collectCoverageFrom: ['**/*.(t|j)s'],
          coverageDirectory: '../coverage',
          testEnvironment: 'node',
          moduleNameMapper: { '^@app/(.*)$': '<rootDir>/$1' },
        },
      }),
      'src/a.spec.ts': '',
      'src/b.test.ts': '',
      'src/c.spec.tsx': '',
      'test/d.spec.ts': '',
    });
    expect(config).toMatchObject({
      source: 'package.json',
      rootDir: 'src',
      roots: ['src'],
      testFiles: ['src/a.spec.ts'],
      moduleNameMapper: [['^@app/(.*)$', ['./src/$1']]],
      notes: [],
    });
  });

  it.each([
    ['jest.config.js', 'module.exports = { testMatch: ["**/*.check.ts"] };'],
    ['jest.config.cjs', 'module.exports = async () => ({ testMatch: ["**/*.check.ts"] });'],
    ['jest.config.mjs', 'export default { testMatch: ["**/*.check.ts"] };'],
    [
      'jest.config.ts',
      'import type { Config } from "jest"; export default { testMatch: ["**/*.check.ts"] } satisfies Config;',
    ],
    [
      'jest.config.mts',
      'const config = async (): Promise<object> => ({ testMatch: ["**/*.check.ts"] }); export default config;',
    ],
    ['jest.config.cts', 'export = { testMatch: ["**/*.check.ts"] };'],
    ['jest.config.json', '{ "testMatch": ["**/*.check.ts"] }'],
  ])('takes %s', async (name, text) => {
    const config = await read({ 'package.json': WITH_JEST, [name]: text, 'a.check.ts': '', 'a.test.ts': '' });
    expect(config).toMatchObject({ source: name, testFiles: ['a.check.ts'], notes: [] });
    expect(config.readFrom).toContain(name);
  });

  it('takes the file that the test script names, and the one that package.json names', async () => {
    const files = {
      'config/unit.js': 'module.exports = { rootDir: "..", testRegex: "unit/" };',
      'unit/a.ts': '',
      'a.test.ts': '',
    };
    const script = manifest({
      scripts: { test: 'NODE_ENV=test npx jest --runInBand -c config/unit.js --coverage' },
    });
    const key = manifest({ jest: './config/unit.js' });
    for (const text of [script, key]) {
      const config = await read({ 'package.json': text, ...files });
      expect(config).toMatchObject({ source: 'config/unit.js', rootDir: '', testFiles: ['unit/a.ts'] });
    }
  });

  it('evaluates what configurations do', async () => {
    const config = await read({
      'package.json': WITH_JEST,
      'tsconfig.json':
        '{\n  // aliases\n  "compilerOptions": { "paths": { "@/*": ["./src/*"], "lib": ["./lib/index.ts"], }, },\n}',
      'config/base.js': 'module.exports = { clearMocks: true, setupFiles: [require.resolve("./polyfill")] };',
      'config/polyfill.js': '',
      'test/jest.helpers.ts': 'export const timeout = 1234;',
      'test/setup.ts': '',
      'jest.config.ts': `
        import { pathsToModuleNameMapper, type JestConfigWithTsJest } from 'ts-jest';
        import { defaults } from 'jest-config';
        import path from 'node:path';
        import os from 'node:os';
        import { execSync } from 'child_process';
        import { readFileSync } from 'fs';
        import { compilerOptions } from './tsconfig.json';
        import { timeout } from './test/jest.helpers';
        const base = require('./config/base');
        const { name } = JSON.parse(readFileSync(path.join(__dirname, 'package.json'), 'utf8'));
        const config: JestConfigWithTsJest = {
          ...base,
          roots: [path.resolve(__dirname, 'src')],
          testTimeout: timeout,
          moduleFileExtensions: [...defaults.moduleFileExtensions, 'vue'],
          moduleNameMapper: { ...pathsToModuleNameMapper(compilerOptions.paths, { prefix: '<rootDir>/' }), '\\\\.css$': 'identity-obj-proxy' },
          setupFilesAfterEnv: ['<rootDir>/test/setup.ts', '@testing-library/jest-dom'],
          globals: { NAME: name, cpus: os.cpus().length, revision: String(execSync('git rev-parse HEAD')) },
        };
        export default config;`,
    });
    expect(config).toMatchObject({
      roots: ['src'],
      setupFiles: ['./config/polyfill.js'],
      setupFilesAfterEnv: ['./test/setup.ts', '@testing-library/jest-dom'],
      moduleNameMapper: [
        ['^@/(.*)$', ['./src/$1']],
        ['^lib$', ['./lib/index.ts']],
        ['\\.css$', ['identity-obj-proxy']],
      ],
      run: { clearMocks: true, testTimeout: 1234, globals: { NAME: 'demo' } },
      compiler: {
        paths: [
          { base: '', pattern: '@/*', targets: ['./src/*'] },
          { base: '', pattern: 'lib', targets: ['./lib/index.ts'] },
        ],
      },
      notes: [],
    });
    expect(config.moduleFileExtensions).toContain('vue');
    expect(config.readFrom).toEqual([
      ...[
        'config/base.js',
        'config/polyfill.js',
        'jest.config.ts',
        'package.json',
        'test/jest.helpers.ts',
        'tsconfig.json',
      ],
    ]);
  });

  it('takes the settings of next/jest', async () => {
    const config = await read({
      'package.json': WITH_JEST,
      'tsconfig.json': '{ "compilerOptions": { "jsx": "preserve" } }',
      'jest.config.js': `
        const nextJest = require('next/jest');
        const createJestConfig = nextJest({ dir: './' });
        module.exports = createJestConfig({ testEnvironment: 'jest-environment-jsdom', moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' } });`,
    });
    expect(config).toMatchObject({
      environment: 'jsdom',
      moduleNameMapper: [['^@/(.*)$', ['./$1']]],
      compiler: { jsx: 'automatic' },
      notes: [],
    });
  });

  it('takes presets of the project, of installed packages, and those whose work the sandbox does', async () => {
    const packages: PackageSource = {
      resolve: ({ specifier }) =>
        Promise.resolve(
          /jest-preset\/jest-preset$|^\.\/setup/.test(specifier) && !specifier.startsWith('react-native')
            ? {
                path: `node_modules/@acme/jest-preset/${specifier.replace(/^.*\//, '').replace(/\.js$/, '')}.js`,
              }
            : { missing: 'not here' },
        ),
      read: () =>
        Promise.resolve({
          text: 'module.exports = { restoreMocks: true, setupFiles: [require.resolve("./setup.js")] };',
        }),
    };
    const of = (preset: string) =>
      read(
        {
          'package.json': manifest({ jest: { preset } }),
          'presets/jest-preset.js': 'module.exports = { resetMocks: true };',
        },
        packages,
      );
    expect(await of('./presets')).toMatchObject({ run: { resetMocks: true }, notes: [] });
    expect(await of('@acme/jest-preset')).toMatchObject({
      run: { restoreMocks: true },
      setupFiles: ['@acme/jest-preset/setup.js'],
      notes: [],
    });
    expect(await of('ts-jest/presets/js-with-ts')).toMatchObject({ notes: [] });
    const [note] = (await of('react-native')).notes;
    expect(note).toMatch(/^The preset "react-native" of package\.json can not be read .*--check "npm test"/);
  });

  it('takes what create-react-app does', async () => {
    const config = await read({
      'package.json': manifest({ scripts: { test: 'react-scripts test' } }),
      'src/App.test.js': '',
      'e2e/a.test.js': '',
    });
    expect(config).toMatchObject({ environment: 'jsdom', testFiles: ['src/App.test.js'] });
  });

  describe('of vitest', () => {
    it('takes its configuration, aliases and defaults', async () => {
      const config = await read({
        'package.json': manifest({ devDependencies: { vitest: '^3.0.0' } }),
        'vitest.config.ts': `
          import { defineConfig, mergeConfig, configDefaults } from 'vitest/config';
          import vue from '@vitejs/plugin-vue';
          import { fileURLToPath, URL } from 'node:url';
          import viteConfig from './vite.config';
          export default defineConfig((env) => mergeConfig(viteConfig, defineConfig({
            plugins: [vue({ mode: env.mode })],
            test: {
              globals: true,
              exclude: [...configDefaults.exclude, 'e2e/**'],
              root: fileURLToPath(new URL('./', import.meta.url)),
              setupFiles: 'test/setup.ts',
              mockReset: true,
              retry: 2,
            },
          })));`,
        'vite.config.ts': `
          import path from 'path';
          export default {
            resolve: { alias: { '@': path.resolve(__dirname, './src'), lib: '/lib/main.ts' } },
            define: { __VERSION__: JSON.stringify('1.2.3'), 'process.env.X': '1' },
          };`,
        'test/setup.ts': '',
        'src/a.spec.ts': '',
        'e2e/b.spec.ts': '',
      });
      expect(config).toMatchObject({
        runner: 'vitest',
        source: 'vitest.config.ts',
        testFiles: ['src/a.spec.ts'],
        setupFilesAfterEnv: ['./test/setup.ts'],
        moduleNameMapper: [
          ['^@(?=/|$)(.*)$', ['./src$1']],
          ['^lib(?=/|$)(.*)$', ['./lib/main.ts$1']],
        ],
        run: { injectGlobals: true, resetMocks: true, retryTimes: 2, globals: { __VERSION__: '1.2.3' } },
        notes: [],
      });
    });

    it('takes a list of aliases with expressions, and the key test of vite.config', async () => {
      const config = await read({
        'package.json': manifest({}),
        'vite.config.mts': `
          import react from '@vitejs/plugin-react';
          import { defineConfig } from 'vitest/config';
          export default defineConfig({
            plugins: [react()],
            resolve: { alias: [{ find: /^~\\//, replacement: '/src/' }, { find: /^#(\\w+)$/, replacement: '/parts/$1.ts' }] },
            test: { environment: 'happy-dom', include: ['./src/**/*.vi.ts'] },
          });`,
        'src/deep/a.vi.ts': '',
        'a.vi.ts': '',
      });
      expect(config).toMatchObject({
        runner: 'vitest',
        environment: 'happy-dom',
        testFiles: ['src/deep/a.vi.ts'],
        moduleNameMapper: [
          ['(?:^~\\/)(.*)$', ['./src/$1']],
          ['^#(\\w+)$', ['./parts/$1.ts']],
        ],
        compiler: { jsx: 'automatic' },
        run: { injectGlobals: false },
      });
    });

    it('leaves a vite.config without tests to jest', async () => {
      const config = await read({
        'package.json': WITH_JEST,
        'vite.config.ts': 'throw new Error("not read");',
      });
      expect(config).toMatchObject({ runner: 'jest', notes: [] });
    });
  });

  describe('of several projects', () => {
    const environments = (config: TestConfig, files: string[]) =>
      files.map((file) => configFor(config, file)).map(({ rootDir, environment }) => [rootDir, environment]);

    it('takes folders', async () => {
      const config = await read({
        'package.json': WITH_JEST,
        'jest.config.js':
          'module.exports = { projects: ["<rootDir>/packages/*"], testEnvironment: "jsdom" };',
        'packages/a/jest.config.ts':
          'export default { testEnvironment: "node", setupFiles: ["./setup.ts"] };',
        'packages/a/setup.ts': '',
        'packages/a/src/a.test.ts': '',
        'packages/b/package.json': manifest({ jest: { testEnvironment: 'jsdom', testRegex: 'spec' } }),
        'packages/b/b.spec.ts': '',
        'packages/b/b.test.ts': '',
        'other/c.test.ts': '',
      });
      expect(config.projects).toMatchObject([
        {
          rootDir: 'packages/a',
          setupFiles: ['./packages/a/setup.ts'],
          testFiles: ['packages/a/src/a.test.ts'],
        },
        { rootDir: 'packages/b', testFiles: ['packages/b/b.spec.ts'] },
      ]);
      expect(config.testFiles).toEqual([]);
      expect(
        environments(config, ['packages/a/src/a.test.ts', 'packages/b/b.spec.ts', 'packages/a/x.ts']),
      ).toEqual([
        ['packages/a', 'node'],
        ['packages/b', 'jsdom'],
        ['packages/a', 'node'],
      ]);
    });

    it('takes settings that stand inside', async () => {
      const config = await read({
        'package.json': WITH_JEST,
        'jest.config.js': `module.exports = { projects: [
          { displayName: 'node', testMatch: ['<rootDir>/server/**/*.test.js'] },
          { displayName: 'dom', testEnvironment: 'jsdom', testMatch: ['<rootDir>/client/**/*.test.js'] },
        ] };`,
        'server/a.test.js': '',
        'client/b.test.js': '',
      });
      expect(environments(config, ['server/a.test.js', 'client/b.test.js'])).toEqual([
        ['', 'node'],
        ['', 'jsdom'],
      ]);
    });

    it('takes the packages of a workspace whose root says nothing', async () => {
      const config = await read({
        'package.json': manifest({ workspaces: ['libs/*'] }),
        'libs/a/package.json': manifest({ jest: { testRegex: 'check' } }),
        'libs/a/a.check.ts': '',
        'libs/a/a.test.ts': '',
        'libs/b/package.json': manifest({}),
        'libs/b/b.test.ts': '',
        'examples/c/package.json': manifest({ jest: { testRegex: 'example' } }),
      });
      expect(config.projects.map(({ rootDir }) => rootDir)).toEqual(['libs/a']);
      expect(config.projects[0]?.testFiles).toEqual(['libs/a/a.check.ts']);
      expect(config.testFiles).toEqual(['libs/b/b.test.ts']);
    });

    it('takes projects of vitest that build on the whole', async () => {
      const config = await read({
        'package.json': manifest({ scripts: { test: 'vitest run' } }),
        'vitest.config.ts': `export default { resolve: { alias: { '@': '/src' } }, test: { globals: true, projects: [
          { extends: true, test: { name: 'unit', include: ['unit/**'] } },
          { test: { name: 'dom', include: ['dom/**'], environment: 'jsdom' } },
        ] } };`,
        'unit/a.ts': '',
        'dom/b.ts': '',
      });
      expect(config.projects).toMatchObject([
        {
          testFiles: ['unit/a.ts'],
          run: { injectGlobals: true },
          moduleNameMapper: [['^@(?=/|$)(.*)$', ['./src$1']]],
        },
        {
          testFiles: ['dom/b.ts'],
          run: { injectGlobals: false },
          moduleNameMapper: [],
          environment: 'jsdom',
        },
      ]);
    });
  });

  describe('from hostile configuration', () => {
    const hostile = (text: string, name = 'jest.config.js') =>
      read({ 'package.json': WITH_JEST, [name]: text, 'a.test.ts': '' });

    it.each([
      ['an endless loop', 'for (;;);'],
      ['an endless function', 'module.exports = async () => { for (;;) await null; };'],
      ['a wait for nothing', 'module.exports = new Promise(() => {});'],
      ['an error', 'throw new Error("no settings today");'],
      ['a thrown Proxy', 'throw new Proxy({}, { get() { throw 1; } });'],
      ['too much memory', 'const a = []; for (;;) a.push(new Array(1e5).fill(1));'],
      [
        'too many settings',
        'module.exports = { globals: Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => ["k" + i, i])) };',
      ],
      ['a syntax error', 'module.exports = {;'],
      ['no settings', 'module.exports = 7;'],
      ['functions without end', 'const f = () => f; module.exports = f;'],
      ['the end of the process', "'a'.repeat(2 ** 28).split('');"],
      ['a missing file', 'module.exports = require("./gone");'],
      ['an exit', 'process.exit(0);'],
    ])('%s is a note', async (_, text) => {
      const config = await hostile(text);
      expect(config.notes).toEqual([
        expect.stringMatching(
          /^jest\.config\.js can not be evaluated in the sandbox \(.*--check "npm test"/s,
        ),
      ]);
      expect(config).toMatchObject({
        source: 'jest.config.js',
        testFiles: ['a.test.ts'],
        environment: 'node',
      });
    });

    it('settings of wrong types are as good as absent', async () => {
      const config = await hostile(`
        const settings = { testMatch: 7, testRegex: {}, roots: { 0: 'src' }, moduleNameMapper: [['a', 'b']], setupFiles: { length: 2 },
          testEnvironment: [], globals: 'all', projects: 9, testTimeout: -1, clearMocks: 'yes', preset: {}, transform: 3, rootDir: 5, fakeTimers: 'x',
          snapshotFormat: [], moduleFileExtensions: null, testPathIgnorePatterns: () => {} };
        module.exports = settings;`);
      expect(config).toMatchObject({
        testFiles: ['a.test.ts'],
        roots: [''],
        moduleNameMapper: [],
        setupFiles: [],
        environment: 'node',
        notes: [],
      });
    });

    it('tricks with prototypes stay in their isolate', async () => {
      const config = await hostile(`
        module.exports = JSON.parse('{"__proto__": {"testTimeout": 1}, "globals": {"__proto__": {"a": 1}, "constructor": 2}, "moduleNameMapper": {"__proto__": "x"}}');
        module.exports.run = { get testTimeout() { return 1; } };`);
      expect(config.run.testTimeout).toBeUndefined();
      expect(({} as { a?: number }).a).toBeUndefined();
      expect(config.notes).toEqual([]);
    });

    it.each([
      ['testRegex', '(a+)+$'],
      ['testPathIgnorePatterns', '(a+)+$'],
    ])('an expression of %s that takes for ever is a note', async (name, expression) => {
      const config = await read({
        'package.json': manifest({ jest: { [name]: [expression] } }),
        [`${'a'.repeat(40)}!.test.ts`]: '',
      });
      expect(config.notes).toEqual([expect.stringContaining('took too long')]);
    });

    it('paths that lead out of the tree are dropped', async () => {
      const config = await hostile(
        'module.exports = { rootDir: "../../..", roots: ["../../etc", "src"], modulePaths: ["../x"] };',
      );
      expect(config).toMatchObject({ rootDir: '', roots: ['src'], modulePaths: [] });
    });

    it("a configuration can not read what is not the tree's", async () => {
      const config = await hostile(`
        const fs = require('fs');
        module.exports = { globals: { there: fs.existsSync('/etc/passwd'), own: fs.existsSync('/package.json') } };`);
      expect(config.run.globals).toEqual({ there: false, own: true });
    });
  });

  it('notes what has no effect', async () => {
    const { notes } = await read({
      'package.json': manifest({
        jest: {
          globalSetup: './global.js',
          resolver: './resolver.js',
          testRunner: 'jest-jasmine2',
          transform: { '^.+\\.ts$': ['@swc/jest', {}], '\\.svg$': '<rootDir>/svg.js' },
          fakeTimers: { legacyFakeTimers: true },
          collectCoverage: true,
          reporters: ['default'],
          verbose: true,
        },
      }),
    });
    expect(notes.map((note) => note.split(' of package.json')[0])).toEqual([
      ...[
        'globalSetup',
        'resolver',
        'testRunner "jest-jasmine2"',
        'transform "\\.svg$": "<rootDir>/svg"',
        'fakeTimers.legacyFakeTimers',
      ],
    ]);
    for (const note of notes) expect(note).toContain('--check "npm test"');
  });

  it('reads again only what has changed', async () => {
    const calls: FunctionRequest[] = [];
    const runFunction: typeof kit.sandbox.runFunction = (request, signal) => {
      calls.push(request);
      return kit.sandbox.runFunction(request, signal);
    };
    const reader = createTestConfigReader({ sandbox: { runFunction } });
    const files = {
      'package.json': WITH_JEST,
      'jest.config.js': 'module.exports = require("./base");',
      'base.js': 'module.exports = { clearMocks: true };',
      'src/a.ts': '1',
    };
    const first = await reader(program(files));
    expect(first.run.clearMocks).toBe(true);
    const before = calls.length;
    expect(await reader(program({ ...files, 'src/a.ts': '2' }))).toBe(first);
    expect(calls).toHaveLength(before);
    const changed = await reader(program({ ...files, 'base.js': 'module.exports = { clearMocks: false };' }));
    expect(changed.run.clearMocks).toBe(false);
    const more: ProjectConfig = await reader(program({ ...files, 'src/b.test.ts': '' }));
    expect(more.testFiles).toEqual(['src/b.test.ts']);
    expect(await reader(program(files))).toBe(first);
  });
});
