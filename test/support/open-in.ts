import { readdirSync, readlinkSync } from 'node:fs';

/** Files that this process has open in a folder and below it. */
export function openIn(folder: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path === folder || path.startsWith(`${folder}/`));
}
