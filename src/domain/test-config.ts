import { z } from 'zod';

/** How one test run is set up, apart from which files it takes: the settings of jest's of the same names. */
export const RunConfig = z.object({
  /** ms; jest's default is 5,000. */
  testTimeout: z.number().positive().optional(),
  clearMocks: z.boolean().default(false),
  resetMocks: z.boolean().default(false),
  restoreMocks: z.boolean().default(false),
  resetModules: z.boolean().default(false),
  /** False: tests import the API from `@jest/globals` or `vitest`. */
  injectGlobals: z.boolean().default(true),
  fakeTimers: z
    .looseObject({ enableGlobally: z.boolean().optional(), now: z.number().optional() })
    .optional(),
  globals: z.record(z.string(), z.unknown()).default({}),
  snapshotFormat: z.record(z.string(), z.unknown()).default({}),
  retryTimes: z.number().int().nonnegative().optional(),
});
export type RunConfig = z.infer<typeof RunConfig>;

/** One row of the compiler's `paths`: a pattern with at most one `*`, and what it may stand for below `base`. */
export const PathAlias = z.object({ base: z.string(), pattern: z.string(), targets: z.array(z.string()) });
export type PathAlias = z.infer<typeof PathAlias>;

/** What the project's tsconfig.json says about turning its sources into JavaScript. */
export const CompilerConfig = z.object({
  jsx: z.enum(['classic', 'automatic', 'preserve']).optional(),
  jsxImportSource: z.string().optional(),
  jsxPragma: z.string().optional(),
  jsxFragmentPragma: z.string().optional(),
  experimentalDecorators: z.boolean().optional(),
  emitDecoratorMetadata: z.boolean().optional(),
  /** Absent: fields are defined, except in classes with legacy decorators. */
  useDefineForClassFields: z.boolean().optional(),
  paths: z.array(PathAlias).default([]),
  /** Folder that bare specifiers may start from, relative to the root; `''` is the root. */
  baseUrl: z.string().optional(),
});
export type CompilerConfig = z.infer<typeof CompilerConfig>;

/** How a project runs its tests, read from its own configuration. Paths are relative to the root. */
export const TestConfig = z.object({
  /** File it was read from; absent: nothing was found and jest's defaults hold. */
  source: z.string().optional(),
  runner: z.enum(['jest', 'vitest']).default('jest'),
  testMatch: z.array(z.string()).optional(),
  testRegex: z.array(z.string()).default([]),
  testPathIgnorePatterns: z.array(z.string()).default([]),
  roots: z.array(z.string()).default([]),
  /** `node`, `jsdom` …: what tests find around them. */
  environment: z.string().default('node'),
  /** Pattern of specifiers → what they stand for, `$1` for groups. */
  moduleNameMapper: z.array(z.tuple([z.string(), z.array(z.string())])).default([]),
  modulePaths: z.array(z.string()).default([]),
  moduleDirectories: z.array(z.string()).default(['node_modules']),
  /** Specifiers, `./…` for files of the project. */
  setupFiles: z.array(z.string()).default([]),
  setupFilesAfterEnv: z.array(z.string()).default([]),
  snapshotSerializers: z.array(z.string()).default([]),
  run: RunConfig.default(() => RunConfig.parse({})),
  compiler: CompilerConfig.default(() => CompilerConfig.parse({})),
  /** What of the configuration the sandbox does not honour, a sentence each with the way out. */
  notes: z.array(z.string()).default([]),
});
export type TestConfig = z.infer<typeof TestConfig>;

/** jest's own defaults. */
export const DEFAULT_TEST_CONFIG: TestConfig = TestConfig.parse({});
