/** A tree of about 10,000 files and 60 MB with the shape of a source repository: many small files, some large ones. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = 500;
const FILES_PER_FOLDER = 20;

/** A small generator of pseudo-random numbers below 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS =
  'const let function return import export value index result total items name path await async if else for of'.split(
    ' ',
  );

function source(next: () => number, size: number): string {
  let text = '';
  while (text.length < size)
    text += `${WORDS[Math.floor(next() * WORDS.length)] ?? ''} ${next().toString(36).slice(2, 9)};\n`;
  return text;
}

/** Writes the tree; returns the paths of its files. */
export function generateTree(root: string, seed = 1): string[] {
  const next = numbers(seed);
  const files: string[] = [];
  for (let folder = 0; folder < FOLDERS; folder++) {
    const dir = path.join(`packages`, `p${folder % 25}`, `m${folder}`);
    mkdirSync(path.join(root, dir), { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file++) {
      const size = file === 0 ? 40_000 : 500 + Math.floor(next() * 8_000);
      const name = path.join(dir, `file${file}.ts`);
      writeFileSync(path.join(root, name), source(next, size));
      files.push(name);
    }
  }
  return files;
}
