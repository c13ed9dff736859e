import { ancestorPaths, baseName, parentPath } from './paths';

/** Purpose of a heavy folder. It decides what a checkout has in its place. */
export type HeavyKind = 'dependencies' | 'output' | 'cache' | 'history';

/** Contents of a checkout in the place of a heavy folder. */
export const IN_CHECKOUT: Record<HeavyKind, string> = {
  dependencies: 'yours, read-only, or a copy of it where bubblewrap is missing',
  output: 'an empty folder of its own',
  cache: 'nothing',
  history: 'nothing',
};

/** A folder that is not captured. `beside` narrows the rule to places that hold one of these files. */
export interface HeavyFolder {
  name: string;
  kind: HeavyKind;
  reason: string;
  beside?: readonly string[];
  /** Some projects keep sources under this name: where git tracks files in it, it is captured. */
  maybeSources?: true;
  /** True if the user asked for it; else it is built in. */
  chosen?: true;
}

const MANIFESTS = [
  'package.json',
  'tsconfig.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'build.gradle',
  'build.gradle.kts',
  'CMakeLists.txt',
  'Makefile',
  'pubspec.yaml',
] as const;

/** Built-in rules. A folder without a rule is captured. */
export const HEAVY_FOLDERS: readonly HeavyFolder[] = [
  { name: 'node_modules', kind: 'dependencies', reason: 'installed packages' },
  { name: 'bower_components', kind: 'dependencies', reason: 'installed packages' },
  { name: '.venv', kind: 'dependencies', reason: 'a Python environment' },
  { name: 'venv', kind: 'dependencies', reason: 'a Python environment' },
  { name: 'dist', kind: 'output', reason: 'build output', beside: MANIFESTS },
  { name: 'build', kind: 'output', reason: 'build output', beside: MANIFESTS, maybeSources: true },
  { name: 'out', kind: 'output', reason: 'build output', beside: MANIFESTS, maybeSources: true },
  { name: 'coverage', kind: 'output', reason: 'coverage reports', beside: MANIFESTS },
  { name: 'target', kind: 'output', reason: 'build output', beside: ['Cargo.toml', 'pom.xml', 'build.sbt'] },
  { name: '.next', kind: 'output', reason: 'build output' },
  { name: '.nuxt', kind: 'output', reason: 'build output' },
  { name: '.svelte-kit', kind: 'output', reason: 'build output' },
  { name: '__pycache__', kind: 'cache', reason: 'compiled Python' },
  { name: '.pytest_cache', kind: 'cache', reason: 'a cache of pytest' },
  { name: '.mypy_cache', kind: 'cache', reason: 'a cache of mypy' },
  { name: '.ruff_cache', kind: 'cache', reason: 'a cache of ruff' },
  { name: '.tox', kind: 'cache', reason: 'environments of tox' },
  { name: '.turbo', kind: 'cache', reason: 'a cache of turbo' },
  { name: '.parcel-cache', kind: 'cache', reason: 'a cache of parcel' },
  { name: '.gradle', kind: 'cache', reason: 'a cache of gradle' },
  { name: '.git', kind: 'history', reason: 'the history of git' },
  { name: '.hg', kind: 'history', reason: 'the history of Mercurial' },
  { name: '.svn', kind: 'history', reason: 'the history of Subversion' },
];

/** Folders that a user adds to the rules, and folders that are captured despite them: by name, or by path where git tracks them. */
interface NamedFolders {
  add: readonly string[];
  capture: readonly string[];
  tracked?: readonly string[];
}

export interface FolderRules {
  byName: ReadonlyMap<string, HeavyFolder>;
  /** Paths of folders that no built-in rule leaves out. */
  tracked: ReadonlySet<string>;
  /** Differs where the user's rules do; empty without any. */
  key: string;
}

/** Built-in rules with the user's additions and exceptions. A history is never captured. */
export function folderRules(given?: NamedFolders): FolderRules {
  const add = [...new Set(given?.add)].sort();
  const capture = [...new Set(given?.capture)].sort();
  const byName = new Map(HEAVY_FOLDERS.map((rule) => [rule.name, rule]));
  for (const name of capture) if (byName.get(name)?.kind !== 'history') byName.delete(name);
  for (const name of add) byName.set(name, chosenRule(name, byName.get(name)));
  // What the user leaves out stays out.
  const tracked = new Set(given?.tracked?.filter((path) => !add.includes(baseName(path))));
  const lists = [add, capture, [...tracked].sort()];
  return { byName, tracked, key: lists.every((list) => list.length === 0) ? '' : JSON.stringify(lists) };
}

/** A built-in rule that the user adds holds everywhere, not only beside certain files. */
function chosenRule(name: string, builtIn: HeavyFolder | undefined): HeavyFolder {
  const { kind, reason } = builtIn ?? { kind: 'output' as const, reason: 'a folder of your choice' };
  return { name, kind, reason, chosen: true };
}

const BUILT_IN = folderRules();

/** The rule that keeps a folder from being captured, given the names beside it; undefined where it is captured. */
export function heavyFolder(
  path: string,
  siblings: ReadonlySet<string>,
  rules: FolderRules = BUILT_IN,
): HeavyFolder | undefined {
  const rule = rules.byName.get(baseName(path));
  if (!rule || rules.tracked.has(path)) return undefined;
  return !rule.beside || rule.beside.some((file) => siblings.has(file)) ? rule : undefined;
}

/** Reason why a path is not in a tree that was captured by these rules: it is such a folder, or lies in one. `namesIn`: names in a folder of the tree. */
export async function leftOutReason(
  path: string,
  rules: FolderRules,
  namesIn: (folder: string) => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  for (const folder of [...ancestorPaths(path), path]) {
    if (!rules.byName.has(baseName(folder))) continue;
    const names = await namesIn(parentPath(folder));
    const rule = heavyFolder(folder, names, rules);
    // What the tree holds was captured: a manifest that makes it heavy may have come later.
    if (rule && !names.has(baseName(folder)))
      return `lies in ${folder}, which is not captured (${rule.reason})`;
  }
  return undefined;
}

/** Names of folders that git is asked about. What is tracked in `dist` is what a build made, as a rule. */
export const MAYBE_SOURCES: readonly string[] = HEAVY_FOLDERS.filter(({ maybeSources }) => maybeSources).map(
  ({ name }) => name,
);

/** Names of all other folders that are left out. */
export const NO_SOURCES: readonly string[] = HEAVY_FOLDERS.filter(({ maybeSources }) => !maybeSources).map(
  ({ name }) => name,
);
