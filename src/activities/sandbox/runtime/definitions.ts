/** The tree of describes, hooks and tests that a test file defines. */
import { bind } from 'jest-each';
import { convertDescriptorToString } from './shims/jest-util';

export type UserFunction = (...args: unknown[]) => unknown;
export type Mode = 'only' | 'skip' | 'todo' | undefined;
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

export interface Hook {
  fn: UserFunction;
  timeout: number | undefined;
  /** Made where it was defined: its stack is the place of failures without one. */
  origin: Error;
}

export interface TestCase extends Hook {
  kind: 'test';
  title: string;
  mode: Mode;
  failing: boolean;
  parent: Block;
  id: string;
  path: string[];
}

export interface Block {
  kind: 'describe';
  title: string;
  mode: Mode;
  parent: Block | undefined;
  children: (Block | TestCase)[];
  hooks: Record<HookKind, Hook[]>;
}

/** More tests than this in one file are refused. */
const MAX_TESTS = 20_000;

/** Characters kept of an id: titles of many describes add up. */
const MAX_ID = 16 * 1024;

function createBlock(title: string, parent: Block | undefined, mode: Mode): Block {
  const hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
  return { kind: 'describe', title, mode, parent, children: [], hooks };
}

function pathOf(parent: Block | undefined, title: string): string[] {
  const titles = [title];
  for (let block = parent; block?.parent; block = block.parent) titles.unshift(block.title);
  return titles;
}

function noop(): void {}

/** Collects definitions while the test file loads. */
export class Definitions {
  readonly root = createBlock('', undefined, undefined);
  readonly tests: TestCase[] = [];
  /** Some test says `only`: the others are skipped. */
  focused = false;
  private current: Block = this.root;
  private open = true;
  private readonly ids = new Map<string, number>();

  constructor(private readonly file: string) {}

  /** No more definitions: the tests run. */
  close(): void {
    this.open = false;
  }

  private assertOpen(what: string): void {
    if (this.open) return;
    throw new Error(
      `${what} can't be called after tests have started running: define it when the test file loads.`,
    );
  }

  private uniqueId(path: readonly string[]): string {
    const id = [this.file, ...path].join(' > ').slice(0, MAX_ID);
    let count = (this.ids.get(id) ?? 0) + 1;
    let unique = count === 1 ? id : `${id} (${count})`;
    // A title may itself end in such a number.
    while (count > 1 && this.ids.has(unique)) unique = `${id} (${++count})`;
    this.ids.set(id, count);
    if (unique !== id) this.ids.set(unique, 1);
    return unique;
  }

  describe(name: unknown, fn: unknown, mode: Mode): void {
    this.assertOpen('describe()');
    if (typeof fn !== 'function') throw new Error(`describe "${String(name)}" needs a function.`);
    const parent = this.current;
    const block = createBlock(convertDescriptorToString(name), parent, mode ?? parent.mode);
    parent.children.push(block);
    this.current = block;
    try {
      (fn as UserFunction)();
    } finally {
      this.current = parent;
    }
    this.passOnMode(block);
  }

  /** A describe's mode is that of its tests, unless `only` was given to one of them. */
  private passOnMode(block: Block): void {
    const tests = block.children.filter((child) => child.kind === 'test');
    const chosen = block.mode === 'only' && tests.some((test) => test.mode === 'only');
    if (!chosen) for (const test of tests) test.mode ??= block.mode;
    if (block.mode !== 'skip' && tests.some((test) => test.mode === 'only')) this.focused = true;
  }

  test(name: unknown, fn: unknown, timeout: unknown, mode: Mode, failing: boolean): void {
    this.assertOpen('test()');
    const title = convertDescriptorToString(name);
    const hasBody = typeof fn === 'function';
    if (!hasBody && mode !== 'todo' && mode !== 'skip') {
      throw new Error(
        `test "${title}" needs a function; write test.todo("${title}") for one that is yet to come.`,
      );
    }
    if (this.tests.length >= MAX_TESTS) throw new Error(`more than ${MAX_TESTS} tests in one file.`);
    const path = pathOf(this.current, title);
    const test: TestCase = {
      kind: 'test',
      title,
      mode,
      failing,
      parent: this.current,
      id: this.uniqueId(path),
      path,
      fn: hasBody ? (fn as UserFunction) : noop,
      timeout: typeof timeout === 'number' ? timeout : undefined,
      origin: new Error('defined here'),
    };
    if (mode === 'only' && this.current.mode !== 'skip') this.focused = true;
    this.current.children.push(test);
    this.tests.push(test);
  }

  hook(kind: HookKind, fn: unknown, timeout: unknown): void {
    this.assertOpen(`${kind}()`);
    if (typeof fn !== 'function') throw new Error(`${kind} needs a function.`);
    const limit = typeof timeout === 'number' ? timeout : undefined;
    this.current.hooks[kind].push({
      fn: fn as UserFunction,
      timeout: limit,
      origin: new Error('defined here'),
    });
  }
}

type Definer = UserFunction & Record<string, unknown>;

/** vitest puts options before the function; jest a timeout after it. */
function normalise(args: unknown[]): { fn: unknown; timeout: unknown } {
  const [second, third] = args;
  if (typeof second === 'object' && second !== null && typeof third === 'function') {
    return { fn: third, timeout: (second as { timeout?: unknown }).timeout };
  }
  return { fn: second, timeout: third };
}

function testDefiner(definitions: Definitions, mode: Mode, failing = false): Definer {
  const define = (name: unknown, ...args: unknown[]): void => {
    const { fn, timeout } = normalise(args);
    definitions.test(name, fn, timeout, mode, failing);
  };
  return Object.assign(define, { each: bind(define as never) }) as unknown as Definer;
}

function describeDefiner(definitions: Definitions, mode: Mode): Definer {
  const define = (name: unknown, ...args: unknown[]): void => {
    definitions.describe(name, normalise(args).fn, mode);
  };
  return Object.assign(define, { each: bind(define as never, false) }) as unknown as Definer;
}

function createTest(definitions: Definitions): Definer {
  const modes = (failing: boolean): Definer =>
    Object.assign(testDefiner(definitions, undefined, failing), {
      only: testDefiner(definitions, 'only', failing),
      skip: testDefiner(definitions, 'skip', failing),
    });
  const failing = modes(true);
  // Tests of one file share an isolate, so concurrent ones run one after the other.
  const concurrent = Object.assign(modes(false), { failing });
  const test = Object.assign(modes(false), { failing, fails: failing, concurrent });
  const chooseIf = (condition: unknown): Definer => (condition ? test : (test.skip as Definer));
  return Object.assign(test, {
    todo: (name: unknown) => definitions.test(name, undefined, undefined, 'todo', false),
    skipIf: (condition: unknown) => chooseIf(!condition),
    runIf: chooseIf,
    sequential: test,
  });
}

function createDescribe(definitions: Definitions): Definer {
  const only = describeDefiner(definitions, 'only');
  const skip = describeDefiner(definitions, 'skip');
  const describe = Object.assign(describeDefiner(definitions, undefined), { only, skip });
  return Object.assign(describe, {
    skipIf: (condition: unknown) => (condition ? skip : describe),
    runIf: (condition: unknown) => (condition ? describe : skip),
    sequential: describe,
    todo: (name: unknown) => definitions.test(name, undefined, undefined, 'todo', false),
  });
}

/** The defining half of the test API: what a test file calls while it loads. */
export function createDefiners(definitions: Definitions): Record<string, unknown> {
  const test = createTest(definitions);
  const describe = createDescribe(definitions);
  const hook =
    (kind: HookKind): UserFunction =>
    (fn, timeout) =>
      definitions.hook(kind, fn, timeout);
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
