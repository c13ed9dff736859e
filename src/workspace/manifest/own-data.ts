import { sep } from 'node:path';
import { isPublishTemp } from '../publish/temp-names';

const KEPT = '.kintsugi-kept-';

/** Name of the folder, at the top of a file system, that holds what publishes of this user put aside. */
export function keptFolderName(): string {
  return `${KEPT}${process.geteuid?.() ?? 0}`;
}

/** True for names that are Kintsugi's own in any folder: no manifest lists them. */
export function isOwnName(name: string): boolean {
  return isPublishTemp(name) || /^\.kintsugi-kept-\d{1,10}$/.test(name);
}

/** True if one path is the other, or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
