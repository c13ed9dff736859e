/** Runs a test file, one macrotask a turn, and reports each test before the next begins. */
import type { ConsoleEntry, Hits, RawFailure, RuntimeEvent, RuntimeSetup } from '../runtime-protocol';
import type { Definitions, UserFunction } from './definitions';
import { describeFailure } from './errors';
import type { Call } from './invoke';
import { Scheduler } from './scheduler';
import type { Flow } from './scheduler';
import type { Timers } from './timers';

export type Status = 'passed' | 'failed' | 'skipped' | 'todo';

/** Scope of one test, or of the loading of the file, as its code sees it: told apart from others that left timers or promises behind. */
export class Scope {
  failure: RawFailure | undefined;
  console: ConsoleEntry[] = [];
  /** It was reported: a failure that comes now is late. */
  closed = false;
  /** Made where the test or hook that runs was defined. */
  origin: Error | undefined;

  /** `id` and `path` of a test; absent for the file itself. */
  constructor(readonly test?: { id: string; path: string[]; title: string }) {}

  /** Records the first failure. */
  fail(failure: RawFailure): void {
    this.failure ??= failure;
  }
}

export const DEFAULT_TIMEOUT = 5_000;

/** ms of the run's clock that a test file may wait at its top; jest and vitest know no limit. */
const LOAD_TIMEOUT = 300_000;

export interface RunnerHost {
  setup: RuntimeSetup;
  definitions: Definitions;
  timers: Timers;
  report(event: RuntimeEvent): void;
  /** Counters that moved since the last call. */
  takeHits(): Hits | undefined;
  /** Loads the test file and what must come before it. */
  load(): unknown;
}

/** Tests that are run apart from those of `Definitions`, from the moment they are defined. */
export interface EarlyTests {
  /** The next of them, if one waits. */
  next(): Flow | undefined;
  /** Their hooks that come last. */
  end(): Flow;
  readonly count: number;
}

/** How one test ended. */
export interface Result {
  test: { id: string; path: string[] };
  status: Status;
  failure: RawFailure | undefined;
  console: ConsoleEntry[];
  hits: Hits | undefined;
}

export class Runner {
  private readonly scheduler: Scheduler;
  /** The innermost is under way. The first is that of the file. */
  private readonly scopes: Scope[] = [new Scope()];
  private stopped = false;
  /** The tests are over, and what comes now is nobody's failure. */
  private isOver = false;
  private asserts = 0;
  private fileFailed = false;
  /** Results kept back: the innermost block that may run again has them. */
  private readonly held: Result[][] = [];

  /** `flow`: runs what `Definitions` holds, once the file is loaded. */
  constructor(
    private readonly host: RunnerHost,
    private readonly flow: () => Flow,
    private readonly early: EarlyTests,
  ) {
    this.scheduler = new Scheduler(host.timers.real);
    this.scheduler.begin(host.setup.plainScript ? this.script() : this.run());
    host.timers.owner = this.scope;
  }

  get done(): boolean {
    return this.scheduler.ended;
  }

  /** No further test shall run. */
  get finished(): boolean {
    return this.stopped;
  }

  /** Scope of the running test, else of the file. */
  get scope(): Scope {
    return this.scopes.at(-1) as Scope;
  }

  /** One macrotask. What a flow throws fails what is under way and the file: its other tests did not run. */
  turn(): void {
    this.host.timers.owner = this.scope;
    try {
      this.scheduler.turn();
    } catch {
      this.scheduler.stop();
      const message = 'The tests were cut short: what the code under test left behind can not be reported.';
      const failure: RawFailure = { errorName: 'Error', message, stack: '', phase: 'run' };
      for (const scope of this.scopes.splice(1).reverse()) {
        if (scope.test) this.emit({ ...this.resultOf(scope.test, 'failed'), failure, console: [] });
      }
      for (const results of this.held.splice(0)) results.forEach((result) => this.emit(result));
      this.failFile(failure);
    }
  }

  /** An error that no code caught: it fails the test whose code it came from. */
  uncaught(value: unknown, owner: unknown = this.host.timers.owner): void {
    if (this.isOver) return;
    const origin = owner instanceof Scope ? owner.origin : undefined;
    const failure = describeFailure(value, 'run', origin);
    // Where a closed test has failed already, the failure must not vanish: it is charged to what is under way.
    if (owner instanceof Scope && owner.closed && !owner.failure) {
      this.failLate(owner, failure);
      return;
    }
    const scope = owner instanceof Scope && this.scopes.includes(owner) ? owner : this.scope;
    scope.fail(failure);
    if (scope === this.scope) this.scheduler.failCall(value);
  }

  /** A test that was reported fails after all. */
  private failLate(scope: Scope, failure: RawFailure): void {
    scope.failure = failure;
    const { test } = scope;
    if (!test) this.failFile(failure);
    else
      this.host.report({
        e: 'test',
        id: test.id,
        path: test.path,
        status: 'failed',
        failure,
        console: [],
        late: true,
      });
  }

  /** A definition came too late or makes no sense: it fails the test under way, else the file. */
  misused(error: Error): void {
    if (this.scope.test) this.scope.fail(describeFailure(error, 'test'));
    else this.failFile(describeFailure(error, 'collect'));
  }

  log(entry: ConsoleEntry): void {
    this.scope.console.push(entry);
  }

  /** A `console.assert` was executed; it failed when there is a message. `own`: by the script that it checks. */
  asserted(message: string | undefined, own: boolean): void {
    if (own) this.asserts++;
    if (message === undefined || this.scope.failure) return;
    const error = Object.assign(new Error(message), { name: 'AssertionError' });
    this.scope.fail(describeFailure(error, 'test'));
  }

  private *run(): Flow {
    const inner = (): Flow | undefined => this.early.next();
    const loaded = yield { call: this.loadCall(), inner };
    const hits = this.host.takeHits();
    const { definitions } = this.host;
    definitions.close();
    this.host.report({ e: 'collected', tests: definitions.tests.length + this.early.count, hits });
    if (loaded.threw) this.scope.fail(describeFailure(loaded.value, 'collect'));
    const failure = this.takeFileFailure();
    if (failure) {
      this.failFile({ ...failure, phase: 'collect' });
      return;
    }
    if (definitions.tests.length + this.early.count === 0) {
      this.failFile(this.noTests());
      return;
    }
    yield* this.flow();
    for (let next = this.early.next(); next && !this.stopped; next = this.early.next()) yield* next;
    yield* this.early.end();
    const left = this.takeFileFailure();
    if (left) this.failFile(left);
    yield* this.last();
    this.takeFileFailure();
  }

  /** Calls the function that was asked for to be called last. */
  private *last(): Flow {
    const { last } = this.host.setup;
    const fn: unknown = last === undefined ? undefined : Reflect.get(realGlobal, last);
    if (typeof fn !== 'function') return;
    const call = fn as UserFunction;
    this.isOver = true;
    yield { call: { fn: call, timeout: LOAD_TIMEOUT, what: 'hook', context: undefined } };
  }

  /** First failure outside of all tests since the last call. */
  takeFileFailure(): RawFailure | undefined {
    const [file] = this.scopes;
    const failure = file?.failure;
    if (file) file.failure = undefined;
    return failure;
  }

  private loadCall(): Call {
    return { fn: () => this.host.load(), timeout: LOAD_TIMEOUT, what: 'file', context: undefined };
  }

  /** A program that checks itself is one test, named after its file. */
  private *script(): Flow {
    const file = this.host.setup.testFile;
    const name = file.slice(file.lastIndexOf('/') + 1);
    const test = { id: `${file} > ${name}`, path: [name], title: name };
    this.open(test);
    const loaded = yield { call: this.loadCall() };
    if (loaded.threw) this.scope.fail(describeFailure(loaded.value, 'test'));
    const { real } = this.host.timers;
    const limit = real.now() + DEFAULT_TIMEOUT;
    // Checks may come after an await: what the script started is run to its end.
    while ((real.nextDue() ?? Infinity) <= limit) {
      real.runNext(limit);
      yield undefined;
    }
    if (this.asserts === 0) this.scope.fail(this.noTests());
    this.report(this.close(test, this.scope.failure ? 'failed' : 'passed'));
  }

  private noTests(): RawFailure {
    const message = `${this.host.setup.testFile} holds no test: neither it() or test() nor console.assert() was called.`;
    return { errorName: 'Error', message, stack: '', phase: 'collect' };
  }

  /** A test begins: what happens from now on is its own, and what the file wrote before it. */
  open(test: { id: string; path: string[]; title: string }): Scope {
    this.host.report({ e: 'start', id: test.id, path: test.path });
    const scope = new Scope(test);
    scope.console = this.scope.console.splice(0);
    this.scopes.push(scope);
    this.host.timers.owner = scope;
    return scope;
  }

  /** The test under way ends with this status. */
  close(test: { id: string; path: string[] }, status: Status): Result {
    const result = this.resultOf(test, status);
    const scope = this.scopes.pop();
    if (scope) scope.closed = true;
    this.host.timers.owner = this.scope;
    return result;
  }

  private resultOf(test: { id: string; path: string[] }, status: Status): Result {
    const { failure, console } = this.scope;
    return {
      test,
      status,
      failure: status === 'failed' ? failure : undefined,
      console,
      hits: this.host.takeHits(),
    };
  }

  /** Reports a test that is not run. */
  leaveOut(test: { id: string; path: string[] }, status: 'skipped' | 'todo'): void {
    this.report({ test, status, failure: undefined, console: [], hits: undefined });
  }

  /** Reports a result, or keeps it back where the block may run again. The host takes it before the next test runs. */
  report(result: Result): void {
    const held = this.held.at(-1);
    if (held) held.push(result);
    else this.emit(result);
  }

  private emit({ test, status, failure, console, hits }: Result): void {
    this.host.report({ e: 'test', id: test.id, path: test.path, status, failure, console, hits });
    if (status === 'failed' && this.host.setup.bail) this.stopped = true;
  }

  /** Results from now on are kept back. */
  hold(): void {
    this.held.push([]);
  }

  /** Gives the results kept back since `hold`. */
  release(): Result[] {
    return this.held.pop() ?? [];
  }

  /** Reports a failure of the whole file; only one is reported. */
  failFile(failure: RawFailure): void {
    if (this.fileFailed) return;
    this.fileFailed = true;
    const console = this.scope.console.splice(0);
    const hits = this.host.takeHits();
    const id = this.host.setup.testFile;
    this.host.report({ e: 'test', id, path: [], status: 'failed', failure, console, hits });
    if (this.host.setup.bail) this.stopped = true;
  }

  get hasFailedFile(): boolean {
    return this.fileFailed;
  }
}
