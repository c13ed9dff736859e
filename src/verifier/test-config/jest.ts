/** jest's settings, as the sandbox takes them. */
import { ProjectConfig, RunConfig } from '../../domain/verification/test-config';
import {
  type Notes,
  count,
  entries,
  flag,
  list,
  pattern,
  plain,
  settings,
  text,
  texts,
  type Settings,
} from './values';
import { toGlob, toPath, toPattern, toSpecifier } from './paths';

export interface SettingsPlace {
  source: string;
  folder: string;
  has(path: string): boolean;
}

/** Settings that decide something, and that the sandbox has no equal of. */
const NOT_HONOURED = [
  ...['globalSetup', 'globalTeardown', 'resolver', 'runner', 'dependencyExtractor', 'snapshotResolver'],
  ...['automock', 'unmockedModulePathPatterns', 'errorOnDeprecated'],
];

/** Transforms whose work the sandbox does itself. */
const TRANSFORMS =
  /(^|[/+])(?:ts-jest|babel-jest|@swc[/+]jest|@sucrase[/+]jest-plugin|esbuild-jest|jest-esbuild|esbuild-runner|@kesills[/+]jest-esbuild|jest-preset-angular)([/+.]|$)/;

const CIRCUS = /(^|[/+])jest-circus([/+.]|$)/;

/** Own files of the project, and packages by the name that stands in for them where they were asked for. */
function nameOf(value: unknown): string | undefined {
  return text(value)
    ?.replace(/^.*\/node_modules\/\.kintsugi\//, '')
    .replace(/\.c?js$/, '');
}

/** `rootDir` of the settings, which their other paths start from; undefined where it lies outside of the tree. */
export function rootDirOf(raw: Settings, folder: string): string {
  return toPath(text(raw.rootDir) ?? '.', folder) ?? folder;
}

function environmentName(raw: Settings): string {
  const name = nameOf(raw.testEnvironment) ?? 'node';
  return name.replace(/^(?:@jest\/environment-|jest-environment-)/, '').replace(/^jsdom-.*$/, 'jsdom');
}

function mapperOf(raw: Settings, rootDir: string, has: SettingsPlace['has']): [string, string[]][] {
  return entries(raw.moduleNameMapper).flatMap(([name, value]): [string, string[]][] => {
    const targets = texts(value);
    if (!targets) return [];
    return [
      [name.replaceAll('<rootDir>', rootDir), targets.map((target) => toSpecifier(target, rootDir, has))],
    ];
  });
}

function fakeTimersOf(raw: Settings, place: SettingsPlace, notes: Notes): RunConfig['fakeTimers'] {
  if (raw.timers === 'fake' || raw.timers === 'modern') return { enableGlobally: true };
  if (raw.timers === 'legacy') notes.ignored(place.source, 'timers "legacy"');
  const given = settings(raw.fakeTimers);
  if (!given) return undefined;
  if (given.legacyFakeTimers === true) notes.ignored(place.source, 'fakeTimers.legacyFakeTimers');
  const { enableGlobally, now } = given;
  return {
    ...(plain(given) as object),
    enableGlobally: flag(enableGlobally),
    now: typeof now === 'number' ? now : undefined,
  };
}

function runOf(raw: Settings, place: SettingsPlace, notes: Notes): RunConfig {
  const globals = Object.fromEntries(entries(plain(raw.globals)).filter(([name]) => name !== 'ts-jest'));
  return RunConfig.parse({
    testTimeout: count(raw.testTimeout),
    clearMocks: flag(raw.clearMocks),
    resetMocks: flag(raw.resetMocks),
    restoreMocks: flag(raw.restoreMocks),
    resetModules: flag(raw.resetModules),
    injectGlobals: flag(raw.injectGlobals),
    fakeTimers: fakeTimersOf(raw, place, notes),
    globals,
    snapshotFormat: settings(plain(raw.snapshotFormat)) ?? {},
  });
}

function noteTransforms(raw: Settings, source: string, notes: Notes): void {
  for (const [files, value] of entries(raw.transform)) {
    const name = nameOf(list(value)?.[0] ?? value);
    if (name !== undefined && !TRANSFORMS.test(name))
      notes.ignored(source, `transform "${files}": "${name}"`);
  }
}

function noteIgnored(raw: Settings, source: string, notes: Notes): void {
  for (const name of NOT_HONOURED) {
    const value = raw[name];
    if (value === undefined || value === null || value === false) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    notes.ignored(source, name);
  }
  const runner = nameOf(raw.testRunner);
  if (runner !== undefined && runner !== 'circus' && !CIRCUS.test(runner))
    notes.ignored(source, `testRunner "${runner}"`);
  noteTransforms(raw, source, notes);
}

/** Settings of one project. Values of the wrong type count as absent. */
export function jestProject(raw: Settings, place: SettingsPlace, notes: Notes): ProjectConfig {
  const { source, folder, has } = place;
  const rootDir = rootDirOf(raw, folder);
  const specifiers = (value: unknown): string[] =>
    (texts(value) ?? []).map((one) => toSpecifier(one, rootDir, has));
  const folders = (value: unknown): string[] | undefined =>
    texts(value)?.flatMap((one) => toPath(one, rootDir) ?? []);
  noteIgnored(raw, source, notes);
  return ProjectConfig.parse({
    source,
    runner: 'jest',
    rootDir,
    testMatch: texts(raw.testMatch)?.map((one) => toGlob(one, rootDir)),
    testRegex: patterns(raw.testRegex).map((one) => toPattern(one, rootDir)),
    testPathIgnorePatterns: [
      ...(texts(raw.testPathIgnorePatterns) ?? ['/node_modules/']),
      ...(texts(raw.modulePathIgnorePatterns) ?? []),
    ].map((one) => toPattern(one, rootDir)),
    roots: folders(raw.roots) ?? [rootDir],
    moduleFileExtensions: texts(raw.moduleFileExtensions)?.map((one) => one.replace(/^\./, '')),
    environment: environmentName(raw),
    moduleNameMapper: mapperOf(raw, rootDir, has),
    modulePaths: folders(raw.modulePaths),
    moduleDirectories: texts(raw.moduleDirectories)?.map((one) =>
      one.includes('<rootDir>') ? (toPath(one, rootDir) ?? one) : one,
    ),
    setupFiles: specifiers(raw.setupFiles),
    setupFilesAfterEnv: [
      ...specifiers(raw.setupFilesAfterEnv),
      // Its name in jest before 24.
      ...specifiers(raw.setupTestFrameworkScriptFile),
    ],
    snapshotSerializers: specifiers(raw.snapshotSerializers),
    run: runOf(raw, place, notes),
  });
}

function patterns(value: unknown): string[] {
  return (list(value) ?? [value]).flatMap((one) => pattern(one) ?? []);
}

/** Adds a preset to the settings, which win. Lists of both are joined, the preset's first, as jest does. */
export function withPreset(raw: Settings, preset: Settings): Settings {
  const joined: Record<string, unknown> = { ...preset, ...raw };
  for (const name of ['setupFiles', 'setupFilesAfterEnv', 'modulePathIgnorePatterns']) {
    const both = [...(texts(preset[name]) ?? []), ...(texts(raw[name]) ?? [])];
    if (both.length > 0) joined[name] = both;
  }
  for (const name of ['moduleNameMapper', 'transform', 'globals']) {
    const own = settings(raw[name]);
    const given = settings(preset[name]);
    // What the settings say themselves comes first: the first pattern that fits decides.
    if (own && given)
      joined[name] = {
        ...own,
        ...Object.fromEntries(Object.entries(given).filter(([key]) => !(key in own))),
      };
  }
  return joined;
}
