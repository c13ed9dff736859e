import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PREFIX = 'kintsugi-';
/** A group can be removed when the last of its processes has ended. */
const REMOVE_MS = 5_000;
const POLL_MS = 50;

/** A control group, in which the kernel itself bounds how many tasks (processes and their threads) there are. */
export interface TaskGroup {
  /** A process that writes its pid here is in the group, with all that it starts. */
  procs: string;
  /** Resolves when it is gone, or will not go. */
  remove(): Promise<void>;
}

/** Makes a group for a command; undefined where this process may not make any. */
export function openTaskGroup(id: string, mostTasks: number): TaskGroup | undefined {
  if (process.platform !== 'linux') return undefined;
  for (const place of groupPlaces()) {
    const folder = join(place, PREFIX + id);
    if (isMade(folder, mostTasks))
      return { procs: join(folder, 'cgroup.procs'), remove: () => remove(folder) };
  }
  return undefined;
}

/** Removes the groups that killed processes left, where nothing runs in them any more. */
export function sweepTaskGroups(): void {
  for (const place of process.platform === 'linux' ? groupPlaces() : [])
    for (const name of namesIn(place)) if (name.startsWith(PREFIX)) isRemoved(join(place, name));
}

function isMade(folder: string, mostTasks: number): boolean {
  try {
    mkdirSync(folder);
    // Not there where the controller is not handed on to this place.
    if (existsSync(join(folder, 'pids.max'))) {
      writeFileSync(join(folder, 'pids.max'), String(mostTasks));
      return true;
    }
  } catch {
    // Not ours to make.
  }
  isRemoved(folder);
  return false;
}

async function remove(folder: string): Promise<void> {
  for (let waited = 0; !isRemoved(folder) && waited < REMOVE_MS; waited += POLL_MS) await delay(POLL_MS);
}

function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder);
  } catch {
    // Something is still in it, or it never was.
  }
  return !existsSync(folder);
}

/** Folders in which a group could be made: beside our own (the second version), or in it (the first). */
function groupPlaces(): string[] {
  const mounts = read('/proc/self/mountinfo')
    .split('\n')
    .map((line) => /^\S+ \S+ \S+ (\S+) (\S+) .* - (\S+) \S+ (\S+)$/.exec(line));
  return read('/proc/self/cgroup')
    .split('\n')
    .flatMap((line) => {
      const [, controllers = '', own = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
      const isSecond = line.startsWith('0::');
      if (!isSecond && !controllers.split(',').includes('pids')) return [];
      const mount = mounts.find((found) =>
        isSecond
          ? found?.[3] === 'cgroup2'
          : found?.[3] === 'cgroup' && found[4]?.split(',').includes('pids'),
      );
      const [, root = '/', point] = mount ?? [];
      if (point === undefined) return [];
      const folder = join(point, root !== '/' && own.startsWith(root) ? own.slice(root.length) : own);
      return isSecond && folder !== point ? [dirname(folder), folder] : [folder];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
