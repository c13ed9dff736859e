/** One test file: a conversation with one child, made into a report however it ends. */
import { withKinds } from '../../domain/verification/analysis';
import type { ChanceUse } from '../../domain/verification/chance';
import {
  totalsOf,
  type CheckEnd,
  type SandboxLimits,
  type TestFailure,
  type TestResult,
} from '../../domain/verification/verification';
import type { Death, SandboxChild } from './child-process';
import { allowedGrowth } from '../memory';
import type { ChildMessage, CoverageFrame, TestFrame } from '../protocol';
import type { LineCoverage, SandboxRequest, SandboxResult, TestCoverage } from '../types';

/** Beyond the run's own limit: the child ends itself in time unless it hangs in native code. ms. */
export const GRACE_MS = 500;

/** The report while it is written. */
class ReportBuilder {
  private readonly tests: TestResult[] = [];
  private readonly coverage: TestCoverage[] = [];
  private lines: ReadonlyMap<string, LineCoverage> = new Map();
  /** Tests that were begun and not reported; a subtest runs inside its parent. */
  private readonly running = new Map<string, string[]>();
  /** How many tests the file defines, once it was loaded. */
  private collected: number | undefined;
  private readonly changed = new Set<string>();
  private readonly chance = new Map<string, ChanceUse>();
  private loaded: string[] | undefined;
  private stdout = '';
  private stderr = '';
  private readonly started = performance.now();

  constructor(private readonly request: SandboxRequest) {}

  collect(tests: number): void {
    this.collected = tests;
  }

  start(id: string, path: string[]): void {
    this.running.set(id, path);
  }

  test(frame: TestFrame): void {
    const { id, path, status, failure, console, durationMs } = frame;
    this.running.delete(id);
    if (frame.late) return this.failLate(frame);
    this.tests.push({ id, file: this.request.testFile, path, status, durationMs, failure, console });
    if (frame.lines) this.coverage.push({ id, lines: new Map(Object.entries(frame.lines)) });
  }

  covered({ lines }: CoverageFrame): void {
    this.lines = new Map(Object.entries(lines));
  }

  /** A test that was reported fails by what it left behind. It never passes that way. */
  private failLate({ id, status, failure }: TestFrame): void {
    const known = this.tests.find((test) => test.id === id);
    if (known && status === 'failed') Object.assign(known, { status, failure });
  }

  change(names: readonly string[]): void {
    for (const name of names) this.changed.add(name);
  }

  ask({ what, path, line }: ChanceUse): void {
    const key = `${what} ${path ?? ''}`;
    if (!this.chance.has(key)) this.chance.set(key, { what, path, line });
  }

  load(paths: readonly string[]): void {
    this.loaded = [...new Set(paths)];
  }

  output(stdout: string, stderr: string): void {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** The run starts again: what was reported does not count. */
  restart(): void {
    this.tests.length = 0;
    this.coverage.length = 0;
    this.lines = new Map();
    this.running.clear();
    this.collected = undefined;
    this.changed.clear();
    this.chance.clear();
  }

  /** The caller named a file that the program does not have. */
  missing(): SandboxResult {
    const { testFile } = this.request;
    const message = `${testFile} is not among the files of the program.`;
    this.charge({ id: testFile, path: [] }, { errorName: 'Error', message, phase: 'collect' });
    return this.finish('completed');
  }

  finish(end: CheckEnd, memoryMb?: number): SandboxResult {
    if (end !== 'completed') this.chargeRunning(end);
    else this.chargeLost();
    const durationMs = Math.round((performance.now() - this.started) * 1000) / 1000;
    const report = withKinds({
      name: this.request.testFile,
      kind: 'tests',
      trust: 'sandbox',
      end,
      exitCode: null,
      tests: this.tests,
      stdout: this.stdout,
      stderr: this.stderr,
      durationMs,
      totals: totalsOf(this.tests),
      ...(memoryMb === undefined ? {} : { memoryMb }),
      ...(this.loaded && { opened: { files: this.loaded, folders: [] } }),
      ...(this.changed.size === 0 ? {} : { changed: [...this.changed] }),
      ...(this.chance.size === 0 ? {} : { chance: [...this.chance.values()] }),
    });
    return this.request.coverage ? { report, coverage: this.coverage, lines: this.lines } : { report };
  }

  /** Fails the tests that were running when the run was stopped. If there were none, fails the file itself. */
  private chargeRunning(end: CheckEnd): void {
    const loading = this.running.size === 0 && this.tests.length === 0;
    const failure = stopFailure(end, this.request.limits, loading ? 'collect' : 'run');
    this.chargeAll(failure);
    if (this.running.size === 0) this.charge({ id: this.request.testFile, path: [] }, failure);
  }

  private chargeAll(failure: TestFailure): void {
    for (const [id, path] of this.running) this.charge({ id, path }, failure);
  }

  /** A file that says it is through has told of every test it defines, or why it did not run them. */
  private chargeLost(): void {
    const failure: TestFailure = {
      errorName: 'Error',
      message: 'The test file ended before all of its tests were reported.',
      phase: 'run',
    };
    this.chargeAll(failure);
    const explained = this.tests.some(
      (test) => test.status === 'failed' && (this.request.bail === true || test.path.length === 0),
    );
    if (this.tests.length < (this.collected ?? 1) && !explained) {
      this.charge({ id: this.request.testFile, path: [] }, failure);
    }
  }

  private charge({ id, path }: { id: string; path: string[] }, failure: TestFailure): void {
    const { testFile } = this.request;
    this.tests.push({ id, file: testFile, path, status: 'failed', durationMs: 0, failure, console: [] });
  }
}

/** Failure of what was under way when a run was stopped. */
export function stopFailure(
  end: CheckEnd,
  { turnMs, wallMs, heapMb }: SandboxLimits,
  phase: TestFailure['phase'],
): TestFailure {
  switch (end) {
    case 'timeout':
      return {
        errorName: 'TimeoutError',
        message: `Stopped: the code ran for ${turnMs} ms without a pause, or for more than ${wallMs} ms in all.`,
        phase,
      };
    case 'memory':
      return {
        errorName: 'MemoryError',
        message: `Stopped: the code used more than ${heapMb} MiB of memory.`,
        phase,
      };
    default:
      return { errorName: 'CrashError', message: 'Stopped: the code ended the process it ran in.', phase };
  }
}

/** How the conversation ended. */
export interface Ending {
  end: 'completed' | Exclude<Death, 'aborted'>;
  /** The child may be used again. */
  clean: boolean;
  /** The child died by itself before it said anything: perhaps it was dead before it was asked. */
  silent: boolean;
}

export type RequestOutcome<T> = Omit<Ending, 'end'> & { result: T };

/** Listens to the child until it says that the request has ended, or dies. Rejects when the signal aborts. */
export async function converse(
  child: SandboxChild,
  signal: AbortSignal | undefined,
  { begin, take }: { begin(): void; take(message: ChildMessage): void },
): Promise<Ending> {
  let silent = true;
  const abort = (): void => child.kill('aborted');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const end = await new Promise<Death | 'completed'>((resolve) => {
      const message = (told: ChildMessage): void => {
        silent = false;
        if (told.t === 'end') resolve(told.end);
        else take(told);
      };
      const died = (death: Death, own: boolean): void => {
        silent &&= own;
        resolve(death);
      };
      child.listen({ message, died });
      child.markStart();
      begin();
    });
    signal?.throwIfAborted();
    if (end === 'aborted') throw new Error('The sandbox is closed.');
    return { end, clean: end === 'completed', silent };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Runs the request on a child. Rejects when the signal aborts. */
export async function runOn(
  child: SandboxChild,
  request: SandboxRequest,
  signal: AbortSignal | undefined,
): Promise<RequestOutcome<SandboxResult>> {
  const builder = new ReportBuilder(request);
  const { limits, testFile } = request;
  if (!request.files.has(testFile)) return { result: builder.missing(), clean: true, silent: false };
  const begin = (): void => {
    child.guard({ ms: limits.wallMs + GRACE_MS, growth: allowedGrowth(limits.heapMb) });
    child.send({
      t: 'run',
      ...child.load(request.files, request.context),
      testFile,
      limits,
      bail: request.bail ?? false,
      coverage: request.coverage ?? false,
      draw: request.draw,
      last: request.last,
    });
  };
  const take = (message: ChildMessage): void => {
    switch (message.t) {
      case 'collected':
        return builder.collect(message.tests);
      case 'start':
        return builder.start(message.id, message.path);
      case 'test':
        return builder.test(message);
      case 'output':
        return builder.output(message.stdout, message.stderr);
      case 'coverage':
        return builder.covered(message);
      case 'changed':
        return builder.change(message.names);
      case 'chance':
        return builder.ask(message);
      case 'loaded':
        return builder.load(message.paths);
      case 'restart':
        return builder.restart();
      default:
        return child.kill('crash');
    }
  };
  const { end, ...outcome } = await converse(child, signal, { begin, take });
  return { result: builder.finish(end, child.peakMb()), ...outcome };
}
