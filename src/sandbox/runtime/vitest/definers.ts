/** Functions that a test file of vitest calls while it loads: `describe`, `test` with its chains, and the hooks. */
import type { Definitions, HookKind, Mode, TestOptions, UserFunction } from '../definitions';
import { timeoutOf } from '../definers';
import { convertDescriptorToString } from '../shims/jest-util';
import type { VitestDialect } from './dialect';
import { extendFixtures } from './fixtures';
import { readRows } from './rows';
import type { FixtureSet } from './fixtures';

type Definer = UserFunction & Record<string, unknown>;
type Settings = TestOptions & { only?: unknown; skip?: unknown; todo?: unknown; fails?: unknown };

/** Meaning of the words between `test` and its parentheses. */
interface Said {
  options: TestOptions;
  fixtures: FixtureSet;
}

/** Name, options and function in any of vitest's orders. */
interface Definition {
  title: string;
  fn: UserFunction | undefined;
  options: TestOptions;
}

function readSettings(value: unknown): TestOptions {
  if (typeof value === 'number') return { timeout: value };
  if (typeof value !== 'object' || value === null) return {};
  const settings = value as Settings;
  const mode: Mode = settings.skip ? 'skip' : settings.todo ? 'todo' : settings.only ? 'only' : undefined;
  const count = (field: unknown): number | undefined => (typeof field === 'number' ? field : undefined);
  return {
    ...(mode && { mode }),
    ...(settings.fails ? { failing: true } : {}),
    timeout: timeoutOf(settings.timeout),
    retry: count(settings.retry),
    repeats: count(settings.repeats),
  };
}

function merged(base: TestOptions, over: TestOptions): TestOptions {
  const set = Object.entries(over).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(set) as TestOptions) };
}

function readDefinition(name: unknown, args: readonly unknown[]): Definition {
  const [second, third] = args;
  const [fn, settings] = typeof second === 'function' ? [second, third] : [third, second];
  return {
    title: convertDescriptorToString(name),
    fn: typeof fn === 'function' ? (fn as UserFunction) : undefined,
    options: readSettings(settings),
  };
}

const WORDS: Readonly<Record<string, TestOptions>> = {
  only: { mode: 'only' },
  skip: { mode: 'skip' },
  todo: { mode: 'todo' },
  fails: { failing: true },
  failing: { failing: true },
  // Tests of one file share an isolate: they run one after the other.
  concurrent: {},
  sequential: {},
  shuffle: {},
};

export class VitestDefiners {
  /** Options of the describes around what is being defined. */
  private inherited: TestOptions = {};

  constructor(
    private readonly definitions: Definitions,
    private readonly dialect: VitestDialect,
  ) {}

  /** Adds the words that chain on a definer, each made when it is first used. */
  private chain(definer: UserFunction, said: Said, make: (said: Said) => Definer): Definer {
    const chained = definer as Definer;
    for (const [word, options] of Object.entries(WORDS)) {
      let made: Definer | undefined;
      Object.defineProperty(chained, word, {
        get: () => (made ??= make({ ...said, options: merged(said.options, options) })),
        configurable: true,
        enumerable: true,
      });
    }
    const skipped = (): Definer => make({ ...said, options: merged(said.options, { mode: 'skip' }) });
    chained.skipIf = (condition: unknown) => (condition ? skipped() : make(said));
    chained.runIf = (condition: unknown) => (condition ? make(said) : skipped());
    return chained;
  }

  private addTest(definition: Definition, said: Said, prefix?: readonly unknown[]): void {
    const options = merged(merged(this.inherited, said.options), definition.options);
    const { fn, title } = definition;
    const mode = fn ? options.mode : 'todo';
    const body = fn ? this.dialect.wrap(fn, said.fixtures, prefix) : (): undefined => undefined;
    this.definitions.test(title, body, { ...options, mode });
  }

  test(said: Said = { options: {}, fixtures: new Map() }): Definer {
    const define: UserFunction = (name, ...args) => this.addTest(readDefinition(name, args), said);
    const definer = this.chain(define, said, (next) => this.test(next));
    const rows =
      (withContext: boolean) =>
      (table: unknown, ...data: unknown[]) =>
      (name: unknown, ...args: unknown[]) =>
        this.testRows({ table, data, withContext }, readDefinition(name, args), said);
    definer.each = rows(false);
    definer.for = rows(true);
    definer.extend = (added: object) =>
      this.test({ ...said, fixtures: extendFixtures(said.fixtures, added) });
    definer.describe = this.describe();
    return definer;
  }

  /** A test for every row; those of `for` get the row as one value and the context behind it. */
  private testRows(
    { table, data, withContext }: { table: unknown; data: readonly unknown[]; withContext: boolean },
    definition: Definition,
    said: Said,
  ): void {
    const { fn } = definition;
    for (const { title, items, whole } of readRows(definition.title, table, data)) {
      if (!fn || withContext) this.addTest({ ...definition, title }, said, [whole]);
      else this.addTest({ ...definition, title, fn: () => fn(...items) }, said);
    }
  }

  describe(said: Said = { options: {}, fixtures: new Map() }): Definer {
    const define: UserFunction = (name, ...args) => this.addBlock(readDefinition(name, args), said);
    const definer = this.chain(define, said, (next) => this.describe(next));
    const rows =
      (spread: boolean) =>
      (table: unknown, ...data: unknown[]) =>
      (name: unknown, ...args: unknown[]): void => {
        const definition = readDefinition(name, args);
        const { fn } = definition;
        for (const { title, items, whole } of readRows(definition.title, table, data)) {
          this.addBlock({ ...definition, title, fn: fn && (() => fn(...(spread ? items : [whole]))) }, said);
        }
      };
    definer.each = rows(true);
    definer.for = rows(false);
    return definer;
  }

  private addBlock({ title, fn, options }: Definition, said: Said): void {
    const own = merged(said.options, options);
    if (!fn) {
      this.definitions.test(title, () => undefined, { mode: 'todo' });
      return;
    }
    const outer = this.inherited;
    const { mode, ...passed } = own;
    this.inherited = merged(outer, passed);
    try {
      this.definitions.describe(title, fn, mode === 'todo' ? 'skip' : mode, true);
    } finally {
      this.inherited = outer;
    }
  }

  hook(kind: HookKind): UserFunction {
    return (fn, timeout) => {
      if (typeof fn !== 'function') throw new Error(`${kind} needs a function.`);
      this.definitions.hook(kind, this.dialect.wrap(fn as UserFunction), timeoutOf(timeout));
    };
  }
}

/** A value of which everything can be asked and called: what `expectTypeOf` gives. */
function createAnything(): unknown {
  const anything: unknown = new Proxy(() => undefined, {
    get: () => anything,
    apply: () => anything,
  });
  return anything;
}

/** The API by its names. */
export function createVitestDefiners(
  definitions: Definitions,
  dialect: VitestDialect,
): Record<string, unknown> {
  const definers = new VitestDefiners(definitions, dialect);
  const test = definers.test();
  const describe = definers.describe();
  const ignored = Object.assign(() => undefined, {
    skip: () => undefined,
    only: () => undefined,
    todo: () => undefined,
  });
  const anything = createAnything();
  return {
    test,
    it: test,
    describe,
    suite: describe,
    beforeAll: definers.hook('beforeAll'),
    beforeEach: definers.hook('beforeEach'),
    afterEach: definers.hook('afterEach'),
    afterAll: definers.hook('afterAll'),
    onTestFinished: (fn: () => unknown) => dialect.onTestFinished(fn),
    onTestFailed: (fn: () => unknown) => dialect.onTestFailed(fn),
    bench: ignored,
    expectTypeOf: () => anything,
    assertType: () => undefined,
  };
}
