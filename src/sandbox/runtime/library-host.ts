/** Facts and queues of a run that the runtime gives a library of stand-ins. None of them decides a test. */

export type AnyFunction = (...args: unknown[]) => unknown;

/** Timer functions of the program. */
export interface TimerFunctions {
  setTimeout: AnyFunction;
  setInterval: AnyFunction;
  setImmediate: AnyFunction;
  clearTimeout: AnyFunction;
  clearInterval: AnyFunction;
  clearImmediate: AnyFunction;
}

export interface LibraryHost {
  /** The program's global object. */
  readonly global: Record<PropertyKey, unknown>;
  /** Over the clock that the program sees. */
  readonly Date: DateConstructor;
  readonly timers: TimerFunctions;
  /** Those that go by a test's clock while there is one. */
  currentTimers(): TimerFunctions;
  /** Has the functions of an object replaced where a test's clock stands in. */
  holdTimers(holder: object): void;
  /** Time of the run's own clock, ms; a test's fake clock does not move it. */
  now(): number;
  /** Value of `now` when the run began. */
  readonly started: number;
  /** ms since then, by the clock that the program sees. */
  elapsed(api: 'performance' | 'hrtime'): number;
  /** Before promise callbacks, as soon as the running code has returned. */
  nextTick(callback: AnyFunction, args: unknown[]): void;
  /** In a macrotask of its own, after `ms` of the run's own clock; fake clocks do not hold it up. */
  defer(callback: () => void, ms?: number): void;
  /** Gets what nothing caught: it fails what is under way. */
  onError(error: unknown): void;
  /** A line for the console. */
  write(level: string, text: string): void;
  /** `require` as a file of the program at this absolute path sees it. */
  requireFrom(filename: string): (specifier: string) => unknown;
  /** Random bytes of this run, hex. */
  readonly seed: string;
  /** Told of each time that the program asks for chance. */
  asked(what: string): void;
  /** Added to every random byte. */
  readonly byteShift: number;
  /** Files that `fs` starts with. */
  files(): ProgramFiles;
  /** Names of all modules of Node that `require` knows. */
  readonly moduleNames: readonly string[];
  /** Locks a class that nothing exported leads to, as those are that something does (class-locks.ts). */
  lock(type: object): void;
  /** Context that asynchronous work carries on; kept by the stand-in of async_hooks. */
  readonly context: AsyncContext;
}

/** The project's files as a run knows them: all their paths, and the contents that were asked for. */
export interface ProgramFiles {
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  /** In base64. */
  readonly bytes: ReadonlyMap<string, string>;
  /** Asks for the content of a file; the run starts again with it. */
  need(path: string): void;
}

/** Context of `AsyncLocalStorage` for the running code. Timers and ticks hand it on. */
export interface AsyncContext {
  frame: ReadonlyMap<object, unknown> | undefined;
}

/** Loads stand-ins by module name. */
export type Load = (name: string) => unknown;

/** A library's script: gets the run's host and the loader of other stand-ins, gives the loader of its own. */
export type LibraryFunction = (host: LibraryHost, require: Load) => Load;
