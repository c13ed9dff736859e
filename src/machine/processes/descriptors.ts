import { readdirSync, readFileSync } from 'node:fs';

/** First descriptor that no process gets unless it is meant to. */
export const FIRST_SEALED = 3;
const O_CLOEXEC = 0o2000000;

const FOLDERS = { linux: '/proc/self/fd', other: '/dev/fd' };

/** Open descriptors of this process from 3 on, the one that lists them included. */
export function openDescriptors(): number[] {
  const folder = process.platform === 'linux' ? FOLDERS.linux : FOLDERS.other;
  return readdirSync(folder)
    .map(Number)
    .filter((fd) => fd >= FIRST_SEALED)
    .sort((a, b) => a - b);
}

/** Open descriptors that a new process would inherit; where the system does not tell, all that are open. */
export function inheritable(): number[] {
  return process.platform === 'linux' ? openDescriptors().filter(isInherited) : openDescriptors();
}

/** False also for one that was closed meanwhile. */
function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return flags === undefined || (parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    return false;
  }
}
