/** Runs the tests that a file defines, in the order and with the rules of jest. */
import { expect } from 'expect';
import type { RawFailure } from '../runtime-protocol';
import type { Block, Definitions, Hook, Retry, TestCase } from './definitions';
import type { Dialect } from './dialect';
import { describeFailure } from './errors';
import type { Call, Outcome } from './invoke';
import type { Result, Runner } from './runner';
import type { Flow } from './scheduler';
import { hooksAround, inOrder, isWithin } from './test-order';

export interface FlowOptions {
  definitions: Definitions;
  runner(): Runner;
  dialect: Dialect;
  /** Ids of the only tests to run. */
  only: ReadonlySet<string> | undefined;
  /** ms, unless a test or hook says otherwise; asked once the file is loaded. */
  timeout(): number;
  /** Tries of failed tests, as set while the file loaded. */
  retry(): Retry;
  /** Sets the names that matchers see. */
  announce(test: TestCase): void;
  /** Resets mocks and the like, as the configuration says. */
  refresh(): void;
  /** A failed try does not count: its snapshots are taken anew. */
  forget(test: TestCase): void;
  sleep(ms: number): Promise<void>;
}

const CANNOT_PASS =
  'Failing test passed even though it was supposed to fail. Remove `.failing` to remove error.';

export class TestFlow {
  private retry: Retry = { times: 0, immediately: false, waitMs: 0 };
  private timeout = 0;
  /** Blocks that may run again as a whole are under way: their tests are not tried again one by one. */
  private retrying = 0;

  constructor(private readonly options: FlowOptions) {}

  private get runner(): Runner {
    return this.options.runner();
  }

  *run(): Flow {
    this.retry = this.options.retry();
    this.timeout = this.options.timeout();
    yield* this.block(this.options.definitions.root, undefined);
  }

  private isLeftOut(test: TestCase): 'skipped' | 'todo' | undefined {
    if (test.mode === 'skip' || test.parent.mode === 'skip') return 'skipped';
    if (this.options.definitions.focused && test.mode === undefined) return 'skipped';
    return test.mode === 'todo' ? 'todo' : undefined;
  }

  private willRun(test: TestCase): boolean {
    const { only } = this.options;
    return this.isLeftOut(test) === undefined && (!only || only.has(test.id));
  }

  /** True if the hooks of a block run. A test yet to be written counts, as in jest. */
  private hasWork(block: Block): boolean {
    const { only, definitions } = this.options;
    return block.children.some((child) => {
      if (child.kind === 'describe') return this.hasWork(child);
      if (only) return this.willRun(child);
      return !(child.mode === 'skip' || (definitions.focused && child.mode !== 'only'));
    });
  }

  private *block(block: Block, inherited: RawFailure | undefined): Flow {
    if (!block.retry) {
      yield* this.blockOnce(block, inherited);
      return;
    }
    const { sleep, forget } = this.options;
    const runner = this.runner;
    for (let left = block.retry.times; ; left--) {
      const failedFile = runner.hasFailedFile;
      runner.hold();
      this.retrying++;
      yield* this.blockOnce(block, inherited);
      this.retrying--;
      const results = runner.release();
      const failed = results.some((result) => result.status === 'failed');
      if (!failed || left <= 0 || runner.hasFailedFile !== failedFile) {
        for (const result of results) runner.report(result);
        return;
      }
      for (const test of this.options.definitions.tests) if (isWithin(test, block)) forget(test);
      if (block.retry.waitMs > 0) yield* this.pause(() => sleep(block.retry?.waitMs ?? 0));
    }
  }

  private *pause(wait: () => Promise<void>): Flow {
    yield { call: { fn: wait, timeout: 2 ** 30, what: 'hook', context: undefined } };
  }

  private *blockOnce(block: Block, inherited: RawFailure | undefined): Flow {
    const { dialect } = this.options;
    const runner = this.runner;
    const works = block.mode !== 'skip' && this.hasWork(block);
    const own = works ? yield* this.hooksOnce(block, 'beforeAll', block.hooks.beforeAll) : undefined;
    const failure = inherited ?? own;
    const again: TestCase[] = [];
    for (const child of inOrder(block)) {
      if (runner.finished) break;
      if (child.kind === 'describe') yield* this.block(child, failure);
      else yield* this.child(child, failure, again);
    }
    for (const test of again) yield* this.tryAgain(test);
    if (!works) return;
    const after = dialect.reverseAfter ? block.hooks.afterAll.toReversed() : block.hooks.afterAll;
    const failed = yield* this.hooksOnce(block, 'afterAll', after);
    if (failed) runner.failFile(failed);
    for (const fn of dialect.afterBlock(block)) {
      const outcome = yield { call: this.plainCall(fn) };
      if (outcome.threw) runner.failFile(describeFailure(outcome.value, 'hook'));
    }
  }

  private *child(test: TestCase, inherited: RawFailure | undefined, again: TestCase[]): Flow {
    const { only } = this.options;
    const runner = this.runner;
    const leftOut = this.isLeftOut(test);
    if (leftOut) {
      if (!only) runner.leaveOut(test, leftOut);
      return;
    }
    if (!this.willRun(test)) return;
    const result = yield* this.test(test, inherited);
    const times = test.retry ?? this.retry.times;
    if (result.status !== 'failed' || inherited || times === 0 || this.retrying > 0) {
      runner.report(result);
    } else if (this.retry.immediately || test.retry !== undefined) {
      yield* this.tryAgain(test);
    } else {
      again.push(test);
    }
  }

  /** Further tries of a failed test; the last one is reported. */
  private *tryAgain(test: TestCase): Flow {
    const { sleep, forget } = this.options;
    const runner = this.runner;
    let result: Result | undefined;
    for (let left = test.retry ?? this.retry.times; left > 0; left--) {
      forget(test);
      if (this.retry.waitMs > 0) yield* this.pause(() => sleep(this.retry.waitMs));
      result = yield* this.test(test, undefined);
      if (result.status !== 'failed') break;
    }
    if (result) runner.report(result);
  }

  /** Hooks around all tests of a block, every one of them; returns the first failure. */
  private *hooksOnce(
    block: Block,
    kind: 'beforeAll' | 'afterAll',
    hooks: readonly Hook[],
  ): Flow<RawFailure | undefined> {
    const { dialect } = this.options;
    const runner = this.runner;
    const { scope } = runner;
    const earlier = runner.takeFileFailure();
    if (earlier) runner.failFile(earlier);
    for (const hook of hooks) {
      const outcome = yield { call: this.callOf(hook, 'hook', {}, dialect.args(undefined)) };
      if (outcome.threw) scope.fail(describeFailure(outcome.value, 'hook', hook.origin));
      else if (kind === 'beforeAll') dialect.returned('beforeAll', outcome.value, block);
    }
    const failure = runner.takeFileFailure();
    return failure && { ...failure, phase: 'hook' };
  }

  private callOf(hook: Hook, what: Call['what'], context: unknown, args: Call['args']): Call {
    this.runner.scope.origin = hook.origin;
    return { fn: hook.fn, timeout: hook.timeout || this.timeout, what, context, args, anyResult: !!args };
  }

  private plainCall(fn: () => unknown): Call {
    return { fn, timeout: this.timeout, what: 'hook', context: undefined, args: [] };
  }

  /** One try of a test, hooks included. */
  private *test(test: TestCase, inherited: RawFailure | undefined): Flow<Result> {
    const { dialect } = this.options;
    const runner = this.runner;
    const scope = runner.open(test);
    yield undefined;
    this.options.announce(test);
    scope.failure = inherited;
    if (!test.concurrent) this.options.refresh();
    dialect.begin(test);
    const skipped = yield* this.runTest(test);
    yield* this.runLast(dialect.afterTest(scope.failure !== undefined));
    this.checkAssertionCounts();
    if (dialect.invertWhole && test.failing && !skipped) this.invert(test);
    return runner.close(test, skipped ? 'skipped' : scope.failure ? 'failed' : 'passed');
  }

  private *runLast(calls: readonly (() => unknown)[]): Flow {
    for (const fn of calls) {
      const outcome = yield { call: this.plainCall(fn) };
      if (outcome.threw) this.runner.scope.fail(describeFailure(outcome.value, 'hook'));
    }
  }

  private invert(test: TestCase): void {
    const { scope } = this.runner;
    scope.failure = scope.failure
      ? undefined
      : describeFailure(new Error('Expect test to fail'), 'test', test.origin);
  }

  /** Hooks and function of a test; true when it said that it is to be skipped. */
  private *runTest(test: TestCase): Flow<boolean> {
    const { dialect } = this.options;
    const runner = this.runner;
    const { scope } = runner;
    const context: unknown = Object.create(null);
    const args = dialect.args(test);
    const { before, after } = hooksAround(test, dialect.reverseAfter);
    let skipped = false;
    for (const hook of before) {
      if (scope.failure || skipped) break;
      const outcome = yield { call: this.callOf(hook, 'hook', context, args) };
      skipped = outcome.threw && dialect.isSkip(outcome.value);
      if (outcome.threw && !skipped) scope.fail(describeFailure(outcome.value, 'hook', hook.origin));
      if (!outcome.threw) dialect.returned('beforeEach', outcome.value, undefined);
    }
    for (let run = 0; run <= test.repeats && !scope.failure && !skipped; run++) {
      const outcome = yield { call: this.callOf(test, 'test', context, args) };
      skipped = outcome.threw && dialect.isSkip(outcome.value);
      if (!skipped) this.settle(test, outcome);
    }
    for (const hook of after) {
      const outcome = yield { call: this.callOf(hook, 'hook', context, args) };
      if (outcome.threw) scope.fail(describeFailure(outcome.value, 'hook', hook.origin));
    }
    return skipped;
  }

  private settle(test: TestCase, outcome: Outcome): void {
    const { dialect } = this.options;
    const runner = this.runner;
    if (test.failing && !dialect.invertWhole) {
      if (outcome.threw) return;
      runner.scope.fail(describeFailure(new Error(CANNOT_PASS), 'test', test.origin));
    } else if (outcome.threw) {
      runner.scope.fail(describeFailure(outcome.value, 'test', test.origin));
    }
  }

  /** Failures that matchers kept back, `expect.assertions` and `expect.hasAssertions`. */
  private checkAssertionCounts(): void {
    const { scope } = this.runner;
    const { suppressedErrors, isExpectingAssertions } = expect.getState();
    expect.setState({ suppressedErrors: [] });
    for (const error of suppressedErrors) scope.fail(describeFailure(error, 'test'));
    const errors = expect.extractExpectedAssertionsErrors();
    // "No assertion was called" says nothing where another failure came first.
    if (isExpectingAssertions && scope.failure) return;
    for (const { error } of errors) scope.fail(describeFailure(error, 'test'));
  }
}
