/** Functions that a test file calls while it loads, in jest's form: `describe`, `test` and the hooks. */
import { bind } from 'jest-each';
import type { Definitions, HookKind, Mode, TestOptions, UserFunction } from './definitions';
import { inspect } from './node/inspect';
import { convertDescriptorToString } from './shims/jest-util';

export type Definer = UserFunction & Record<string, unknown>;

/** A function that `each` can call for every row. */
type Each = Parameters<typeof bind>[0];

export function eachOf(define: UserFunction, takesDone: boolean): UserFunction {
  return bind(define as unknown as Each, takesDone);
}

export function timeoutOf(timeout: unknown): number | undefined {
  return typeof timeout === 'number' ? timeout : undefined;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

function checkFunction(fn: unknown, missing: string): asserts fn is UserFunction {
  if (fn === undefined) throw new Error(missing);
  if (typeof fn !== 'function')
    throw new Error(`Invalid second argument, ${show(fn)}. It must be a callback function.`);
}

const NO_BODY =
  'Missing second argument. It must be a callback function. Perhaps you want to use `test.todo` for a test placeholder.';

function noop(): void {}

function testDefiner(definitions: Definitions, options: TestOptions): Definer {
  const define = (name: unknown, fn: unknown, timeout: unknown): void => {
    const title = convertDescriptorToString(name);
    checkFunction(fn, NO_BODY);
    definitions.test(title, fn, { ...options, timeout: timeoutOf(timeout) });
  };
  // Rows of these never take a `done`, as in jest.
  const takesDone = !options.failing && !options.concurrent;
  return Object.assign(define, { each: eachOf(define, takesDone) }) as unknown as Definer;
}

function describeDefiner(definitions: Definitions, mode: Mode): Definer {
  const define = (name: unknown, fn: unknown): void => {
    checkFunction(fn, 'Missing second argument. It must be a callback function.');
    definitions.describe(convertDescriptorToString(name), fn, mode, false);
  };
  return Object.assign(define, { each: eachOf(define, false) }) as unknown as Definer;
}

/** `test` and what hangs on it. Tests of one file share an isolate, so concurrent ones run one after the other. */
function createTest(definitions: Definitions): Definer {
  const make = (options: TestOptions): Definer => testDefiner(definitions, options);
  const withFailing = (options: TestOptions): Definer =>
    Object.assign(make(options), { failing: make({ ...options, failing: true }) });
  const skip = withFailing({ mode: 'skip' });
  const only = withFailing({ mode: 'only' });
  const concurrent = Object.assign(withFailing({ concurrent: true }), {
    only: withFailing({ concurrent: true, mode: 'only' }),
    skip,
  });
  const todo = (name: unknown, ...rest: unknown[]): void => {
    if (rest.length > 0 || typeof name !== 'string')
      throw new Error('Todo must be called with only a description.');
    definitions.test(name, noop, { mode: 'todo' });
  };
  return Object.assign(withFailing({}), { only, skip, concurrent, todo });
}

function createDescribe(definitions: Definitions): Definer {
  const only = describeDefiner(definitions, 'only');
  const skip = describeDefiner(definitions, 'skip');
  return Object.assign(describeDefiner(definitions, undefined), { only, skip });
}

export function hookDefiner(definitions: Definitions, kind: HookKind): UserFunction {
  return (fn, timeout) => {
    if (typeof fn !== 'function') throw new Error('Invalid first argument. It must be a callback function.');
    definitions.hook(kind, fn as UserFunction, timeoutOf(timeout));
  };
}

/** The defining half of the test API: what a test file calls while it loads. */
export function createDefiners(definitions: Definitions): Record<string, unknown> {
  const test = createTest(definitions);
  const describe = createDescribe(definitions);
  const hook = (kind: HookKind): UserFunction => hookDefiner(definitions, kind);
  return {
    describe,
    it: test,
    test,
    beforeAll: hook('beforeAll'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    afterAll: hook('afterAll'),
    before: hook('beforeAll'),
    after: hook('afterAll'),
    xit: test.skip,
    xtest: test.skip,
    fit: test.only,
    xdescribe: describe.skip,
    fdescribe: describe.only,
  };
}
