/** `node:test`: what a test file gets from it, and the tests it defines there. */
import { describeFailure } from '../errors';
import type { Ids, UserFunction } from '../definitions';
import type { FakeTimers } from '../fake-timers';
import type { EarlyTests, Runner } from '../runner';
import type { Flow } from '../scheduler';
import { isPromise } from '../shims/jest-util';
import type { Timers } from '../timers';
import { withOption } from './context';
import { NodeFlow } from './flow';
import { MockTracker } from './mock';
import type { HookName, NodeOptions } from './node';
import { TestNode } from './node';

export interface NodeTestsHost {
  ids: Ids;
  timers: Timers;
  fakes: FakeTimers;
  runner(): Runner;
  file: string;
  /** Ids of the only tests to run. */
  only: ReadonlySet<string> | undefined;
  /** Tests are defined while others run: so many there are now. */
  collected(count: number): void;
  print(text: string): void;
  /** `node:assert` of the tests. */
  assert(): object;
}

/** More tests than this in one file are refused. */
const MAX_TESTS = 20_000;

const MAX_TITLE = 1024;

interface Definition {
  title: string;
  options: NodeOptions;
  fn: UserFunction | undefined;
}

/** Name, options and function, each of which may be missing. */
function readDefinition(args: readonly unknown[]): Definition {
  const fn = args.find((value) => typeof value === 'function') as UserFunction | undefined;
  const options = args.find((value) => typeof value === 'object' && value !== null) as
    (NodeOptions & { name?: unknown }) | undefined;
  const name = typeof args[0] === 'string' ? args[0] : (options?.name ?? fn?.name);
  const title = typeof name === 'string' && name !== '' ? name : '<anonymous>';
  return { title: title.slice(0, MAX_TITLE), options: options ?? {}, fn };
}

export class NodeTests implements EarlyTests {
  private readonly root: TestNode;
  /** Node that `test()` adds its tests to. */
  private current: TestNode;
  private readonly flow: NodeFlow;
  private prepared = false;
  count = 0;
  private module: UserFunction | undefined;

  constructor(private readonly host: NodeTestsHost) {
    this.root = new TestNode('root', '', undefined, {}, undefined, host.ids);
    this.current = this.root;
    this.flow = new NodeFlow({
      ...host,
      addTest: (parent, args) => this.add('test', parent, args),
      addHook: (node, name, args) => this.addHook(node, name, args),
      enter: (node) => this.enter(node),
    });
  }

  /** The module, as `require('node:test')` gives it. */
  get api(): UserFunction {
    this.module ??= this.createApi();
    return this.module;
  }

  private enter(node: TestNode): () => void {
    const outer = this.current;
    this.current = node;
    return () => {
      this.current = outer;
    };
  }

  next(): Flow | undefined {
    const node = this.root.waiting.shift();
    return node && this.runTop(node);
  }

  private *runTop(node: TestNode): Flow {
    yield* this.prepare();
    const { only } = this.host;
    if (only && ![...only].some((id) => id.startsWith(node.id))) node.finish();
    else yield* this.flow.run(node);
  }

  /** Hooks of the file, before its first test. */
  private *prepare(): Flow {
    if (this.prepared) return;
    this.prepared = true;
    yield* this.hooks('before');
  }

  private *hooks(name: 'before' | 'after'): Flow {
    for (const { fn, timeout = 2 ** 31 - 1, origin } of this.root.hooks[name]) {
      const doneAt = fn.length === 2 ? 1 : undefined;
      const outcome = yield {
        call: { fn, timeout, what: 'hook', context: undefined, args: [undefined], doneAt, anyResult: true },
      };
      if (outcome.threw) this.host.runner().failFile(describeFailure(outcome.value, 'hook', origin));
    }
  }

  *end(): Flow {
    if (this.prepared) yield* this.hooks('after');
  }

  private add(kind: 'suite' | 'test', parent: TestNode, args: readonly unknown[]): Promise<void> {
    const { title, options, fn } = readDefinition(args);
    if (this.count >= MAX_TESTS) throw new Error(`more than ${MAX_TESTS} tests in one file.`);
    const node = new TestNode(kind, title, fn, options, parent, this.host.ids);
    if (parent.ended) {
      node.finish();
      return node.done;
    }
    parent.waiting.push(node);
    parent.children++;
    // A suite is told of only where it is skipped or fails by itself.
    if (kind === 'test' || node.skipped) this.host.collected(++this.count);
    if (kind === 'suite' && !node.skipped) this.define(node);
    return node.done;
  }

  /** Runs the body of a suite, which defines its tests. */
  private define(node: TestNode): void {
    const leave = this.enter(node);
    try {
      const returned = node.fn?.({
        name: node.title,
        fullName: node.path.join(' > '),
        filePath: `/${this.host.file}`,
      });
      if (isPromise(returned)) node.body = returned;
    } catch (error) {
      node.broken = { error };
    } finally {
      leave();
    }
  }

  private addHook(node: TestNode, name: HookName, args: readonly unknown[]): void {
    const [fn, options] = args;
    if (typeof fn !== 'function') throw new TypeError(`${name}() needs a function.`);
    if (node.kind === 'test' && name === 'before') {
      this.runNow(fn as UserFunction);
      return;
    }
    const timeout = (options as { timeout?: unknown } | undefined)?.timeout;
    node.hooks[name].push({
      fn: fn as UserFunction,
      timeout: typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : undefined,
      origin: new Error('defined here'),
    });
  }

  /** `t.before()`: the test runs already, so its hook does at once. */
  private runNow(fn: UserFunction): void {
    const { scope } = this.host.runner();
    const fail = (error: unknown): void => scope.fail(describeFailure(error, 'hook'));
    try {
      const returned = fn();
      if (isPromise(returned)) returned.then(() => undefined, fail);
    } catch (error) {
      fail(error);
    }
  }

  private definer(kind: 'suite' | 'test'): UserFunction & Record<string, unknown> {
    const define = (...args: unknown[]): Promise<void> => this.add(kind, this.current, args);
    // Without --test-only, node runs all tests, whatever says `only`.
    return Object.assign(define, {
      skip: (...args: unknown[]) => this.add(kind, this.current, withOption(args, 'skip')),
      todo: (...args: unknown[]) => this.add(kind, this.current, withOption(args, 'todo')),
      only: define,
      expectFailure: (...args: unknown[]) => this.add(kind, this.current, withOption(args, 'expectFailure')),
    }) as unknown as UserFunction & Record<string, unknown>;
  }

  private createApi(): UserFunction {
    const test = this.definer('test');
    const suite = this.definer('suite');
    const hook =
      (name: HookName): UserFunction =>
      (...args) =>
        this.addHook(this.current, name, args);
    return Object.assign(test, {
      test,
      it: test,
      suite,
      describe: suite,
      before: hook('before'),
      after: hook('after'),
      beforeEach: hook('beforeEach'),
      afterEach: hook('afterEach'),
      mock: new MockTracker(this.host.fakes).api(),
      run: () => {
        throw new Error(
          'run() of node:test is not supported in the sandbox: it starts processes. Use a command check.',
        );
      },
      snapshot: { setDefaultSnapshotSerializers: () => undefined, setResolveSnapshotPath: () => undefined },
      assert: { register: () => undefined },
    });
  }
}
