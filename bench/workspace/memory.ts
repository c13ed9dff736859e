/** Memory of this process while it captures a large tree. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { numbers } from './generate';

const MIB = 1024 * 1024;

/** Sizes of a project with data in it: many small files, some of some MiB, a few large ones. */
const SIZES = [...Array.from({ length: 60 }, () => 0.06), ...Array.from({ length: 6 }, () => 2), 40];

/** Writes files of `megabytes` in all, of bytes that differ from file to file; returns how many. */
export function generateLargeTree(root: string, megabytes: number): number {
  const next = numbers(7);
  const block = Buffer.from(Array.from({ length: MIB }, () => Math.floor(next() * 256)));
  let files = 0;
  for (let written = 0; written < megabytes; files++) {
    const size = SIZES[files % SIZES.length] ?? 1;
    const folder = path.join(root, `data${files % 40}`);
    mkdirSync(folder, { recursive: true });
    const bytes = Buffer.concat(Array.from({ length: Math.ceil(size) }, () => block));
    bytes.writeUInt32LE(files);
    writeFileSync(path.join(folder, `${files}.bin`), bytes.subarray(0, Math.ceil(size * MIB)));
    written += size;
  }
  return files;
}

/** Resident memory that is the process's own, MiB: mapped pages of the database do not count. */
function anonymousMb(): number {
  const found = /^RssAnon:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return Number(found?.[1] ?? NaN) / 1024;
}

/** MiB that it grew by at most beyond what it held before. */
export async function growth(work: () => Promise<unknown>): Promise<number> {
  const idle = anonymousMb();
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, anonymousMb())), 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return Math.max(peak, anonymousMb()) - idle;
}
