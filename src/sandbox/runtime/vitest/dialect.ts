/** Parts of a vitest test around its function: context, fixtures, and calls for its end. */
import type { Block, TestCase, UserFunction } from '../definitions';
import type { Dialect } from '../dialect';
import type { FixtureSet } from './fixtures';
import { FixtureRun, SharedFixtures } from './fixtures';

type Context = Record<string, unknown>;
type Cleanup = (...context: unknown[]) => unknown;

/** Thrown by `skip()` of a test. */
class SkipSignal extends Error {}

/** State of one run of a test. */
interface Run {
  context: Context;
  fixtures: FixtureRun;
  /** Functions that `beforeEach` hooks returned. */
  cleanups: Cleanup[];
  finished: UserFunction[];
  failed: UserFunction[];
}

const NO_FIXTURES: FixtureSet = new Map();

export interface VitestHost {
  expect: unknown;
}

export class VitestDialect implements Dialect {
  readonly reverseAfter = true;
  readonly invertWhole = true;
  private run: Run | undefined;
  private readonly shared = new SharedFixtures();
  /** Fixtures of tests made by an extended `test`, by their function. */
  private readonly sets = new WeakMap<UserFunction, FixtureSet>();
  private readonly blockEnds = new Map<Block, Cleanup[]>();

  constructor(private readonly host: VitestHost) {}

  /**
   * Wraps a test or hook so that it waits for its fixtures. `set`: fixtures of its test; `prefix`: arguments before its
   * context.
   */
  wrap(fn: UserFunction, set?: FixtureSet, prefix: readonly unknown[] = []): UserFunction {
    const wrapped: UserFunction = (context) => {
      const call = (): unknown => fn(...prefix, ...(context === undefined ? [] : [context]));
      const wanted = this.run?.fixtures.wanted(fn, prefix.length) ?? [];
      if (wanted.length === 0) return call();
      return this.run?.fixtures.start(wanted).then(call);
    };
    if (set) this.sets.set(wrapped, set);
    return wrapped;
  }

  begin(test: TestCase): void {
    const context = this.createContext(test);
    const fixtures = new FixtureRun(this.sets.get(test.fn) ?? NO_FIXTURES, context, this.shared);
    this.run = { context, fixtures, cleanups: [], finished: [], failed: [] };
  }

  private createContext(test: TestCase): Context {
    const skip = (condition?: unknown): void => {
      if (condition !== false) throw new SkipSignal('skipped');
    };
    const task = {
      id: test.id,
      name: test.title,
      type: 'test',
      mode: 'run',
      meta: {},
      file: { name: test.id },
    };
    return {
      task,
      expect: this.host.expect,
      skip,
      onTestFinished: (fn: Cleanup) => this.onTestFinished(fn),
      onTestFailed: (fn: Cleanup) => this.onTestFailed(fn),
      annotate: () => Promise.resolve(),
    };
  }

  onTestFinished(fn: Cleanup): void {
    if (!this.run) throw new Error('onTestFinished() can only be called in a test.');
    this.run.finished.unshift(fn);
  }

  onTestFailed(fn: Cleanup): void {
    if (!this.run) throw new Error('onTestFailed() can only be called in a test.');
    this.run.failed.unshift(fn);
  }

  args(test: TestCase | undefined): readonly unknown[] {
    return test && this.run ? [this.run.context] : [];
  }

  isSkip(value: unknown): boolean {
    return value instanceof SkipSignal;
  }

  returned(hook: 'beforeEach' | 'beforeAll', value: unknown, block: Block | undefined): void {
    if (typeof value !== 'function') return;
    if (hook === 'beforeEach') this.run?.cleanups.unshift(value as Cleanup);
    else if (block) this.blockEnds.set(block, [value as Cleanup, ...(this.blockEnds.get(block) ?? [])]);
  }

  afterTest(failed: boolean): readonly Cleanup[] {
    const { run } = this;
    this.run = undefined;
    if (!run) return [];
    const told =
      (fn: UserFunction): Cleanup =>
      () =>
        fn(run.context);
    const failures = failed ? run.failed.map(told) : [];
    return [...run.cleanups, ...run.fixtures.ends, ...failures, ...run.finished.map(told)];
  }

  afterBlock(block: Block): readonly Cleanup[] {
    const ends = this.blockEnds.get(block) ?? [];
    return block.parent ? ends : [...ends, ...this.shared.ends];
  }
}
