import type { ConsoleEntry } from '../runtime-protocol';
import type { LibraryFunction } from './library-host';
import type { ModuleFunction } from './modules';

export interface Compiled {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
  /** Libraries of stand-ins that the program names. */
  libraries: Map<string, LibraryFunction>;
}

/** Work that a session drives turn by turn: the tests of a file, or one call. */
export interface Work {
  readonly done: boolean;
  turn(): void;
  /** An error that no code caught; `owner` is the test whose code it came from. */
  uncaught(error: unknown, owner?: unknown): void;
  log(entry: ConsoleEntry): void;
  /** A `console.assert` was executed; it failed when there is a message. `own`: by the script that it checks. */
  asserted(message: string | undefined, own: boolean): void;
}
