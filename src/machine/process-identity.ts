import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { runProcessSync } from './processes';
import { sha256 } from './hash';

/** Names one process for good: pids are reused, start times within one boot are not. */
export const ProcessIdentity = z.object({
  pid: z.number().int().positive(),
  /** Opaque; compared as text. */
  startTime: z.string(),
  bootId: z.string(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

const TOOL_DEADLINE_MS = 5_000;

/** Identity of a running process; undefined where there is none, or only its zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: bootId() };
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= identify(process.pid);
  if (!own) throw new Error('this process has no start time that can be read');
  return own;
}

/** True if exactly that process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  return identify(identity.pid)?.startTime === identity.startTime;
}

/** Field 22 of the process's stat; its name, field 2, may hold spaces and brackets, so count after the last one. */
function linuxStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function psStartTime(pid: number): string | undefined {
  const line = outputOf('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
  return line === undefined || line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/** Undefined for a tool that fails or is not there. */
function outputOf(tool: string, args: string[]): string | undefined {
  const { status, stdout } = runProcessSync(tool, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeoutMs: TOOL_DEADLINE_MS,
  });
  return status === 0 ? stdout.trim() : undefined;
}

let boot: string | undefined;

function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const time = outputOf('sysctl', ['-n', 'kern.boottime']);
    return time === undefined ? 'unknown' : sha256(time).slice(0, 32);
  } catch {
    return 'unknown';
  }
}
