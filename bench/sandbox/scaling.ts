/** Throughput on all cores against one, and the parent's memory over many runs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Sandbox } from '../../src/sandbox/types';
import { openLane } from './lane';
import { runOnce } from './single';
import { median, slope } from '../statistics';

/**
 * How many times as many runs all cores do as one: median of pairs. Each side is a process of its own, one of them held to a
 * core: to compare numbers of children would not do, since a child that waits makes its next isolate on the other core.
 * Undefined where processes can't be held to a core.
 */
export async function measureScaling(options: { pairs: number; size: number }): Promise<number | undefined> {
  const one = openLane('one core');
  const all = openLane('all cores');
  try {
    if (!one) return undefined;
    await one.batch(20);
    await all?.batch(40);
    const ratios: number[] = [];
    for (let pair = 0; all && pair < options.pairs; pair++) {
      const alone = await one.batch(options.size);
      ratios.push(alone / (await all.batch(options.size)));
    }
    return median(ratios);
  } finally {
    one?.close();
    all?.close();
  }
}

export interface MemoryUse {
  runs: number;
  /** Bytes of live objects gained in 1,000 runs. */
  heapPerThousand: number;
  /** Difference between the largest and the smallest heap after the warm-up, and the same of resident memory, MiB. */
  heapRangeMb: number;
  residentRangeMb: number;
}

const MIB = 1024 * 1024;

function collector(): () => void {
  setFlagsFromString('--expose_gc');
  return runInNewContext('gc') as () => void;
}

/** Memory of this process, which holds the supervisor, over many runs; the first tenth is warm-up. */
export async function measureMemory(sandbox: Sandbox, runs: number): Promise<MemoryUse> {
  const collect = collector();
  const chunk = Math.max(1, Math.floor(runs / 40));
  const points: { x: number; heap: number; resident: number }[] = [];
  for (let done = 0; done < runs; done += chunk) {
    await Promise.all(Array.from({ length: chunk }, () => runOnce(sandbox)));
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    if (done >= runs / 10) points.push({ x: done, heap: heapUsed, resident: rss });
  }
  const range = (values: number[]): number => (Math.max(...values) - Math.min(...values)) / MIB;
  return {
    runs,
    heapPerThousand: slope(points.map(({ x, heap }) => ({ x, y: heap }))) * 1_000,
    heapRangeMb: range(points.map(({ heap }) => heap)),
    residentRangeMb: range(points.map(({ resident }) => resident)),
  };
}
