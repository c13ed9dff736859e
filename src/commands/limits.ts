import { totalmem } from 'node:os';

export interface CommandLimits {
  processes: number;
  /** Bytes in memory of all its processes together. */
  memoryBytes: number;
  /** Bytes by which the disk may fill while it runs; no file of it may be larger. */
  diskBytes: number;
}

/** Default limits: more than any honest check takes. */
const PROCESSES = 1_024;
const DISK_BYTES = 20e9;
const SHARE_OF_MEMORY = 0.75;

/** Generous limits: a check that meets one of them would have taken the machine down. */
export function defaultLimits(given: Partial<CommandLimits> = {}): CommandLimits {
  return {
    processes: given.processes ?? PROCESSES,
    memoryBytes: given.memoryBytes ?? Math.floor(totalmem() * SHARE_OF_MEMORY),
    diskBytes: given.diskBytes ?? DISK_BYTES,
  };
}

/** Above what it may have in memory a process may reserve this: runtimes reserve gigabytes that they never use. */
const RESERVED_BYTES = 4 * 1024 ** 3;
/** `ulimit -f` counts in these. */
const BLOCK_BYTES = 512;

/** The kernel counts threads, of which each process may have several; beyond this it makes no more of either. */
export function mostTasks({ processes }: CommandLimits): number {
  return 8 * processes;
}

/**
 * Shell that sets limits of the system and then becomes the command's shell. Shells name the limit of processes
 * differently. A limit that the system refuses stays as it is; the watch over all processes still holds. The system
 * counts processes by user, and `isolated` ones have a user of their own.
 */
export function limitedShell(command: string, limits: CommandLimits, isolated: boolean): string[] {
  const { memoryBytes, diskBytes } = limits;
  const reserved = Math.ceil((memoryBytes + RESERVED_BYTES) / 1024);
  const settings = [
    '-c 0',
    `-f ${Math.ceil(diskBytes / BLOCK_BYTES)}`,
    `-d ${reserved}`,
    ...(isolated ? [`-u ${mostTasks(limits)}`, `-p ${mostTasks(limits)}`] : []),
  ];
  const script = settings.map((setting) => `ulimit ${setting} 2>/dev/null`).join('; ');
  return ['sh', '-c', `${script}; exec sh -c "$1"`, 'sh', command];
}

/** A shell that puts itself into a group of tasks and becomes the program. */
export function inTaskGroup(procs: string, program: string, args: readonly string[]): [string, string[]] {
  return ['/bin/sh', ['-c', 'echo $$ 2>/dev/null > "$0"; exec "$@"', procs, program, ...args]];
}
