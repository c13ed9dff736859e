/** The settings of one place, and of the projects that they name. */
import type { ProjectConfig, CompilerConfig } from '../../domain/verification/test-config';
import { readCompiler } from './compiler';
import { evaluate, type EvaluateDeps, type Evaluation } from './evaluate';
import { CONFIG_FILES, findSettings, foldersWith, type FoundSettings } from './find';
import { jestProject, rootDirOf, withPreset, type SettingsPlace } from './jest';
import { WAY_OUT, type Notes, entries, list, settings, text, type Settings } from './values';
import { dirname, join, toPath } from './paths';
import { ConfigTree } from './tree';
import { vitestProject } from './vitest';

/** Settings of babel for JSX and decorators: jest's own transform follows them. */
const CODE = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];
const FILES = [
  ...[...CODE, 'json'].map((extension) => `babel.config.${extension}`),
  ...['js', 'cjs', 'mjs', 'json'].map((extension) => `.babelrc.${extension}`),
];

interface BabelDeps extends EvaluateDeps {
  tree: ConfigTree;
}

async function readBabel({ tree, ...deps }: BabelDeps, folder: string): Promise<Settings | undefined> {
  const prefixes = folder === '' ? [''] : [`${folder}/`, ''];
  const path = tree.first(prefixes.flatMap((prefix) => FILES.map((name) => prefix + name)));
  if (path?.endsWith('.json')) return settings(tree.json(path));
  if (path !== undefined) {
    const evaluated = await evaluate(tree, path, deps);
    return 'value' in evaluated ? settings(evaluated.value) : undefined;
  }
  const plain = await tree.asset('.babelrc');
  if (plain !== undefined) return settings(tree.parse('.babelrc', plain));
  return settings(settings(tree.json('package.json'))?.babel);
}

/** Presets and plugins by name, each with its options; those for tests come last. */
function parts(config: Settings): { name: string; options: Settings }[] {
  const forTests = settings(settings(config.env)?.test);
  return [config, ...(forTests ? [forTests] : [])].flatMap((level) =>
    [...(list(level.presets) ?? []), ...(list(level.plugins) ?? [])].flatMap((part) => {
      const [name, options] = list(part) ?? [part];
      return text(name) === undefined ? [] : [{ name: String(name), options: settings(options) ?? {} }];
    }),
  );
}

/** Adds babel's settings to those of the compiler, which does not read them. */
async function withBabel(deps: BabelDeps, folder: string, compiler: CompilerConfig): Promise<CompilerConfig> {
  const config = await readBabel(deps, folder);
  if (!config) return compiler;
  const found = { ...compiler };
  for (const { name, options } of parts(config)) {
    if (/(?:^|\/)(?:preset-)?react$|plugin-transform-react-jsx$/.test(name)) {
      const runtime = text(options.runtime);
      found.jsx = runtime === 'automatic' ? 'automatic' : 'classic';
      found.jsxImportSource = text(options.importSource) ?? found.jsxImportSource;
      found.jsxPragma = text(options.pragma) ?? found.jsxPragma;
      found.jsxFragmentPragma = text(options.pragmaFrag) ?? found.jsxFragmentPragma;
    } else if (/^next\/babel$|preset-expo$/.test(name)) {
      found.jsx = 'automatic';
    } else if (/proposal-decorators$/.test(name)) {
      found.experimentalDecorators = options.legacy === true || options.version === 'legacy';
    }
  }
  return found;
}

export interface ReadDeps extends EvaluateDeps {
  tree: ConfigTree;
  notes: Notes;
}

export interface Raw {
  found: FoundSettings;
  settings: Settings;
  folder: string;
  /** Packages that the configuration loads. */
  packages: ReadonlySet<string>;
}

/** Projects of one configuration; more are not read. */
const MAX_PROJECTS = 60;

const NONE: ReadonlySet<string> = new Set();

function noteUnread(deps: ReadDeps, path: string, reason: string): void {
  deps.notes.add(
    `${path} can not be evaluated in the sandbox (${reason}), so the settings in it have no effect: ${WAY_OUT}`,
  );
}

async function load(deps: ReadDeps, path: string): Promise<Evaluation> {
  if (!path.endsWith('.json')) return evaluate(deps.tree, path, deps);
  const value = deps.tree.json(path);
  return value === undefined ? { packages: NONE, reason: 'it is not JSON' } : { packages: NONE, value };
}

/** Reads what was found; settings that cannot be had are empty ones, with a note. */
export async function readRaw(deps: ReadDeps, found: FoundSettings): Promise<Raw> {
  const folder = dirname(found.path ?? found.source);
  if (found.path === undefined) {
    return { found, folder, settings: settings(found.value) ?? {}, packages: NONE };
  }
  const loaded = await load(deps, found.path);
  const read = 'value' in loaded ? unwrapped(found, loaded.value) : undefined;
  if (!read) noteUnread(deps, found.path, 'reason' in loaded ? loaded.reason : 'it exports no settings');
  return { found, folder, settings: read ?? {}, packages: loaded.packages };
}

/** A workspace file of vitest is a list of projects; a package.json that is named as the file holds a key `jest`. */
function unwrapped(found: FoundSettings, value: unknown): Settings | undefined {
  if (Array.isArray(value)) return { test: { projects: value } };
  const read = settings(value);
  return found.path?.endsWith('package.json') ? settings(read?.jest) : read;
}

const BUILT_IN_PRESETS = /^ts-jest(\/presets\/.*)?$/;
const PRESET_FILES = [
  'jest-preset.js',
  'jest-preset.json',
  'jest-preset.cjs',
  'jest-preset.mjs',
  'jest-preset.ts',
];

/** Evaluates a preset: a file of the tree, else a package. */
async function loadPreset(deps: ReadDeps, name: string, rootDir: string): Promise<Evaluation> {
  const path = /^(<rootDir>|\.|\/)/.test(name) ? toPath(name, rootDir) : undefined;
  if (path !== undefined) {
    const file = deps.tree.first([
      ...PRESET_FILES.map((one) => `${path}/${one}`),
      path,
      ...PRESET_FILES.map((one) => path + one.slice(11)),
    ]);
    return file === undefined ? { packages: NONE, reason: 'it is not there' } : load(deps, file);
  }
  const file = join(rootDir, 'kintsugi-preset.cjs') ?? '';
  const source = `module.exports = require(${JSON.stringify(`${name}/jest-preset`)});`;
  return evaluate(new ConfigTree(new Map([[file, source]])), file, deps);
}

async function presetOver(deps: ReadDeps, raw: Raw): Promise<Settings> {
  const name = text(raw.settings.preset);
  if (name === undefined || BUILT_IN_PRESETS.test(name)) return raw.settings;
  const loaded = await loadPreset(deps, name, rootDirOf(raw.settings, raw.folder));
  const preset = 'value' in loaded ? settings(loaded.value) : undefined;
  if (preset) return withPreset(raw.settings, preset);
  const reason = 'reason' in loaded ? loaded.reason : 'its package can not be loaded';
  deps.notes.add(`The preset "${name}" of ${raw.found.source} can not be read (${reason}): ${WAY_OUT}`);
  return raw.settings;
}

/** Tools of a configuration that turn JSX into calls of the automatic runtime, regardless of tsconfig.json. */
const AUTOMATIC = /^(next\/jest|@vitejs\/plugin-react|react-scripts)/;

/** jest's own transform, unless the settings name another. */
function usesBabel(raw: Raw, given: Settings): boolean {
  if (raw.found.runner !== 'jest' || text(given.preset)?.startsWith('ts-jest')) return false;
  const tools = entries(given.transform).map(([, value]) => text(list(value)?.[0] ?? value) ?? '');
  return tools.length === 0 || tools.some((tool) => tool.includes('babel-jest'));
}

async function withCompiler(
  deps: ReadDeps,
  raw: Raw,
  given: Settings,
  project: ProjectConfig,
): Promise<ProjectConfig> {
  const written = await readCompiler(deps.tree, deps.packages, project.rootDir, given);
  const compiler = usesBabel(raw, given) ? await withBabel(deps, project.rootDir, written) : written;
  const esbuild = settings(given.esbuild);
  const jsx = text(esbuild?.jsx);
  if (jsx === 'automatic' || jsx === 'preserve') compiler.jsx = jsx;
  compiler.jsxImportSource = text(esbuild?.jsxImportSource) ?? compiler.jsxImportSource;
  compiler.jsxPragma = text(esbuild?.jsxFactory) ?? compiler.jsxPragma;
  compiler.jsxFragmentPragma = text(esbuild?.jsxFragment) ?? compiler.jsxFragmentPragma;
  const automatic = [...raw.packages].some((name) => AUTOMATIC.test(name));
  if (automatic && compiler.jsx !== 'classic') compiler.jsx = 'automatic';
  const { environment } = raw.found;
  return { ...project, compiler, ...(environment === undefined ? {} : { environment }) };
}

export async function readProject(deps: ReadDeps, raw: Raw): Promise<ProjectConfig> {
  const place: SettingsPlace = {
    source: raw.found.source,
    folder: raw.folder,
    has: (path) => deps.tree.has(path),
  };
  if (raw.found.runner === 'vitest') {
    return withCompiler(deps, raw, raw.settings, vitestProject(raw.settings, place, deps.notes));
  }
  const given = await presetOver(deps, raw);
  return withCompiler(deps, raw, given, jestProject(given, place, deps.notes));
}

function projectList(raw: Raw): unknown[] {
  const test = settings(raw.settings.test);
  const given = raw.found.runner === 'vitest' ? (test?.projects ?? test?.workspace) : raw.settings.projects;
  return list(given) ?? [];
}

/** Settings that an inline project extends. Undefined: none; with jest it never has any. */
async function baseOf(deps: ReadDeps, raw: Raw, own: Settings): Promise<Settings | undefined> {
  if (raw.found.runner !== 'vitest') return undefined;
  if (own.extends === true) return raw.settings;
  const path = toPath(text(own.extends) ?? '', raw.folder);
  if (text(own.extends) === undefined || path === undefined || !deps.tree.has(path)) return undefined;
  return (await readRaw(deps, { runner: 'vitest', source: path, path })).settings;
}

async function inline(deps: ReadDeps, raw: Raw, own: Settings): Promise<Raw> {
  const base = await baseOf(deps, raw, own);
  if (!base) return { ...raw, settings: own };
  const shared = entries(base.test).filter(([name]) => name !== 'projects' && name !== 'workspace');
  const test = { ...Object.fromEntries(shared), ...settings(own.test) };
  return { ...raw, settings: { ...base, ...own, test } };
}

/** Folders and files named by a project; globs end at folders or at configuration files. */
function placesOf(deps: ReadDeps, raw: Raw, written: string): { folder: string; file?: string }[] {
  const path = toPath(written, rootDirOf(raw.settings, raw.folder));
  if (path === undefined) return [];
  if (!/[*{[]/.test(path))
    return deps.tree.has(path) ? [{ folder: dirname(path), file: path }] : [{ folder: path }];
  const last = path.slice(path.lastIndexOf('/') + 1);
  const folders = last.includes('.') ? dirname(path) : path;
  return foldersWith(deps.tree, CONFIG_FILES, [folders]).map((folder) => ({ folder }));
}

async function projectsAt(deps: ReadDeps, raw: Raw, written: string): Promise<ProjectConfig[]> {
  const { runner } = raw.found;
  const places = placesOf(deps, raw, written).slice(0, MAX_PROJECTS);
  return Promise.all(
    places.map(async ({ folder, file }) => {
      const found: FoundSettings =
        file !== undefined
          ? { runner, source: file, path: file }
          : (findSettings(deps.tree, folder) ?? { runner, source: raw.found.source, value: {} });
      const read = await readRaw(deps, found);
      // Settings that stand elsewhere, or nowhere, are still about this folder.
      return readProject(deps, { ...read, folder: file === undefined ? folder : read.folder });
    }),
  );
}

export async function readProjects(deps: ReadDeps, raw: Raw): Promise<ProjectConfig[]> {
  const projects: ProjectConfig[] = [];
  for (const one of projectList(raw).slice(0, MAX_PROJECTS)) {
    const written = text(one);
    const own = settings(one);
    if (own) projects.push(await readProject(deps, await inline(deps, raw, own)));
    else if (written !== undefined) projects.push(...(await projectsAt(deps, raw, written)));
  }
  if (projects.length === 0 && entries(raw.settings.projects).length > 0) {
    deps.notes.ignored(raw.found.source, 'projects');
  }
  return projects.slice(0, MAX_PROJECTS);
}
