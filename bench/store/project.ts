import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Numbers that every run of the benchmark has the same of. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes a tree of `count` files like a project's: most are small, a few large, no two alike. Resolves to its bytes. */
export function writeProject(root: string, count: number): number {
  const random = numbers(7);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const folder = path.join(root, `p${index % 40}`, `s${index % 400}`);
    mkdirSync(folder, { recursive: true });
    // Between 150 B and 100 kB, 7 kB on average, half of them below 500 B.
    const size = Math.round(150 * Math.exp(6.5 * random() ** 2.5));
    const bytes = Buffer.alloc(size);
    for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), at);
    writeFileSync(path.join(folder, `f${index}.ts`), bytes);
    total += size;
  }
  return total;
}
