/** The `t` of a test of `node:test`. */
import type { UserFunction } from '../definitions';
import type { Timers } from '../timers';
import { readWait, retryCall } from '../vi-object';
import type { MockTracker } from './mock';
import type { HookName, TestNode } from './node';

export interface ContextHost {
  file: string;
  timers: Timers;
  /** Adds a subtest; resolves when it is over. */
  addTest(parent: TestNode, args: readonly unknown[]): Promise<void>;
  addHook(node: TestNode, name: HookName, args: readonly unknown[]): void;
  print(text: string): void;
  /** `node:assert` of the tests. */
  assert(): object;
}

const HOOKS: readonly HookName[] = ['before', 'after', 'beforeEach', 'afterEach'];

const NO_SNAPSHOT =
  'is not supported in the sandbox: compare with t.assert.deepStrictEqual, or use a command check (for example --check "node --test").';

/** `t.assert`: the functions of node:assert, counted for `t.plan`. */
function createCountedAssert(node: TestNode, assert: object): Record<string, unknown> {
  const counted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(assert)) {
    // Classes of errors stay what they are.
    if (typeof value !== 'function' || /^[A-Z]/.test(name) || name === 'strict') continue;
    counted[name] = (...args: unknown[]) => {
      node.checks++;
      return (value as UserFunction)(...args);
    };
  }
  for (const name of ['snapshot', 'fileSnapshot']) {
    counted[name] = () => {
      throw new Error(`t.assert.${name}() ${NO_SNAPSHOT}`);
    };
  }
  return counted;
}

/** Context object for a test's function. */
export function createContext(host: ContextHost, node: TestNode, mock: MockTracker): object {
  const addTest = (...args: unknown[]): Promise<void> => host.addTest(node, args);
  const test: UserFunction & Record<string, unknown> = Object.assign(addTest, {
    skip: (...args: unknown[]) => host.addTest(node, withOption(args, 'skip')),
    todo: (...args: unknown[]) => host.addTest(node, withOption(args, 'todo')),
    only: addTest,
  }) as never;
  const hooks = HOOKS.map((name) => [name, (...args: unknown[]) => host.addHook(node, name, args)] as const);
  let assert: Record<string, unknown> | undefined;
  return {
    ...Object.fromEntries(hooks),
    name: node.title,
    fullName: node.path.join(' > '),
    filePath: `/${host.file}`,
    get signal() {
      return new (realGlobal.AbortController as new () => { signal: unknown })().signal;
    },
    test,
    mock: mock.api(),
    get assert() {
      return (assert ??= createCountedAssert(node, host.assert()));
    },
    skip: () => {
      node.skipped = true;
    },
    todo: () => {
      node.todo = true;
    },
    plan: (count: number) => {
      node.planned = count;
    },
    diagnostic: (text: unknown) => host.print(String(text)),
    runOnly: () => undefined,
    waitFor: (condition: UserFunction, options: unknown) =>
      retryCall(host.timers, readWait(options), condition),
  };
}

/** Arguments of a definition with an option added. */
export function withOption(args: readonly unknown[], option: string): unknown[] {
  const index = args.findIndex((value) => typeof value === 'object' && value !== null);
  const options: unknown = Object.assign({}, args[index], { [option]: true });
  if (index !== -1) return args.map((value, at) => (at === index ? options : value));
  const fn = args.findIndex((value) => typeof value === 'function');
  const at = fn === -1 ? args.length : fn;
  return [...args.slice(0, at), options, ...args.slice(at)];
}
