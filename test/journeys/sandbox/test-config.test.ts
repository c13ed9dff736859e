import type { ProjectConfig, TestConfig } from '../../../src/domain/verification/test-config';
import type { FunctionRequest, PackageSource } from '../../../src/sandbox/types';
import { createTestConfigReader, readTestConfig } from '../../../src/verifier/test-config';
import { createKit, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

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

  it('reads the dot of a pattern like `./lib/` as a character of the path before it', async () => {
    const config = await read({
      'package.json': manifest({ jest: { testPathIgnorePatterns: ['./lib/__tests__/data/'] } }),
      'lib/__tests__/a.test.ts': '',
      'lib/__tests__/data/b.ts': '',
    });
    expect(config.testFiles).toEqual(['lib/__tests__/a.test.ts']);
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

  it.each([
    [
      'babel.config.js',
      "module.exports = (api) => { api.cache(true); return { presets: ['@babel/preset-env', ['@babel/preset-react', { runtime: api.env('test') ? 'automatic' : 'classic' }]] }; };",
      'automatic',
    ],
    [
      'babel.config.json',
      '{ "presets": [["@babel/preset-react", { "runtime": "automatic" }]] }',
      'automatic',
    ],
    ['babel.config.cjs', "module.exports = { presets: ['@babel/preset-react'] };", 'classic'],
    ['.babelrc.js', "module.exports = { presets: ['next/babel'] };", 'automatic'],
    [
      'babel.config.mjs',
      "export default { presets: [], env: { test: { presets: [['@babel/react', { runtime: 'automatic' }]] } } };",
      'automatic',
    ],
  ])('takes JSX from %s', async (name, text, jsx) => {
    const config = await read({ 'package.json': manifest({ jest: {} }), [name]: text });
    expect(config.compiler.jsx).toBe(jsx);
  });

  it('takes decorators from babel, and asks it only where it is used', async () => {
    const babel = { plugins: [['@babel/plugin-proposal-decorators', { legacy: true }]] };
    const read1 = await read({ 'package.json': manifest({ jest: {}, babel }) });
    expect(read1.compiler.experimentalDecorators).toBe(true);
    const read2 = await read({ 'package.json': manifest({ jest: { preset: 'ts-jest' }, babel }) });
    expect(read2.compiler.experimentalDecorators).toBeUndefined();
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
