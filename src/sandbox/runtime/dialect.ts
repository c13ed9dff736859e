import type { Block, TestCase } from './definitions';

/** Differences between jest and vitest. */
export interface Dialect {
  /** Called before the hooks of a test. */
  begin(test: TestCase): void;
  /** Arguments of tests and their hooks. Undefined: a `done` callback if they take one. */
  args(test: TestCase | undefined): readonly unknown[] | undefined;
  /** A value that says "this test is skipped". */
  isSkip(value: unknown): boolean;
  /** A hook's or test's return value. */
  returned(hook: 'beforeEach' | 'beforeAll', value: unknown, block: Block | undefined): void;
  /** Calls to make once the hooks after a test have run. */
  afterTest(failed: boolean): readonly (() => unknown)[];
  /** Calls to make once the hooks after a block have run. */
  afterBlock(block: Block): readonly (() => unknown)[];
  /** Hooks after tests run in the reverse of their order. */
  reverseAfter: boolean;
  /** `failing` turns the result of the whole test around, not that of its function. */
  invertWhole: boolean;
}

/** jest's own rules. */
export const JEST_DIALECT: Dialect = {
  begin: () => undefined,
  args: () => undefined,
  isSkip: () => false,
  returned: () => undefined,
  afterTest: () => [],
  afterBlock: () => [],
  reverseAfter: false,
  invertWhole: false,
};
