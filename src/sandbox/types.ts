import type { TestConfig } from '../domain/verification/test-config';
import type {
  CheckEnd,
  CheckReport,
  SandboxLimits,
  TestFailure,
  TestResult,
} from '../domain/verification/verification';
import type { Link, Wanted } from './links';
import type { InputForm } from '../domain/values/dataset';
import type { CallOutcome, FunctionCall } from '../domain/values/call';
import type { CallFault, Draw } from './runtime-protocol';

/**
 * Files of one program: path → source text, all the modules that its tests may load. Once passed, a map must not
 * change: children get it once and keep it.
 */
export type ProgramFiles = ReadonlyMap<string, string>;

/** Source of a project's packages. Children ask it, so it resolves and reads only modules that they may have. */
export interface PackageSource {
  resolve(wanted: Wanted): Promise<Link>;
  /** Text of a file that was resolved before, or why it is not for the sandbox. */
  read(path: string): Promise<{ text: string } | { refused: string }>;
}

/** Files of the tree that are no modules: texts, snapshots, fixtures. */
export interface AssetSource {
  readonly paths: readonly string[];
  read(path: string): Promise<Uint8Array>;
}

/** Context of a program. Once passed it must not change: children are told of it once. */
export interface ProgramContext {
  /** Absent: the program has no packages at hand. */
  packages?: PackageSource;
  /** Absent: jest's defaults. */
  config?: TestConfig;
  assets?: AssetSource;
}

/** One test file to run against one program, in an isolate of its own. */
export interface SandboxRequest {
  files: ProgramFiles;
  context?: ProgramContext;
  testFile: string;
  limits: SandboxLimits;
  /** Stop after the first failed test. */
  bail?: boolean;
  /** Count executed lines per test. */
  coverage?: boolean;
  /** Chance and time of a run that is one of several; absent: real time, and chance of its own. */
  draw?: Draw;
  /** Global function to call after all tests, if the file loaded. Its errors are ignored. */
  last?: string;
}

/** Executed lines of one test: path → line numbers from 1. Test files are left out. */
export interface TestCoverage {
  id: string;
  lines: ReadonlyMap<string, readonly number[]>;
}

/** Lines of one file: those that can be executed, and those that were. */
export interface LineCoverage {
  executable: readonly number[];
  hit: readonly number[];
  /** Lines that ran in a test, rather than as a file was loaded. */
  tested: readonly number[];
}

/** Result of a request. A test file that hangs, grows or crashes is a report too, never an exception. */
export interface SandboxResult {
  report: CheckReport;
  /** Present when coverage was asked for. */
  coverage?: readonly TestCoverage[];
  /** Likewise: path → lines of every file that the test file may reach. Test files are left out. */
  lines?: ReadonlyMap<string, LineCoverage>;
}

/** A variant of a program: these files in place of the program's. */
export type ProgramVariant = ReadonlyMap<string, string>;

/** Many variants of one program, to try on the same test files. */
export interface TrialRequest {
  files: ProgramFiles;
  context?: ProgramContext;
  testFiles: readonly string[];
  limits: SandboxLimits;
  variants: readonly ProgramVariant[];
  /** Ids of tests whose failure does not count (flaky, or failing before and not the target). */
  ignoredTests?: ReadonlySet<string>;
  /** Ids that failed in the unchanged program: these files and tests run first. */
  failingTests?: ReadonlySet<string>;
}

/**
 * Verdict on one variant. `passed` is true when no counted test failed; the trial may stop at the first
 * failure. Believe a pass only after `run` has confirmed it: variants may share an isolate.
 */
export interface VariantVerdict {
  index: number;
  passed: boolean;
  /** Counted tests that passed before the trial stopped. */
  passedTests: number;
  end: CheckReport['end'];
  /** Processor time of the child for this variant, ms; where the child died of it, the time it had. */
  costMs: number;
}

/** Data of a call, read in pieces of at most 1 MiB: it is never in this process's memory as a whole. */
export interface CallInput {
  form: InputForm;
  /** Reads the data from its beginning; may be called again. */
  pieces(): AsyncIterable<string>;
}

/** One exported function to call with data. */
export interface FunctionRequest {
  files: ProgramFiles;
  context?: ProgramContext;
  /** Path of the module. */
  module: string;
  /** Its export: `default`, a name, or `Class.method` (static, else of a new instance). */
  name: string;
  /** The one argument, a JSON value; absent: none. */
  data?: unknown;
  /** All arguments, for a function that takes several; `data` is then left out. */
  args?: readonly unknown[];
  /** Data that comes in pieces: the first argument, before the others. */
  input?: CallInput;
  /** Export that holds the function where the module does not export it by its name. */
  alias?: string;
  limits: SandboxLimits;
}

/**
 * Result of a function call. `value` has the form of `domain/values` (docs/result-format.md): what JSON has no word for
 * is an object with `$type`, and values beyond `limits.resultKb` are shown as type, size, statistics and a sample, with
 * `truncated`. `text` is for people.
 */
export type FunctionResult = (
  | { ok: true; value: unknown; text: string; truncated?: boolean }
  | { ok: false; failure: TestFailure; fault: CallFault }
) & {
  end: CheckEnd;
  console: TestResult['console'];
  durationMs: number;
  /** Most that the child's resident memory grew by, MiB; absent where the system does not say. */
  memoryMb?: number;
};

/** Runs untrusted tests. All methods reject only when the signal aborts or the sandbox is closed. */
export interface Sandbox {
  run(request: SandboxRequest, signal?: AbortSignal): Promise<SandboxResult>;
  tryVariants(request: TrialRequest, signal?: AbortSignal): Promise<VariantVerdict[]>;
  /** Calls one function in an isolate of its own. Whatever the function does is a result. */
  runFunction(request: FunctionRequest, signal?: AbortSignal): Promise<FunctionResult>;
  /**
   * Calls a function of one module's source text with data and libraries. Rejects where the data can't be read, too.
   */
  callFunction(call: FunctionCall, input?: CallInput, signal?: AbortSignal): Promise<CallOutcome>;
  /** Ends all children at once. */
  close(): Promise<void>;
}
