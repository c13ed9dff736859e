/** A process of its own that runs batches of the small test file, on one core or on all. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createSandbox } from '../../src/sandbox';
import { runOnce } from './single';
import { timed } from '../statistics';

/** Argument by which a benchmark knows that it is to serve as a lane. */
export const LANE = '--lane';

export interface Lane {
  /** ms for so many runs, as many at a time as there are cores. */
  batch(size: number): Promise<number>;
  close(): void;
}

/** A core that this process may use; undefined where the system does not say or has no way to hold a process to it. */
function firstCore(): string | undefined {
  try {
    const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    return spawnSync('taskset', ['-V']).status === 0 ? core : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a lane; undefined where there is no way to hold it to one core. */
export function openLane(cores: 'one core' | 'all cores'): Lane | undefined {
  const core = firstCore();
  if (core === undefined) return undefined;
  const self = [process.execPath, process.argv[1] ?? '', LANE];
  const [command = '', ...args] = cores === 'one core' ? ['taskset', '-c', core, ...self] : self;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    batch: async (size) => {
      child.stdin.write(`${size}\n`);
      const { value } = (await lines.next()) as { value?: string };
      if (value === undefined) throw new Error('The lane ended before its batch was through.');
      return Number(value);
    },
    close: () => child.stdin.end(),
  };
}

/** Serves as a lane until there are no more questions. */
export async function serveLane(): Promise<void> {
  const sandbox = createSandbox();
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const runs = Array.from({ length: Number(line) });
      process.stdout.write(`${await timed(() => Promise.all(runs.map(() => runOnce(sandbox))))}\n`);
    }
  } finally {
    await sandbox.close();
  }
}
