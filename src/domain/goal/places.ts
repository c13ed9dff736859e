import { checkPath, type PathProblem } from '../files/paths';
import type { Saying } from '../saying';
import type { GoalWords } from './words';

/**
 * A goal works on one tree that holds each root as a folder named by its number: `0/papers/a.pdf` is `papers/a.pdf` of
 * the first root. People see paths relative to the first root, and absolute ones in the others.
 */
export interface RootPath {
  root: number;
  /** Inside of the root; the root itself is the empty path. */
  path: string;
}

/** Path in the run's tree. */
export function treePath({ root, path }: RootPath): string {
  return path === '' ? String(root) : `${root}/${path}`;
}

/** RootPath of a path in the run's tree. */
export function placeOf(inTree: string): RootPath {
  const slash = inTree.indexOf('/');
  if (slash < 0) return { root: Number(inTree), path: '' };
  return { root: Number(inTree.slice(0, slash)), path: inTree.slice(slash + 1) };
}

/** Reason why a path of a plan names no place. */
export type NoPlace = { problem: Saying<Pick<GoalWords['files'], 'outside' | 'inNoRoot' | 'badPath'>> };

/** The place that a path of a plan names, or why it names none. `roots` are real paths. */
export function findPlace(roots: readonly string[], given: string): RootPath | NoPlace {
  const normal = normalised(given);
  if (normal === undefined) return { problem: ['outside', JSON.stringify(given), listed(roots)] };
  if (!normal.startsWith('/')) return checked({ root: 0, path: normal });
  const fitting = roots
    .map((root, index) => ({ root: index, length: root.length, inside: insideOf(root, normal) }))
    .filter(({ inside }) => inside !== undefined)
    .sort((a, b) => b.length - a.length);
  const [best] = fitting;
  if (best?.inside === undefined) return { problem: ['inNoRoot', JSON.stringify(given), listed(roots)] };
  return checked({ root: best.root, path: best.inside });
}

/** Real path of a path of a run's tree, as long as nobody moves its folders. */
export function realPlace(roots: readonly string[], inTree: string): string {
  const { root, path } = placeOf(inTree);
  const top = roots[root] ?? '';
  return path === '' ? top : `${top}/${path}`;
}

/** A place as people see it. */
export function shownPlace(roots: readonly string[], { root, path }: RootPath): string {
  if (root === 0) return path === '' ? '.' : path;
  const top = roots[root] ?? '';
  return path === '' ? top : `${top}/${path}`;
}

/** Folders of people hold names that no project has, with backslashes or bytes that are no text: only these are refused. */
const REFUSED: ReadonlySet<PathProblem['name']> = new Set([
  'nul',
  'name-too-long',
  'path-too-long',
  'git-internals',
]);

function checked(place: RootPath): RootPath | NoPlace {
  const problem = place.path === '' ? undefined : checkPath(place.path);
  return problem && REFUSED.has(problem.name) ? { problem: ['badPath', problem.message] } : place;
}

/** The path without `.`, `..` and double slashes; undefined where it leads above its start. */
function normalised(given: string): string | undefined {
  const parts: string[] = [];
  for (const part of given.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return `${given.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

function insideOf(root: string, path: string): string | undefined {
  if (path === root) return '';
  const folder = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : undefined;
}

function listed(roots: readonly string[]): string {
  return roots.join(', ');
}
