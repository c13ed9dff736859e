import type { CommandCheck } from '../../domain/verification/verification';
import type { FoundCheck } from '../../domain/verification/detected';

/** A project as detection sees it. */
export interface Project {
  /** Files of the tree, sorted. */
  paths: readonly string[];
  /** Text of a file of the tree that can say how it is tested; undefined for others. */
  text(path: string): string | undefined;
  /** Text of a file that is installed in the directory (`node_modules/mocha/package.json`); undefined where it is not. */
  installed(path: string): string | undefined;
}

/** A part of a project's tests, as a row of the table finds it. */
export interface DetectedCheck extends Omit<FoundCheck, 'by'> {
  /** Absent: it is named, and not run. */
  check?: CommandCheck;
  /** Test files in the tree, where they are known. */
  files?: readonly string[];
  /** The sandbox can run its tests too. */
  inSandbox?: true;
  /**
   * `step`: a call of the project's test command that runs no tests, such as a compiler. `whole`: that command, where it does more than
   * to call one runner.
   */
  role?: 'step' | 'whole';
}

export function inFolder(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** The path as seen from a folder; undefined where it does not lie in it. */
export function within(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folders that hold a file of one of the names, the outermost first. Vendored and example data are nobody's projects. */
export function foldersWith(project: Project, names: readonly string[]): string[] {
  const found = project.paths.filter((path) => names.includes(nameOf(path)) && !FOREIGN.test(path));
  return [...new Set(found.map(folderOf))].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

export const FOREIGN = /(?:^|\/)(?:vendor|third_party|testdata|fixtures?|__fixtures__|node_modules)\//;

/** Those that lie in no other of them. */
export function outermost(folders: readonly string[]): string[] {
  return folders.filter((one) => !folders.some((other) => other !== one && isIn(one, other)));
}

export function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function depth(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

/** Names of files that detection reads, beside the modules of the sandbox. */
export const READ_BY_DETECTION =
  /(?:^|\/)(?:\.mocharc[.\w]*|\.borp\.ya?ml|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|requirements[\w-]*\.txt|manage\.py|deno\.jsonc?|Pipfile|poetry\.lock|uv\.lock|conftest\.py|__init__\.py|go\.(?:mod|work)|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|GNUmakefile|[Mm]akefile|\.?[Jj]ustfile|pnpm-(?:workspace|lock)\.yaml|yarn\.lock)$|(?:^|\/)(?:tests?|test_[^/]*|[^/]*_tests?)\.py$/;
