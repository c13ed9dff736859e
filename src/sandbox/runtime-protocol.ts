/** Messages between the child and the runtime in its isolate: JSON texts, nothing else. */
import type { RunConfig } from '../domain/verification/test-config';
import type { Link } from './links';
import type { ModuleKind } from './wrapper';

/** Whose rules a test file follows, where those of jest and vitest differ. */
export type TestDialect = 'jest' | 'vitest';

/** Chance and time of one of several runs of a test file that confirm each other: see runtime/draw.ts. */
export interface Draw {
  /** Hex, at least 32 digits, the same for all of them. */
  seed: string;
  /** Number of this run, from 0, and the count of runs. */
  index: number;
  of: number;
  /** Start of the first run, ms since 1970. */
  atMs: number;
  /** `running`: the clock goes on, as programs know it. `own`: it is not shifted either. Absent: it stands still but for its readings. */
  clock?: 'running' | 'own';
}

/** Reason why a module can't be loaded: its source does not parse. */
export interface BrokenModule {
  message: string;
  /** It is not there: the message says why. */
  missing?: boolean;
  line?: number;
  column?: number;
}

/** Everything a run in a fresh context needs to know, apart from the compiled modules. */
export interface RuntimeSetup {
  testFile: string;
  /** Paths of all project files, for resolution. */
  files: string[];
  /** Module path → specifier → what it leads to, where no relative path of the project explains it. */
  links?: Record<string, Record<string, Link>>;
  /** The project's own stand-ins for packages: name → path. */
  mocks?: Record<string, string>;
  /** Modules of the configuration that belong to the tests, by path. */
  setupFiles?: string[];
  setupFilesAfterEnv?: string[];
  snapshotSerializers?: string[];
  broken: Record<string, BrokenModule>;
  /** How modules run that are no plain CommonJS, by path. */
  kinds?: Record<string, ModuleKind>;
  /** A program that checks itself with `console.assert` and holds no `it` or `test`. */
  plainScript: boolean;
  bail: boolean;
  coverage: boolean;
  /** Runs only the tests with these ids; absent: all. */
  only?: string[];
  /** Console output kept, characters. */
  outputLimit: number;
  /** Random bytes, hex, new for each run. */
  seed: string;
  /** Of a run that confirms others. */
  draw?: Draw;
  /** Global function that is called when all tests are over. */
  last?: string;
  /** Files of the project that are no modules; like the next two only where a module names `fs`. */
  assetPaths?: string[];
  /** Their contents in base64, and texts of modules, as far as they were asked for. */
  assets?: [path: string, base64: string][];
  sources?: [path: string, text: string][];
  /** Settings of the project's test runner; absent: jest's defaults. */
  run?: RunConfig;
  dialect?: TestDialect;
  /** Globals that test files get as parameters, by path. */
  ownGlobals?: Record<string, string[]>;
  /** Those of the test file's `.snap` file, if there is one. */
  snapshots?: SnapshotEntry[];
  /** Calls a function instead of running tests; there is no test file then. */
  call?: CallSetup;
  /** Given where the command `changes` will be sent. */
  taint?: TestTexts;
}

export type SnapshotEntry = [name: string, text: string];

/** Facts from the texts of the test files. */
export interface TestTexts {
  /** Pairs `holder.name` that they assign to. */
  assigned: string[];
  /** Modules of Node and packages that they name. */
  modules: string[];
}

/** A function to call. */
export interface CallSetup {
  /** Path of the module. */
  module: string;
  /** Its export: `default`, a name, or `Class.method`. */
  name: string;
  /** JSON of the list of arguments. */
  data: string;
  /** Export that holds the function where the module does not export it by its name. */
  alias?: string;
  /** Bytes that the result may take. */
  resultLimit: number;
}

/** Reason why a call has no result, as the runtime knows it; what the program threw is `runtime`. */
export type CallFault = 'syntax' | 'import' | 'missing-function' | 'runtime';

/** An error behind an error. */
export interface RawCause {
  /** Relation to the other error, name, and first line of the message. */
  head: string;
  stack: string;
}

/** A failure as the runtime sees it; the child maps `stack` to the user's files. */
export interface RawFailure {
  errorName: string;
  message: string;
  /** Frames only. */
  stack: string;
  causes?: RawCause[];
  /** Stack of where the failing test or hook was defined: for failures that passed no user code. */
  origin?: string;
  expected?: string;
  received?: string;
  diff?: string;
  phase: 'collect' | 'hook' | 'test' | 'run';
}

export interface ConsoleEntry {
  level: string;
  text: string;
}

/** Indexes of counters that moved, by path. */
export type Hits = Record<string, number[]>;

export type RuntimeEvent =
  /** The test file was loaded; it defines so many tests. Comes again when running tests define more. */
  | { e: 'collected'; tests: number; hits?: Hits }
  | { e: 'start'; id: string; path: string[] }
  | {
      e: 'test';
      id: string;
      path: string[];
      status: 'passed' | 'failed' | 'skipped' | 'todo';
      failure?: RawFailure;
      console: ConsoleEntry[];
      hits?: Hits;
      /** The test was reported before: what it left behind has failed it. */
      late?: true;
    }
  /**
   * Request for a module that the static scan did not foresee, for a library of stand-ins, or for the content of a file
   * (see libraries.ts). The run starts again with it.
   */
  | { e: 'need'; path: string }
  /** Likewise a specifier whose meaning is not known yet. */
  | { e: 'need-link'; from: string; specifier: string }
  /** Names of built-ins, globals and shared modules that were changed, `Array.prototype.last`; each is told once. */
  | { e: 'changed'; names: string[] }
  /** Chance or time that was asked for, and the stack of who asked. */
  | { e: 'chance'; what: string; stack: string }
  /** Outcome of a call: the returned value as JSON, or the reason why there is none. */
  | ({ e: 'result'; console: ConsoleEntry[] } & CallOutcome)
  | { e: 'end'; stdout: string; stderr: string; hits?: Hits };

export type CallOutcome =
  | { ok: true; value: string; text: string; truncated: boolean }
  | { ok: false; failure: RawFailure; fault: CallFault };

/** Error of an unhandled rejection, as isolated-vm copies it out. */
export interface Rejection {
  name: string;
  message: string;
  stack: string;
}
