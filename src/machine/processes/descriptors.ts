import { openSync, readdirSync, readFileSync } from 'node:fs';

/** Descriptors that a new process is given: as Node's `stdio`, by their numbers. */
export type Given = 'ignore' | 'pipe' | 'inherit' | number;

/** First descriptor that no process gets unless it is meant to. */
const FIRST = 3;
const O_CLOEXEC = 0o2000000;

/** Open descriptors that a new process would inherit; where the system does not tell, all that are open. */
function inheritable(): number[] {
  const isLinux = process.platform === 'linux';
  const open = readdirSync(isLinux ? '/proc/self/fd' : '/dev/fd')
    .map(Number)
    .filter((fd) => fd >= FIRST);
  return isLinux ? open.filter(isInherited) : open;
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

let nothing: number | undefined;

/**
 * Descriptors to give a process so that it inherits `wanted` only. Node and SQLite close theirs on exec; what others have left open,
 * such as the shell that started this process, has an empty file put over it. Call it right before the start.
 */
export function nothingBut(wanted: readonly Given[]): Given[] {
  nothing ??= openSync('/dev/null', 'r+');
  const given = [...wanted];
  for (const fd of inheritable()) {
    if (fd < wanted.length) continue;
    while (given.length < fd) given.push('ignore');
    given[fd] = nothing;
  }
  return given;
}
