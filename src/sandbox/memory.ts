/** How much memory a child may take. Parent (watches it) and child (looks back at its peak) agree on it here. */

const MIB = 1024 * 1024;

/** Room for young objects in an isolate, MiB. */
export const YOUNG_MIB = 8;

/** Young objects that may be there when a turn begins, bytes. */
export const YOUNG_AT_START = 4 * MIB;

/**
 * Name of V8's collector in a new context. The runtime takes it before any user code runs. The name can't be deleted,
 * so it is one that programs expect to be empty.
 */
export const COLLECT = 'gc';

/** MiB that a child may grow beyond its program's heap: young generation, code, texts on their way out. */
const OVERHEAD_MB = 64;

/** Bytes that a child may grow beyond what it held when idle, for a heap limit in MiB. */
export function allowedGrowth(heapMb: number): number {
  return (heapMb + OVERHEAD_MB) * MIB;
}

/** Bytes that a child may grow, once, by loading a compiler for sources that need it. */
export const COMPILER_BYTES = 256 * MIB;

/** Bytes that a compiler which is there already may take for its work. */
export const COMPILER_WORK_BYTES = 64 * MIB;

/** Bytes that a child may grow for each one it was sent: text, transpiled text, compiled code. */
export const BYTES_PER_SENT = 6;
