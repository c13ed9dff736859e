import type { FileChange } from './workspace';

/** Paths that changes touch, each once: a renamed file is two. */
export function touchedPaths(changes: readonly Pick<FileChange, 'path' | 'renamedFrom'>[]): string[] {
  return [...new Set(changes.flatMap(({ path, renamedFrom }) => [path, renamedFrom ?? path]))];
}
