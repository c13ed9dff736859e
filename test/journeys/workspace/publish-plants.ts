import type { Plant } from '../../support/plant-tree';

/** Two states of a directory that differ in every way that a publish can meet. */
export const BEFORE: Plant[] = [
  { path: 'edit.ts', text: 'old' },
  { path: 'gone.ts', text: 'gone' },
  { path: 'same.ts', text: 'same', mode: 0o600 },
  { path: 'mode.sh', text: 'x' },
  { path: 'link', link: 'same.ts' },
  { path: 'folder/deep/x', text: 'x' },
  { path: 'empty', dir: true },
  { path: 'to-folder', text: 'file' },
  { path: 'to-file/inner/y', text: 'y' },
  { path: 'to-link/z', text: 'z' },
];
export const AFTER: Plant[] = [
  { path: 'edit.ts', text: 'new' },
  { path: 'same.ts', text: 'same', mode: 0o600 },
  { path: 'mode.sh', text: 'x', mode: 0o755 },
  { path: 'link', link: 'edit.ts' },
  { path: 'added/deep/er/x', text: 'x', mode: 0o640 },
  { path: 'added/closed', dir: true, mode: 0o555 },
  { path: 'dangling', link: 'none' },
  { path: 'to-folder/a', text: 'a' },
  { path: 'to-file', text: 'file' },
  { path: 'to-link', link: '..' },
];
