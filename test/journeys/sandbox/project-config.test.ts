import type { TestConfig } from '../../../src/domain/verification/test-config';
import { configFor } from '../../../src/domain/verification/test-config';
import { readTestConfig } from '../../../src/verifier/test-config';
import { createKit, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const manifest = (fields: object) => JSON.stringify({ name: 'demo', ...fields });
const WITH_JEST = manifest({ scripts: { test: 'jest' } });

describe('reading how the parts of a project run their tests', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  const read = (files: Record<string, string>): Promise<TestConfig> =>
    readTestConfig(program(files), { sandbox: kit.sandbox });

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

    it('takes the workspace file of vitest', async () => {
      const config = await read({
        'package.json': manifest({ scripts: { test: 'vitest run' } }),
        'vitest.config.ts':
          "export default { resolve: { alias: { '@': '/src' } }, test: { globals: true } };",
        'vitest.workspace.ts': `
          import { defineWorkspace } from 'vitest/config';
          export default defineWorkspace([
            'packages/*',
            { extends: './vitest.config.ts', test: { name: 'unit', include: ['unit/**'] } },
          ]);`,
        'packages/a/vitest.config.js': "export default { test: { environment: 'jsdom' } };",
        'packages/a/a.test.ts': '',
        'unit/b.ts': '',
      });
      expect(config.projects).toMatchObject([
        { rootDir: 'packages/a', environment: 'jsdom', testFiles: ['packages/a/a.test.ts'] },
        {
          testFiles: ['unit/b.ts'],
          run: { injectGlobals: true },
          moduleNameMapper: [['^@(?=/|$)(.*)$', ['./src$1']]],
        },
      ]);
      expect(config.notes).toEqual([]);
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
});
