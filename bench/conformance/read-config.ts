/** The project's configuration as the sandbox takes it. */
import path from 'node:path';
import type { PackageSource, ProgramFiles } from '../../src/activities/sandbox/types';
import { TestConfig } from '../../src/domain/test-config';
import type { ShownConfig } from './real-jest';

const arr = (x: unknown): string[] => (Array.isArray(x) ? x.map(String) : []);

/** Provisional. */
export function readConfig(
  files: ProgramFiles,
  _packages: PackageSource | undefined,
  shown: ShownConfig,
): Promise<TestConfig> {
  const root = shown.rootDir;
  const inRoot = (p: string): string =>
    path.isAbsolute(p) ? './' + path.relative(root, p).split(path.sep).join('/') : p;
  const replace = (p: string): string => p.split(root).join('.');
  const tsconfig = [...files.entries()].find(([name]) => name === 'tsconfig.json')?.[1] ?? '';
  return Promise.resolve(
    TestConfig.parse({
      source: 'showConfig',
      environment: String(shown.testEnvironment).includes('jsdom') ? 'jsdom' : 'node',
      moduleNameMapper: (Array.isArray(shown.moduleNameMapper)
        ? (shown.moduleNameMapper as [string, string | string[]][])
        : Object.entries((shown.moduleNameMapper ?? {}) as Record<string, string>)
      ).map(([k, v]) => [k, (Array.isArray(v) ? v : [v]).map(replace)]),
      modulePaths: arr(shown.modulePaths).map(replace),
      moduleDirectories: arr(shown.moduleDirectories),
      setupFiles: arr(shown.setupFiles)
        .map(inRoot)
        .filter((f) => !f.includes('regenerator-runtime')),
      setupFilesAfterEnv: arr(shown.setupFilesAfterEnv).map(inRoot),
      snapshotSerializers: arr(shown.snapshotSerializers).map(inRoot),
      run: {
        testTimeout: shown.testTimeout as number | undefined,
        clearMocks: shown.clearMocks === true,
        resetMocks: shown.resetMocks === true,
        restoreMocks: shown.restoreMocks === true,
        resetModules: shown.resetModules === true,
        injectGlobals: shown.injectGlobals !== false,
        fakeTimers: typeof shown.fakeTimers === 'object' ? (shown.fakeTimers as object) : undefined,
        globals: (shown.globals ?? {}) as Record<string, unknown>,
        snapshotFormat: (shown.snapshotFormat ?? {}) as Record<string, unknown>,
      },
      compiler: {
        experimentalDecorators: tsconfig.includes('experimentalDecorators') ? true : undefined,
        emitDecoratorMetadata: tsconfig.includes('emitDecoratorMetadata') ? true : undefined,
      },
    }),
  );
}
