/** Loads TypeScript into the child when a source needs it. It makes the process grow by tens of MB, once. */
import { createRequire } from 'node:module';
import { COMPILER_BYTES, COMPILER_WORK_BYTES } from '../memory';
import type { TypeScript } from './compile/typescript';
import { writeFrame } from './frames';

let bytes = 0;

/** Bytes by which the process may have grown for it: no program is charged for them. */
export function compilerBytes(): number {
  return bytes;
}

/** The parent is told first: its watch over memory and time would else end the child. */
export function loadTypeScript(file: string): TypeScript {
  const before = process.memoryUsage.rss();
  writeFrame({ t: 'compiler', state: 'loading', bytes: 0 });
  const api = createRequire(file)(file) as TypeScript;
  const peak = process.resourceUsage().maxRSS * 1024;
  bytes = Math.min(COMPILER_BYTES, Math.max(0, peak - before) + COMPILER_WORK_BYTES);
  writeFrame({ t: 'compiler', state: 'loaded', bytes });
  return api;
}
