import { readdirSync, readlinkSync } from 'node:fs';

/** What this process has open of a folder and below it. */
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
