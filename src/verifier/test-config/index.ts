/** Settings that a project runs its tests with, read from its own configuration, never guessed from its tests. */
import { sha256 } from '../../machine/hash';
import { isTestFile } from '../../domain/verification/protected-paths';
import { type ProjectConfig, TestConfig } from '../../domain/verification/test-config';
import type { AssetSource, PackageSource, ProgramFiles, Sandbox } from '../../sandbox';
import { readCompiler } from './compiler';
import { findSettings, workspaceFolders } from './find';
import { Notes, WAY_OUT } from './values';
import { type ReadDeps, readProject, readProjects, readRaw } from './projects';
import { chooseTestFiles } from './select';
import { ConfigTree, isUnchanged } from './tree';

export interface TestConfigDeps {
  /** Evaluates what is code. */
  sandbox: Pick<Sandbox, 'runFunction'>;
  /** The packages that the project has installed, for settings that build on them. */
  packages?: PackageSource;
  /** Files of the tree that are no modules. */
  assets?: AssetSource;
  signal?: AbortSignal;
}

/** Sentences that a run carries; what is beyond is of the same kind. */
const MAX_NOTES = 20;

/**
 * Reads how a project runs its tests. Configuration that can't be read, or has no equal in the sandbox, becomes a note.
 * Rejects only if the signal aborts or the sandbox is closed.
 */
export async function readTestConfig(files: ProgramFiles, deps: TestConfigDeps): Promise<TestConfig> {
  return readTree(new ConfigTree(files, deps.assets), deps);
}

async function readTree(tree: ConfigTree, given: TestConfigDeps): Promise<TestConfig> {
  const deps: ReadDeps = { ...given, tree, notes: new Notes() };
  const found = findSettings(tree, '');
  const raw = found && (await readRaw(deps, found));
  const root = raw && (await readProject(deps, raw));
  const projects = raw ? await readProjects(deps, raw) : await workspaceProjects(deps);
  const compiler = root?.compiler ?? (await readCompiler(tree, deps.packages, ''));
  const config = TestConfig.parse({ ...root, compiler, projects });
  const chosen = await withTestFiles(config, deps, raw !== undefined);
  const readFrom = [...tree.seen].filter(([, text]) => text !== undefined).map(([path]) => path);
  return { ...chosen, readFrom: readFrom.sort(), notes: deps.notes.all.slice(0, MAX_NOTES) };
}

/** Packages of a workspace whose root says nothing of tests. */
async function workspaceProjects(deps: ReadDeps): Promise<ProjectConfig[]> {
  const found = workspaceFolders(deps.tree).flatMap((folder) => findSettings(deps.tree, folder) ?? []);
  return Promise.all(found.map(async (one) => readProject(deps, await readRaw(deps, one))));
}

/** Lets the settings choose the test files. Where there are projects, the whole has none of its own. */
async function withTestFiles(config: TestConfig, deps: ReadDeps, hasRoot: boolean): Promise<TestConfig> {
  const { projects } = config;
  if (!hasRoot && projects.length === 0) return config;
  const choosing = projects.length > 0 ? projects : [config];
  const chosen = await chooseTestFiles(choosing, deps.tree.paths, deps);
  if (!chosen) {
    deps.notes.add(`Choosing test files by the expressions of the configuration took too long: ${WAY_OUT}`);
    return config;
  }
  if (projects.length === 0) return { ...config, testFiles: chosen[0] ?? [] };
  const own = projects.map((project, index) => ({ ...project, testFiles: chosen[index] ?? [] }));
  return { ...config, projects: own, testFiles: hasRoot ? [] : outside(deps.tree.paths, projects) };
}

/** Test files by the usual names that lie in none of the projects. */
function outside(paths: Iterable<string>, projects: readonly ProjectConfig[]): string[] {
  const folders = projects.map(({ rootDir }) => (rootDir === '' ? '' : `${rootDir}/`));
  return [...paths].filter((path) => isTestFile(path) && !folders.some((folder) => path.startsWith(folder)));
}

/** Readings kept: every candidate of a run has the configuration of its base. */
const KEPT = 50;

interface Reading {
  paths: string;
  packages: PackageSource | undefined;
  /** Files that were read. The whole tree would keep all of its files alive. */
  looked: Pick<ConfigTree, 'seen' | 'seenAssets'>;
  config: TestConfig;
}

export type ReadConfig = (
  files: ProgramFiles,
  context?: Pick<TestConfigDeps, 'packages' | 'assets'>,
) => Promise<TestConfig>;

/** A reader that reads again only what changed. The same object is returned for the same settings. */
export function createTestConfigReader(deps: Pick<TestConfigDeps, 'sandbox'>): ReadConfig {
  const kept: Reading[] = [];
  return async (files, { packages, assets } = {}) => {
    const paths = sha256([...files.keys()].join('\n'));
    for (const reading of kept) {
      const same = reading.paths === paths && reading.packages === packages;
      if (same && (await isUnchanged(reading.looked, files, assets))) return reading.config;
    }
    const tree = new ConfigTree(files, assets);
    const config = await readTree(tree, { ...deps, packages, assets });
    const { seen, seenAssets } = tree;
    kept.unshift({ paths, packages, looked: { seen, seenAssets }, config });
    kept.splice(KEPT);
    return config;
  };
}
