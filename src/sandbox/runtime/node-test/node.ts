/** A test or suite of `node:test`, as it is defined and while it runs. */
import type { Ids, UserFunction } from '../definitions';

export type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

export interface NodeHook {
  fn: UserFunction;
  timeout: number | undefined;
  origin: Error;
}

export interface NodeOptions {
  skip?: unknown;
  todo?: unknown;
  timeout?: unknown;
  plan?: unknown;
  expectFailure?: unknown;
}

export class TestNode {
  readonly id: string;
  readonly path: string[];
  readonly hooks: Record<HookName, NodeHook[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  /** Defined and not begun. */
  readonly waiting: TestNode[] = [];
  skipped: boolean;
  todo: boolean;
  /** Failed tests among its children, those to be done left aside. */
  failedChildren = 0;
  children = 0;
  /** Its hooks before the first child have run. */
  prepared = false;
  /** Over: no further subtest can begin. */
  ended = false;
  /** Thrown by the body of a suite. */
  broken: { error: unknown } | undefined;
  /** A suite whose body returned a promise. */
  body: PromiseLike<unknown> | undefined;
  /** Checks that the test announced with `plan`, and those it made. */
  planned: number | undefined;
  checks = 0;
  readonly origin = new Error('defined here');
  /** Resolves what `t.test()` returned. */
  readonly done: Promise<void>;
  finish: () => void = () => undefined;

  constructor(
    readonly kind: 'root' | 'suite' | 'test',
    readonly title: string,
    readonly fn: UserFunction | undefined,
    readonly options: NodeOptions,
    readonly parent: TestNode | undefined,
    ids: Ids,
  ) {
    this.path = parent ? [...parent.path, title] : [];
    this.id = parent ? ids.take(this.path) : '';
    this.skipped = isSet(options.skip);
    this.todo = isSet(options.todo) || (parent?.todo ?? false);
    this.planned = typeof options.plan === 'number' ? options.plan : undefined;
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  get timeout(): number | undefined {
    const { timeout } = this.options;
    return typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : undefined;
  }

  /** Hooks around each test below: the outer ones first, or last. */
  around(name: 'beforeEach' | 'afterEach'): NodeHook[] {
    const outer = this.parent?.around(name) ?? [];
    return name === 'beforeEach' ? [...outer, ...this.hooks[name]] : [...this.hooks[name], ...outer];
  }
}

function isSet(option: unknown): boolean {
  return option !== undefined && option !== false && option !== null && option !== '';
}
