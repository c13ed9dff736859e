/** Runs tests of `node:test` with its rules: subtests inside their parents, hooks from the outside in. */
import type { RawFailure } from '../../runtime-protocol';
import { describeFailure } from '../errors';
import type { Call } from '../invoke';
import type { Runner } from '../runner';
import type { Flow } from '../scheduler';
import type { ContextHost } from './context';
import { createContext } from './context';
import { MockTracker } from './mock';
import type { NodeHook, TestNode } from './node';
import type { FakeTimers } from '../fake-timers';

/** ms; node itself waits for ever, which here is the end of everything that can happen. */
const NO_LIMIT = 2 ** 31 - 1;

const CANCELLED = 'test did not finish before its parent and was cancelled';

export interface NodeFlowHost extends ContextHost {
  runner(): Runner;
  fakes: FakeTimers;
  /** Chooses what `test()` adds its tests to. */
  enter(node: TestNode): () => void;
}

export class NodeFlow {
  constructor(private readonly host: NodeFlowHost) {}

  private get runner(): Runner {
    return this.host.runner();
  }

  *run(node: TestNode): Flow {
    if (node.skipped) this.leaveOut(node, 'skipped');
    else if (node.kind === 'suite') yield* this.suite(node);
    else yield* this.test(node);
  }

  private leaveOut(node: TestNode, status: 'skipped' | 'todo'): void {
    this.runner.leaveOut(node, status);
    this.end(node);
  }

  private end(node: TestNode): void {
    node.ended = true;
    node.finish();
  }

  /** Tests of a suite that could not be set up fail. */
  private *cancel(node: TestNode): Flow {
    for (let child = node.waiting.shift(); child; child = node.waiting.shift()) {
      if (child.kind === 'suite') {
        yield* this.cancel(child);
      } else if (child.skipped) {
        this.runner.leaveOut(child, 'skipped');
      } else {
        this.runner.open(child);
        this.runner.scope.fail(describeFailure(new Error(CANCELLED), 'run', child.origin));
        if (!child.todo) node.failedChildren++;
        this.runner.report(this.runner.close(child, child.todo ? 'todo' : 'failed'));
      }
      this.end(child);
    }
  }

  /** A suite is told of only where something of its own fails. */
  private *suite(node: TestNode): Flow {
    let failure = node.broken && describeFailure(node.broken.error, 'collect', node.origin);
    const { body } = node;
    if (body && !failure) {
      const outcome = yield {
        call: this.callOf({ fn: () => body, timeout: undefined, origin: node.origin }, undefined),
      };
      if (outcome.threw) failure = describeFailure(outcome.value, 'collect', node.origin);
    }
    failure ??= yield* this.hooksOf(node.hooks.before);
    if (!failure) {
      for (let child = node.waiting.shift(); child && !this.runner.finished; child = node.waiting.shift())
        yield* this.run(child);
      failure = yield* this.hooksOf(node.hooks.after);
    }
    yield* this.cancel(node);
    if (failure) this.failSuite(node, failure);
    const { parent } = node;
    if (parent && (failure || node.failedChildren > 0)) parent.failedChildren++;
    this.end(node);
  }

  private failSuite(node: TestNode, failure: RawFailure): void {
    this.runner.open(node);
    this.runner.scope.fail(failure);
    this.runner.report(this.runner.close(node, 'failed'));
  }

  private callOf(hook: NodeHook, context: unknown): Call {
    const { fn, timeout = NO_LIMIT } = hook;
    // A second parameter is `done`.
    const doneAt = fn.length === 2 ? 1 : undefined;
    return { fn, timeout, what: 'hook', context: undefined, args: [context], doneAt, anyResult: true };
  }

  private *hooksOf(hooks: readonly NodeHook[], context?: unknown): Flow<RawFailure | undefined> {
    for (const hook of hooks) {
      const outcome = yield { call: this.callOf(hook, context) };
      if (outcome.threw) return describeFailure(outcome.value, 'hook', hook.origin);
    }
    return undefined;
  }

  private *test(node: TestNode): Flow {
    const scope = this.runner.open(node);
    yield undefined;
    const mock = new MockTracker(this.host.fakes);
    const context = createContext(this.host, node, mock);
    const leave = this.host.enter(node);
    const around = node.parent;
    const first = yield* this.hooksOf(around?.around('beforeEach') ?? [], context);
    if (first) scope.fail(first);
    else yield* this.body(node, context);
    const after = yield* this.hooksOf(around?.around('afterEach') ?? [], context);
    const last = yield* this.hooksOf(node.hooks.after, context);
    for (const failure of [after, last]) if (failure) scope.fail(failure);
    mock.reset();
    leave();
    this.settle(node);
    const status = node.skipped ? 'skipped' : node.todo ? 'todo' : scope.failure ? 'failed' : 'passed';
    if (status === 'failed' && node.parent) node.parent.failedChildren++;
    this.end(node);
    this.runner.report(this.runner.close(node, status));
  }

  private *body(node: TestNode, context: object): Flow {
    const hook: NodeHook = { fn: node.fn ?? (() => undefined), timeout: node.timeout, origin: node.origin };
    const call: Call = { ...this.callOf(hook, context), what: 'test' };
    const inner = (): Flow | undefined => {
      const child = node.waiting.shift();
      return child && this.run(child);
    };
    const outcome = yield { call, inner };
    if (outcome.threw) this.runner.scope.fail(describeFailure(outcome.value, 'test', node.origin));
    // Subtests that the function did not wait for.
    for (let next = inner(); next; next = inner()) yield* next;
  }

  /** Settles a test whose function has ended: by its subtests, its plan and its expected failure. */
  private settle(node: TestNode): void {
    const { scope } = this.runner;
    const count = node.checks + node.children;
    if (node.failedChildren > 0) {
      const noun = node.failedChildren === 1 ? 'subtest' : 'subtests';
      scope.fail(describeFailure(new Error(`${node.failedChildren} ${noun} failed`), 'test', node.origin));
    }
    if (node.planned !== undefined && node.planned !== count) {
      const message = `plan expected ${node.planned} assertions but received ${count}`;
      scope.fail(describeFailure(new Error(message), 'test', node.origin));
    }
    if (!node.options.expectFailure) return;
    const passed = new Error('test was expected to fail but passed');
    scope.failure = scope.failure ? undefined : describeFailure(passed, 'test', node.origin);
  }
}
