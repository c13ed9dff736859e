/** vitest's settings, as the sandbox takes them. */
import { ProjectConfig, RunConfig } from '../../domain/verification/test-config';
import type { SettingsPlace } from './jest';
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
import { escaped, fromRoot, toPath, toSpecifier } from './paths';

const INCLUDE = ['**/*.{test,spec}.?(c|m)[jt]s?(x)'];

/** Paths that vitest excludes by default. */
const EXCLUDE = [
  ...['**/node_modules/**', '**/dist/**', '**/cypress/**', '**/.{idea,git,cache,output,temp}/**'],
  '**/{karma,rollup,webpack,vite,vitest,jest,ava,babel,nyc,cypress,tsup,build,eslint,prettier}.config.*',
];

/** Settings of `test` that decide something, and that the sandbox has no equal of. */
const NOT_HONOURED = [
  'globalSetup',
  'environmentMatchGlobs',
  'includeSource',
  'runner',
  'diff',
  'alwaysRunHooks',
];

/** A glob over paths from the folder given, as one over paths from the root that begin with `/`. */
function globFrom(written: string, folder: string): string {
  const negated = written.startsWith('!');
  const glob = (negated ? written.slice(1) : written).replace(/^\.\//, '');
  const base = folder === '' ? '' : `/${folder}`;
  const absolute = glob.startsWith('/') ? glob : `${base}/${glob}`;
  return (negated ? '!' : '') + fromRoot(absolute);
}

/** Capturing groups of a regular expression. */
function groupsIn(source: string): number {
  const bare = source.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]?/g, '');
  return [...bare.matchAll(/\((?!\?)|\(\?<(?![=!])/g)].length;
}

type Row = [pattern: string, targets: string[]];

/** An alias of vite as a row of jest's moduleNameMapper, which replaces the whole specifier. */
function aliasOf(find: unknown, replacement: unknown, root: string, has: SettingsPlace['has']): Row[] {
  const written = text(replacement);
  if (written === undefined) return [];
  const target = toSpecifier(written, root, has) + (written.endsWith('/') ? '/' : '');
  const name = text(find);
  // A text stands for itself and for what begins with it and a slash.
  if (name !== undefined) {
    return [[`^${escaped(name.replace(/\/$/, ''))}(?=/|$)(.*)$`, [`${target.replace(/\/$/, '')}$1`]]];
  }
  const source = pattern(find);
  if (source === undefined) return [];
  if (!source.startsWith('^') || source.endsWith('$')) return [[source, [target]]];
  return [[`(?:${source})(.*)$`, [`${target}$${groupsIn(source) + 1}`]]];
}

function aliases(value: unknown, root: string, has: SettingsPlace['has']): Row[] {
  const rows = list(value)?.map((one) => settings(one) ?? {});
  const pairs = rows ? rows.map(({ find, replacement }) => [find, replacement] as const) : entries(value);
  return pairs.flatMap(([find, replacement]) => aliasOf(find, replacement, root, has));
}

/** Values that vite writes into the sources; those that are JSON are given as globals. */
function definedGlobals(value: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, given] of entries(value)) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) continue;
    const written = text(given);
    try {
      found[name] = written === undefined ? plain(given) : (JSON.parse(written) as unknown);
    } catch {
      continue;
    }
  }
  return found;
}

function runOf(test: Settings, raw: Settings): RunConfig {
  const retry = test.retry;
  return RunConfig.parse({
    testTimeout: count(test.testTimeout),
    clearMocks: flag(test.clearMocks),
    resetMocks: flag(test.mockReset),
    restoreMocks: flag(test.restoreMocks),
    injectGlobals: flag(test.globals) ?? false,
    globals: definedGlobals(raw.define),
    snapshotFormat: settings(plain(test.snapshotFormat)) ?? {},
    retryTimes: typeof retry === 'number' && Number.isInteger(retry) && retry >= 0 ? retry : undefined,
  });
}

function environmentName(test: Settings): string {
  const browser = settings(test.browser);
  if (browser?.enabled === true) return 'browser';
  return text(test.environment) ?? 'node';
}

/** Settings of one project, from a configuration of vitest or vite. Values of the wrong type count as absent. */
export function vitestProject(raw: Settings, place: SettingsPlace, notes: Notes): ProjectConfig {
  const { source, folder, has } = place;
  const test = settings(raw.test) ?? {};
  const root = toPath(text(test.root) ?? text(raw.root) ?? '.', folder) ?? folder;
  const dir = toPath(text(test.dir) ?? '.', root) ?? root;
  for (const name of NOT_HONOURED) {
    const value = test[name];
    if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)) {
      notes.ignored(source, `test.${name}`);
    }
  }
  const specifiers = (value: unknown): string[] =>
    (texts(value) ?? []).map((one) => toSpecifier(one, root, has));
  const globs = (value: readonly string[]): string[] => value.map((one) => globFrom(one, dir));
  return ProjectConfig.parse({
    source,
    runner: 'vitest',
    rootDir: root,
    roots: [dir],
    testMatch: [
      ...globs(texts(test.include) ?? INCLUDE),
      ...globs(texts(test.exclude) ?? EXCLUDE).flatMap((one) => [`!${one}`, `!${one}/**`]),
    ],
    moduleFileExtensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json'],
    environment: environmentName(test),
    moduleNameMapper: [
      ...aliases(test.alias, root, has),
      ...aliases(settings(raw.resolve)?.alias, root, has),
    ],
    setupFilesAfterEnv: specifiers(test.setupFiles),
    snapshotSerializers: specifiers(test.snapshotSerializers),
    run: runOf(test, raw),
  });
}
