/** Files of a folder that say how its tests are run. */
import { toPath } from './paths';
import type { ConfigTree } from './tree';
import { settings, text } from './values';
import type { Settings } from './values';

const CODE = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'];
const JEST = [...CODE, 'json'].map((extension) => `jest.config.${extension}`);
const VITEST = CODE.map((extension) => `vitest.config.${extension}`);
/** A list of projects; newer versions of vitest take it as `test.projects`. */
const WORKSPACE = [...CODE, 'json'].map((extension) => `vitest.workspace.${extension}`);
const VITE = CODE.map((extension) => `vite.config.${extension}`);

/** Place of a folder's settings. */
export interface FoundSettings {
  runner: 'jest' | 'vitest';
  /** Name for people: `jest.config.ts`, `package.json`. */
  source: string;
  /** A file to be evaluated or parsed; absent: the settings are `value`. */
  path?: string;
  value?: unknown;
  /** Given on the command line of the test script, which comes before all files. */
  environment?: string;
}

interface Script {
  runner?: 'jest' | 'vitest' | 'react-scripts';
  config?: string;
  environment?: string;
}

const RUNNER = /(?:^|[\s/;&|"'])(jest|vitest|react-scripts test)(?:\.m?js)?(?=$|[\s;&|"'])([^;&|]*)/;

const CONFIG_OPTION = /(?:^|\s)(?:--config|-c)[= ]["']?([^\s"']+)/;
const JEST_ENVIRONMENT = /(?:^|\s)--env[= ]["']?([^\s"']+)/;
const VITEST_ENVIRONMENT = /(?:^|\s)--environment[= ]["']?([^\s"']+)/;

/** Test script of package.json: its runner, and options that name a configuration. */
export function readScript(script: string): Script {
  const [, name, options = ''] = RUNNER.exec(script.slice(0, 2_000)) ?? [];
  if (name === undefined) return {};
  return {
    runner: name.startsWith('react') ? 'react-scripts' : (name as 'jest' | 'vitest'),
    config: CONFIG_OPTION.exec(options)?.[1],
    environment: (name === 'vitest' ? VITEST_ENVIRONMENT : JEST_ENVIRONMENT).exec(options)?.[1],
  };
}

function within(folder: string, names: readonly string[]): string[] {
  return names.map((name) => (folder === '' ? name : `${folder}/${name}`));
}

function hasDependency(manifest: Settings | undefined, name: string): boolean {
  return ['dependencies', 'devDependencies'].some((kind) => name in (settings(manifest?.[kind]) ?? {}));
}

function named(tree: ConfigTree, folder: string, script: Script): FoundSettings | undefined {
  const path = script.config === undefined ? undefined : toPath(script.config, folder);
  if (path === undefined || !tree.has(path) || script.runner === undefined) return undefined;
  return { runner: script.runner === 'vitest' ? 'vitest' : 'jest', source: path, path };
}

function jestOf(tree: ConfigTree, folder: string, manifest: Settings | undefined): FoundSettings | undefined {
  const path = tree.first(within(folder, JEST));
  if (path !== undefined) return { runner: 'jest', source: path, path };
  const value = manifest?.jest;
  const [source = ''] = within(folder, ['package.json']);
  const elsewhere = text(value);
  if (elsewhere !== undefined) {
    const target = toPath(elsewhere, folder);
    return target !== undefined && tree.has(target)
      ? { runner: 'jest', source: target, path: target }
      : undefined;
  }
  return settings(value) ? { runner: 'jest', source, value } : undefined;
}

/** A vite configuration speaks of tests only where it has a key `test`. */
function vitestOf(tree: ConfigTree, folder: string, used: boolean): FoundSettings | undefined {
  const own = tree.first(within(folder, [...WORKSPACE, ...VITEST]));
  if (own !== undefined) return { runner: 'vitest', source: own, path: own };
  const shared = tree.first(within(folder, VITE));
  if (shared === undefined) return undefined;
  const speaks = used || /\btest\s*:/.test(tree.text(shared) ?? '');
  return speaks ? { runner: 'vitest', source: shared, path: shared } : undefined;
}

/** Settings of a folder; undefined where it has none of its own. */
export function findSettings(tree: ConfigTree, folder: string): FoundSettings | undefined {
  const [manifestPath = ''] = within(folder, ['package.json']);
  const manifest = settings(tree.json(manifestPath));
  const script = readScript(text(settings(manifest?.scripts)?.test) ?? '');
  const given = script.environment === undefined ? {} : { environment: script.environment };
  const jest = jestOf(tree, folder, manifest);
  const usesVitest = script.runner === 'vitest' || (!script.runner && hasDependency(manifest, 'vitest'));
  const vitest = vitestOf(tree, folder, usesVitest && !jest);
  const preferred = usesVitest ? (vitest ?? jest) : (jest ?? vitest);
  const found = named(tree, folder, script) ?? preferred;
  if (found) return { ...found, ...given };
  if (script.runner === 'react-scripts') {
    return { runner: 'jest', source: manifestPath, value: CREATE_REACT_APP, ...given };
  }
  if (usesVitest && !hasDependency(manifest, 'jest')) {
    return { runner: 'vitest', source: manifestPath, value: {}, ...given };
  }
  return 'environment' in given ? { runner: 'jest', source: manifestPath, value: {}, ...given } : undefined;
}

/** Settings that react-scripts gives jest, as far as they matter here. */
const CREATE_REACT_APP = {
  roots: ['<rootDir>/src'],
  testEnvironment: 'jsdom',
  testMatch: [
    '<rootDir>/src/**/__tests__/**/*.{js,jsx,ts,tsx}',
    '<rootDir>/src/**/*.{spec,test}.{js,jsx,ts,tsx}',
  ],
  resetMocks: true,
};

const WORKSPACES = ['packages/*', 'apps/*', 'libs/*'];
const MAX_FOLDERS = 100;

/** True if a folder is what a pattern of package.json's `workspaces` names; `*` is one name, `**` any number. */
export function matchesFolder(pattern: readonly string[], folder: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return folder.length === 0;
  if (head === '**') {
    return matchesFolder(rest, folder) || (folder.length > 0 && matchesFolder(pattern, folder.slice(1)));
  }
  const [name, ...below] = folder;
  if (name === undefined) return false;
  const [before = '', after] = head.split('*');
  const fits =
    after === undefined
      ? name === head
      : name.startsWith(before) && name.endsWith(after) && name.length >= head.length - 1;
  return fits && matchesFolder(rest, below);
}

/** Folders of the tree that hold a file of one of the names and fit one of the patterns. */
export function foldersWith(
  tree: ConfigTree,
  names: ReadonlySet<string>,
  patterns: readonly string[],
): string[] {
  const split = patterns
    .slice(0, 100)
    .map((one) => one.split('/').filter((part) => part !== '' && part !== '.'));
  const safe = split.filter(
    (parts) => parts.length <= 10 && parts.filter((part) => part === '**').length <= 1,
  );
  const folders = new Set<string>();
  for (const path of tree.paths) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    if (!names.has(name) || parts.length > 12 || parts.includes('node_modules')) continue;
    if (safe.some((pattern) => matchesFolder(pattern, parts))) folders.add(parts.join('/'));
    if (folders.size >= MAX_FOLDERS) break;
  }
  return [...folders].sort();
}

export const CONFIG_FILES: ReadonlySet<string> = new Set([
  ...JEST,
  ...VITEST,
  ...WORKSPACE,
  ...VITE,
  'package.json',
]);

/** Folders of a workspace's packages. */
export function workspaceFolders(tree: ConfigTree): string[] {
  const manifest = settings(tree.json('package.json'));
  const workspaces = manifest?.workspaces;
  const patterns = Array.isArray(workspaces) ? workspaces : settings(workspaces)?.packages;
  const listed = Array.isArray(patterns) ? patterns.flatMap((one) => text(one) ?? []) : WORKSPACES;
  return foldersWith(tree, new Set(['package.json']), listed);
}
