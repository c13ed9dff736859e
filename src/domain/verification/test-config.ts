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

/** Settings of the project's tsconfig.json for turning its sources into JavaScript. */
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

/** How the tests of one folder are run. Paths are relative to the root of the tree. */
export const ProjectConfig = z.object({
  /** File it was read from; absent: nothing was found and jest's defaults hold. */
  source: z.string().optional(),
  runner: z.enum(['jest', 'vitest']).default('jest'),
  /** Folder that its globs and paths start from; `''` is the root. */
  rootDir: z.string().default(''),
  testMatch: z.array(z.string()).optional(),
  testRegex: z.array(z.string()).default([]),
  testPathIgnorePatterns: z.array(z.string()).default([]),
  roots: z.array(z.string()).default([]),
  /** Without dots; absent: jest's. */
  moduleFileExtensions: z.array(z.string()).optional(),
  /** Test files that these settings choose; absent: those of the usual Jest names. */
  testFiles: z.array(z.string()).optional(),
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
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;

/** How a project runs its tests, read from its own configuration. */
export const TestConfig = ProjectConfig.extend({
  /** Parts of the tree with settings of their own. */
  projects: z.array(ProjectConfig).default([]),
  /** Files that the settings were read from, those that evaluated ones load included. */
  readFrom: z.array(z.string()).default([]),
  /** Parts of the configuration that the sandbox does not honour, a sentence each with the way out. */
  notes: z.array(z.string()).default([]),
});
export type TestConfig = z.infer<typeof TestConfig>;

/** jest's own defaults. */
export const DEFAULT_TEST_CONFIG: TestConfig = TestConfig.parse({});

/** The settings that hold for one test file: those of the project that chose it, else of the folder it lies in. */
export function configFor(config: TestConfig, testFile: string): ProjectConfig {
  const all: readonly ProjectConfig[] = [...config.projects, config];
  const chosen = all.find((project) => project.testFiles?.includes(testFile));
  if (chosen) return chosen;
  const around = all.filter(({ rootDir }) => rootDir === '' || testFile.startsWith(`${rootDir}/`));
  return around.sort((a, b) => b.rootDir.length - a.rootDir.length)[0] ?? config;
}

/** Paths that decide what a test means, beside the tests: configuration, setup files and snapshot serializers. */
export function judgingPaths(config: TestConfig): string[] {
  const specifiers = [...config.projects, config].flatMap((project) => [
    ...project.setupFiles,
    ...project.setupFilesAfterEnv,
    ...project.snapshotSerializers,
  ]);
  const files = specifiers.filter((one) => one.startsWith('./')).map((one) => one.slice(2));
  return [...new Set([...config.readFrom, ...files])];
}

/** The comment that a test file begins with. */
function docblock(text: string): string {
  const start = text.trimStart();
  return start.startsWith('/**') ? start.slice(0, Math.max(0, start.indexOf('*/'))) : '';
}

/** Names of an environment with nothing but Node in it. */
const NODE = new Set(['node', 'jest-environment-node']);

/** The environment that a test file asks for, else its project's. */
export function environmentOf(config: ProjectConfig, text: string): string {
  const asked =
    /@(?:jest|vitest)-environment[ \t]+(\S+)/.exec(docblock(text)) ??
    /^[ \t]*\/\/[ \t]*@vitest-environment[ \t]+(\S+)/m.exec(text);
  const name = asked?.[1] ?? config.environment;
  return NODE.has(name) ? 'node' : name;
}
