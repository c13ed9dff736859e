/** What a heavy folder is for; it decides what a checkout gets in its place. */
export type HeavyKind = 'dependencies' | 'output' | 'cache' | 'history';

/** A folder that is not captured. `beside` narrows the rule to places that hold one of these files. */
export interface HeavyFolder {
  name: string;
  kind: HeavyKind;
  reason: string;
  beside?: readonly string[];
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

/** The whole rule: what stands in no row is captured. */
export const HEAVY_FOLDERS: readonly HeavyFolder[] = [
  { name: 'node_modules', kind: 'dependencies', reason: 'installed packages' },
  { name: 'bower_components', kind: 'dependencies', reason: 'installed packages' },
  { name: '.venv', kind: 'dependencies', reason: 'a Python environment' },
  { name: 'venv', kind: 'dependencies', reason: 'a Python environment' },
  { name: 'dist', kind: 'output', reason: 'build output', beside: MANIFESTS },
  { name: 'build', kind: 'output', reason: 'build output', beside: MANIFESTS },
  { name: 'out', kind: 'output', reason: 'build output', beside: MANIFESTS },
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

const BY_NAME = new Map(HEAVY_FOLDERS.map((rule) => [rule.name, rule]));

/** The rule that keeps a folder from being captured, given the names beside it; undefined where it is captured. */
export function heavyFolder(name: string, siblings: ReadonlySet<string>): HeavyFolder | undefined {
  const rule = BY_NAME.get(name);
  if (!rule) return undefined;
  return !rule.beside || rule.beside.some((file) => siblings.has(file)) ? rule : undefined;
}
