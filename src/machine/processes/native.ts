import type * as Koffi from 'koffi';
import { FIRST_SEALED, openDescriptors } from './descriptors';

const CLOSE_RANGE_CLOEXEC = 4;
const LAST = 0xffff_ffff;
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/** How descriptors are marked as closed on exec, so that no new process inherits them. */
export interface NativeSealer {
  how: 'close_range' | 'fcntl';
  seal(): void;
}

/** Functions needed of the foreign function interface. */
export interface ForeignFunctions {
  /** A function of the C library; throws where there is none of this name. */
  find(declaration: string): (...given: unknown[]) => number;
}

/** Koffi, loaded at the first start of a process (8 ms); throws where it has no binary for this machine. */
export function loadForeignFunctions(): ForeignFunctions {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded only by who starts processes
  const koffi = require('koffi') as typeof Koffi;
  const library = koffi.load(null);
  return { find: (declaration) => library.func(declaration) as (...given: unknown[]) => number };
}

/** The fastest way that works here: one call for all of them, or one for each. Throws where there is none. */
export function nativeSealer(functions: ForeignFunctions): NativeSealer {
  return byRange(functions) ?? byOne(functions);
}

/** Linux 5.11 and later; undefined where the C library or the system does not have it, or forbids it. */
function byRange(functions: ForeignFunctions): NativeSealer | undefined {
  try {
    const closeRange = functions.find('int close_range(unsigned int first, unsigned int last, int flags)');
    const isDone = (): boolean => closeRange(FIRST_SEALED, LAST, CLOSE_RANGE_CLOEXEC) === 0;
    if (!isDone()) return undefined;
    const one = byOne(functions);
    return { how: 'close_range', seal: () => void (isDone() || one.seal()) };
  } catch {
    return undefined;
  }
}

/** A descriptor that was closed meanwhile is none that could be inherited. */
function byOne(functions: ForeignFunctions): NativeSealer {
  const setFlags = functions.find('int fcntl(int fd, int command, ...)');
  const seal = (): void => {
    for (const fd of openDescriptors()) setFlags(fd, F_SETFD, 'int', FD_CLOEXEC);
  };
  seal();
  return { how: 'fcntl', seal };
}
