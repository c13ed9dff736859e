/** Runs the collected tests, one macrotask a turn, and reports each before the next begins. */
import { expect } from 'expect';
import type { ConsoleEntry, Hits, RawFailure, RuntimeEvent, RuntimeSetup } from '../runtime-protocol';
import type { Block, Definitions, Hook, TestCase } from './definitions';
import { describeFailure } from './errors';
import type { Call, Outcome } from './invoke';
import { invoke } from './invoke';
import type { Timers } from './timers';

const DEFAULT_TIMEOUT = 5_000;

/** ms of the run's clock that a test file may wait at its top; jest and vitest know no limit. */
const LOAD_TIMEOUT = 300_000;

/** A turn of the run: a call to wait for, or `undefined` to let the host take the reports. */
type Turn = Call | undefined;
type Flow = Generator<Turn, void, Outcome>;

export interface RunnerHost {
  setup: RuntimeSetup;
  definitions: Definitions;
  timers: Timers;
  report(event: RuntimeEvent): void;
  /** Counters that moved since the last call. */
  takeHits(): Hits | undefined;
  /** Loads the test file; a promise when it has to be waited for. */
  load(): unknown;
  /** Called before each test, for mocks and the like. */
  beforeTest(test: TestCase): void;
}

/** State of the test, or of the load, that is under way. */
interface Active {
  failure: RawFailure | undefined;
  console: ConsoleEntry[];
  context: object;
  /** Where the test or hook that runs was defined. */
  origin?: Error;
}

function createActive(): Active {
  return { failure: undefined, console: [], context: {} };
}

export class Runner {
  private readonly flow: Flow;
  private active: Active = createActive();
  /** Fails the call that is awaited. */
  private failCall: ((value: unknown) => void) | undefined;
  /** Continues the flow at the next turn. */
  private next: (() => void) | undefined;
  /** The test whose report is still to come. */
  private running: { id: string; path: string[] } | undefined;
  private asserts = 0;
  private stopped = false;
  private ended = false;
  private defaultTimeout = DEFAULT_TIMEOUT;
  private readonly only: ReadonlySet<string> | undefined;

  constructor(private readonly host: RunnerHost) {
    this.only = host.setup.only ? new Set(host.setup.only) : undefined;
    this.flow = this.run();
    this.next = () => this.advance({ threw: false });
  }

  setTimeout(ms: number): void {
    this.defaultTimeout = ms;
  }

  get done(): boolean {
    return this.ended;
  }

  /** One macrotask: continues the flow, else runs the next timer. */
  turn(): void {
    const next = this.next;
    this.next = undefined;
    if (next) next();
    else if (!this.host.timers.real.runNext()) this.idle();
  }

  /** Nothing can happen any more; while a plain script drains, that is its end. */
  private idle(): void {
    if (this.failCall) this.failCall(new Error('nothing is left that could settle what is awaited.'));
    else this.next = () => this.advance({ threw: false });
  }

  private advance(outcome: Outcome): void {
    this.failCall = undefined;
    const { value: turn, done } = this.step(outcome);
    if (done) {
      this.ended = true;
    } else if (turn) {
      const fail = invoke(turn, this.host.timers.real, (result) => {
        this.next = () => this.advance(result);
      });
      this.failCall = fail;
    } else {
      this.next = () => this.advance({ threw: false });
    }
  }

  /** The flow's next turn. One that throws fails what is under way and the file: its other tests did not run. */
  private step(outcome: Outcome): IteratorResult<Turn, void> {
    try {
      return this.flow.next(outcome);
    } catch {
      const message = 'The tests were cut short: what the code under test left behind can not be reported.';
      const failure: RawFailure = { errorName: 'Error', message, stack: '', phase: 'run' };
      const { running } = this;
      if (running) {
        this.active = { ...createActive(), failure };
        this.report(running.id, running.path, 'failed');
      }
      this.reportFile(failure);
      return { done: true, value: undefined };
    }
  }

  /** An error that no code caught: it fails what is under way. */
  uncaught(value: unknown): void {
    this.fail(describeFailure(value, 'run', this.active.origin));
    this.failCall?.(value);
  }

  /** Records the first failure of what is under way, without stopping it. */
  fail(failure: RawFailure): void {
    this.active.failure ??= failure;
  }

  log(entry: ConsoleEntry): void {
    this.active.console.push(entry);
  }

  /** A `console.assert` was executed; it failed when there is a message. */
  asserted(message?: string): void {
    this.asserts++;
    if (message === undefined || this.active.failure) return;
    const error = Object.assign(new Error(message), { name: 'AssertionError' });
    this.fail(describeFailure(error, 'test'));
  }

  private *run(): Flow {
    if (this.host.setup.plainScript) {
      yield* this.runScript();
      return;
    }
    const loaded = yield this.loadCall();
    const hits = this.host.takeHits();
    this.host.definitions.close();
    this.host.report({ e: 'collected', tests: this.host.definitions.tests.length, hits });
    if (loaded.threw) this.fail(describeFailure(loaded.value, 'collect'));
    if (this.active.failure) this.reportFile({ ...this.active.failure, phase: 'collect' });
    else if (this.host.definitions.tests.length === 0) this.reportFile(this.noTests());
    else yield* this.runBlock(this.host.definitions.root);
  }

  private loadCall(): Call {
    return { fn: () => this.host.load(), timeout: LOAD_TIMEOUT, what: 'hook', context: {} };
  }

  /** A program that checks itself is one test, named after its file. */
  private *runScript(): Flow {
    const file = this.host.setup.testFile;
    const name = file.slice(file.lastIndexOf('/') + 1);
    this.host.report({ e: 'start', id: `${file} > ${name}`, path: [name] });
    const loaded = yield this.loadCall();
    if (loaded.threw) this.fail(describeFailure(loaded.value, 'test'));
    const limit = this.host.timers.real.now() + DEFAULT_TIMEOUT;
    // Checks may come after an await: what the script started is run to its end.
    while ((this.host.timers.real.nextDue() ?? Infinity) <= limit) {
      this.host.timers.real.runNext(limit);
      yield undefined;
    }
    if (this.asserts === 0 && !this.active.failure) {
      this.reportFile(this.noTests());
      return;
    }
    this.report(`${file} > ${name}`, [name], this.active.failure ? 'failed' : 'passed');
  }

  private noTests(): RawFailure {
    const message = `${this.host.setup.testFile} holds no test: neither it() or test() nor console.assert() was called.`;
    return { errorName: 'Error', message, stack: '', phase: 'collect' };
  }

  private report(id: string, path: string[], status: 'passed' | 'failed' | 'skipped' | 'todo'): void {
    const { failure, console } = this.active;
    const hits = this.host.takeHits();
    this.host.report({ e: 'test', id, path, status, failure, console, hits });
    this.active = createActive();
    this.running = undefined;
    if (status === 'failed' && this.host.setup.bail) this.stopped = true;
  }

  /** A failure that belongs to the whole file. */
  private reportFile(failure: RawFailure): void {
    this.active.failure = failure;
    this.report(this.host.setup.testFile, [], 'failed');
  }

  private willRun(test: TestCase): boolean {
    if (test.mode === 'skip' || test.mode === 'todo') return false;
    if (this.only) return this.only.has(test.id);
    return !this.host.definitions.focused || test.mode === 'only';
  }

  private hasWork(block: Block): boolean {
    return block.children.some((child) =>
      child.kind === 'test' ? this.willRun(child) : this.hasWork(child),
    );
  }

  private *runBlock(block: Block, inherited?: RawFailure): Flow {
    const works = this.hasWork(block);
    let failure = inherited;
    if (works && !failure) failure = yield* this.runHooks(block.hooks.beforeAll);
    for (const child of block.children) {
      if (this.stopped) break;
      if (child.kind === 'describe') yield* this.runBlock(child, failure);
      else if (this.willRun(child)) yield* this.runTest(child, failure);
      else if (!this.only) this.report(child.id, child.path, child.mode === 'todo' ? 'todo' : 'skipped');
    }
    if (!works) return;
    const after = yield* this.runHooks(block.hooks.afterAll);
    if (after) this.reportFile(after);
  }

  /** Hooks around all tests of a block; returns the first failure. */
  private *runHooks(hooks: readonly Hook[]): Generator<Turn, RawFailure | undefined, Outcome> {
    this.active = { ...createActive(), console: this.active.console };
    for (const hook of hooks) {
      const outcome = yield this.callOf(hook, 'hook', this.active.context);
      if (outcome.threw) this.fail(describeFailure(outcome.value, 'hook', hook.origin));
      if (this.active.failure) return { ...this.active.failure, phase: 'hook' };
    }
    return undefined;
  }

  private callOf(hook: Hook, what: Call['what'], context: object): Call {
    this.active.origin = hook.origin;
    return { fn: hook.fn, timeout: hook.timeout ?? this.defaultTimeout, what, context };
  }

  private *runTest(test: TestCase, inherited: RawFailure | undefined): Flow {
    this.host.report({ e: 'start', id: test.id, path: test.path });
    this.running = test;
    yield undefined;
    this.active = { ...createActive(), console: this.active.console, failure: inherited };
    this.host.beforeTest(test);
    const { before, after } = hooksAround(test);
    for (const hook of before) {
      if (this.active.failure) break;
      yield* this.runEach(hook);
    }
    if (!this.active.failure) yield* this.runBody(test);
    for (const hook of after) yield* this.runEach(hook);
    this.checkAssertionCounts();
    // The host takes this report with the next test's start, before that test's code runs.
    this.report(test.id, test.path, this.active.failure ? 'failed' : 'passed');
  }

  private *runEach(hook: Hook): Flow {
    const outcome = yield this.callOf(hook, 'hook', this.active.context);
    if (outcome.threw) this.fail(describeFailure(outcome.value, 'hook', hook.origin));
  }

  private *runBody(test: TestCase): Flow {
    const outcome = yield this.callOf(test, 'test', this.active.context);
    if (outcome.threw) this.fail(describeFailure(outcome.value, 'test', test.origin));
    if (!test.failing) return;
    if (this.active.failure) {
      this.active.failure = undefined;
      return;
    }
    const message =
      'Failing test passed even though it was supposed to fail. Remove `.failing` to remove error.';
    this.fail(describeFailure(new Error(message), 'test', test.origin));
  }

  /** `expect.assertions` and `expect.hasAssertions`. */
  private checkAssertionCounts(): void {
    const errors = expect.extractExpectedAssertionsErrors();
    const { suppressedErrors } = expect.getState();
    const first: unknown = errors[0]?.error ?? suppressedErrors[0];
    if (first !== undefined) this.fail(describeFailure(first, 'test'));
  }
}

/** Hooks around one test: the outer blocks' `beforeEach` first, the inner blocks' `afterEach` first. */
function hooksAround(test: TestCase): { before: Hook[]; after: Hook[] } {
  const before: Hook[] = [];
  const after: Hook[] = [];
  for (let block: Block | undefined = test.parent; block; block = block.parent) {
    before.unshift(...block.hooks.beforeEach);
    after.push(...block.hooks.afterEach);
  }
  return { before, after };
}
