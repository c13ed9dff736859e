/** Throughput of two children against one, and the parent's memory over many runs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Sandbox } from '../../src/activities/sandbox/types';
import { runOnce } from './single';
import { median, slope, timed } from './statistics';

function batch(sandbox: Sandbox, size: number): Promise<number> {
  return timed(() => Promise.all(Array.from({ length: size }, () => runOnce(sandbox))));
}

/** How many times as many runs two children do as one: median of pairs. */
export async function measureScaling(
  one: Sandbox,
  two: Sandbox,
  options: { pairs: number; size: number },
): Promise<number> {
  await batch(one, 20);
  await batch(two, 40);
  const ratios: number[] = [];
  for (let pair = 0; pair < options.pairs; pair++) {
    const alone = await batch(one, options.size);
    ratios.push(alone / (await batch(two, options.size)));
  }
  return median(ratios);
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
  const step = Math.max(1, Math.floor(runs / 40));
  const points: { x: number; heap: number; resident: number }[] = [];
  for (let done = 0; done < runs; done += step) {
    await Promise.all(Array.from({ length: step }, () => runOnce(sandbox)));
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
