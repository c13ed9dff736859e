/** The tree of describes, hooks and tests that a test file defines. */
import { isPromise } from './shims/jest-util';

export type UserFunction = (...args: unknown[]) => unknown;
export type Mode = 'only' | 'skip' | 'todo' | undefined;
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

export interface Hook {
  fn: UserFunction;
  timeout: number | undefined;
  /** Made where it was defined: its stack is the place of failures without one. */
  origin: Error;
}

/** Options of a test beside its name and function. */
export interface TestOptions {
  mode?: Mode;
  failing?: boolean;
  /** One of those that run together, without the hooks around each test. */
  concurrent?: boolean;
  timeout?: number;
  /** Further tries of a test that failed. */
  retry?: number;
  /** Further runs of a test that passed. */
  repeats?: number;
}

export interface TestCase extends Hook {
  kind: 'test';
  title: string;
  mode: Mode;
  failing: boolean;
  concurrent: boolean;
  retry: number | undefined;
  repeats: number;
  parent: Block;
  id: string;
  path: string[];
}

/** How often a failed test or block is tried again. */
export interface Retry {
  times: number;
  /** At once; otherwise after the other tests of the block. */
  immediately: boolean;
  waitMs: number;
}

export interface Block {
  kind: 'describe';
  title: string;
  mode: Mode;
  parent: Block | undefined;
  children: (Block | TestCase)[];
  hooks: Record<HookKind, Hook[]>;
  /** Failed tests of this block make the whole of it run again. */
  retry: Retry | undefined;
}

/** More tests than this in one file are refused. */
const MAX_TESTS = 20_000;

/** Characters kept of an id: titles of many describes add up. */
const MAX_ID = 16 * 1024;

function createBlock(title: string, parent: Block | undefined, mode: Mode): Block {
  const hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
  return { kind: 'describe', title, mode, parent, children: [], hooks, retry: undefined };
}

function pathOf(parent: Block | undefined, title: string): string[] {
  const titles = [title];
  for (let block = parent; block?.parent; block = block.parent) titles.unshift(block.title);
  return titles;
}

export function holdsTests(block: Block): boolean {
  return block.children.some((child) => child.kind === 'test' || holdsTests(child));
}

/** Gives every test of a file an id of its own. */
export class Ids {
  private readonly counts = new Map<string, number>();

  constructor(private readonly file: string) {}

  take(path: readonly string[]): string {
    const id = [this.file, ...path].join(' > ').slice(0, MAX_ID);
    let count = (this.counts.get(id) ?? 0) + 1;
    let unique = count === 1 ? id : `${id} (${count})`;
    // A title may itself end in such a number.
    while (count > 1 && this.counts.has(unique)) unique = `${id} (${++count})`;
    this.counts.set(id, count);
    if (unique !== id) this.counts.set(unique, 1);
    return unique;
  }
}

/** Reports a definition that comes too late or makes no sense. */
export interface Misuse {
  /** Title of the test that runs; undefined outside of tests. */
  running(): string | undefined;
  /** Fails what is under way: the test, else the file. */
  report(error: Error): void;
}

/** Collects definitions while the test file loads. */
export class Definitions {
  readonly root = createBlock('', undefined, undefined);
  readonly tests: TestCase[] = [];
  /** Some test says `only`: the others are skipped. */
  focused = false;
  private current: Block = this.root;
  private open = true;

  constructor(
    readonly ids: Ids,
    private readonly misuse: Misuse,
  ) {}

  /** No more definitions: the tests run. */
  close(): void {
    this.open = false;
  }

  /** Retries of the block that is being defined. */
  retryBlock(retry: Retry): void {
    if (this.open) this.current.retry = retry;
    else throw new Error('Retries of a describe are set while the test file loads: its tests run already.');
  }

  /** Reports a definition among running tests; false when it comes in time. */
  private late(inTest: (running: string) => string, otherwise: string): boolean {
    if (this.open) return false;
    const running = this.misuse.running();
    this.misuse.report(new Error(running === undefined ? otherwise : inTest(running)));
    return true;
  }

  describe(title: string, fn: UserFunction, mode: Mode, mayReturn: boolean): void {
    const late = this.late(
      (running) =>
        `Cannot nest a describe inside a test. Describe block "${title}" cannot run because it is nested within "${running}".`,
      `Cannot add a describe after tests have started running: "${title}" must be defined when the test file loads.`,
    );
    const parent = this.current;
    const block = createBlock(title, parent, mode ?? parent.mode);
    if (!late) parent.children.push(block);
    this.current = block;
    try {
      const returned = fn();
      if (!mayReturn && returned !== undefined) {
        throw new Error(
          isPromise(returned)
            ? 'Returning a Promise from "describe" is not supported. Tests must be defined synchronously.'
            : 'A "describe" callback must not return a value.',
        );
      }
    } finally {
      this.current = parent;
    }
    if (late) return;
    this.checkHooks(block);
    this.passOnMode(block);
  }

  /** Hooks of a block without tests never run: their author meant something else. */
  private checkHooks(block: Block): void {
    if (holdsTests(block)) return;
    for (const [kind, hooks] of Object.entries(block.hooks)) {
      for (const { origin } of hooks) {
        origin.message = `Invalid: ${kind}() may not be used in a describe block containing no tests.`;
        this.misuse.report(origin);
      }
    }
  }

  /** A describe's mode is that of its tests, unless `only` was given to one of them. */
  private passOnMode(block: Block): void {
    const tests = block.children.filter((child) => child.kind === 'test');
    const chosen = block.mode === 'only' && tests.some((test) => test.mode === 'only');
    if (!chosen) for (const test of tests) test.mode ??= block.mode;
    if (block.mode !== 'skip' && tests.some((test) => test.mode === 'only')) this.focused = true;
  }

  test(title: string, fn: UserFunction, options: TestOptions): void {
    const late = this.late(
      (running) =>
        `Tests cannot be nested. Test "${title}" cannot run because it is nested within "${running}".`,
      'Cannot add a test after tests have started running. Tests must be defined synchronously.',
    );
    if (late) return;
    if (this.tests.length >= MAX_TESTS) throw new Error(`more than ${MAX_TESTS} tests in one file.`);
    const path = pathOf(this.current, title);
    const { mode } = options;
    const test: TestCase = {
      kind: 'test',
      title,
      mode,
      failing: options.failing ?? false,
      concurrent: options.concurrent ?? false,
      retry: options.retry,
      repeats: options.repeats ?? 0,
      parent: this.current,
      id: this.ids.take(path),
      path,
      fn,
      timeout: options.timeout,
      origin: new Error('defined here'),
    };
    if (mode === 'only' && this.current.mode !== 'skip') this.focused = true;
    this.current.children.push(test);
    this.tests.push(test);
  }

  hook(kind: HookKind, fn: UserFunction, timeout: number | undefined): void {
    const late = this.late(
      (running) =>
        `Hooks cannot be defined inside tests. Hook of type "${kind}" is nested within "${running}".`,
      'Cannot add a hook after tests have started running. Hooks must be defined synchronously.',
    );
    if (late) return;
    this.current.hooks[kind].push({ fn, timeout, origin: new Error('defined here') });
  }
}
