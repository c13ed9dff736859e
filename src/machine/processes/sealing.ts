import { openSync } from 'node:fs';
import { inheritable } from './descriptors';
import { loadForeignFunctions, nativeSealer, type ForeignFunctions, type NativeSealer } from './native';

/** Descriptors that a new process is given: as Node's `stdio`, by their numbers. */
export type Given = 'ignore' | 'pipe' | 'inherit' | number;

/** Keeps descriptors of this process from the processes that it starts. */
export interface Sealing {
  /** How it is done; `cover` where the C library cannot be called. */
  how: NativeSealer['how'] | 'cover';
  /** Reason why it can't be called. */
  reason?: string;
  /** Marks all descriptors above 2 as closed on exec, so that also what native code starts inherits none. */
  seal(): void;
  /** Descriptors to give a process so that it inherits `wanted` only. Call it right before the start. */
  give(wanted: readonly Given[]): Given[];
}

/** The way that works on this machine. */
export function createSealing(load: () => ForeignFunctions = loadForeignFunctions): Sealing {
  try {
    const { how, seal } = nativeSealer(load());
    const give = (wanted: readonly Given[]): Given[] => {
      seal();
      return [...wanted];
    };
    return { how, seal, give };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { how: 'cover', reason, seal: () => undefined, give: cover };
  }
}

let nothing: number | undefined;

/** Node puts what it is given over what would be inherited: so each of those becomes an empty file. */
function cover(wanted: readonly Given[]): Given[] {
  nothing ??= openSync('/dev/null', 'r+');
  const given = [...wanted];
  for (const fd of inheritable()) {
    if (fd < wanted.length) continue;
    while (given.length < fd) given.push('ignore');
    given[fd] = nothing;
  }
  return given;
}

let standing: Sealing | undefined;

/** The sealing of this process. */
export function sealing(): Sealing {
  return (standing ??= createSealing());
}

/** Marks what native code has opened, so that other processes do not inherit it. */
export function sealDescriptors(): void {
  sealing().seal();
}
