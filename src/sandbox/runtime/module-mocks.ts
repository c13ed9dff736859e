import { isRelative } from '../resolve';
import { markAsNamespace } from './es-modules';
import type { Imported } from './es-modules';
import { notFound } from './loader';
import { keyOf, SOURCE_FILE } from './manual-mocks';
import type { Found, ManualMocks } from './manual-mocks';
import { MockState } from './mock-state';
import type { Mock } from './mock-state';

/** Promise that a mock's factory returned. */
class MockToCome {
  constructor(readonly promise: Promise<{ value: unknown }>) {}
}

interface MocksHost {
  isVitest: boolean;
  manual: ManualMocks;
  find(from: string, specifier: string): Found;
  /** True if a module is the tests'. */
  isOfTests(path: string): boolean;
  /** Exports of the real module. */
  load(from: string, specifier: string, found: Found): unknown;
  /** The real module, once it is there. */
  importActual(from: string, specifier: string): Promise<unknown>;
  /** A module of the tests, given to code under test because the tests say so. */
  loadMock(path: string): unknown;
  /** Mock of a module from its real exports. */
  automock(exports: unknown): unknown;
  /** Modules are loaded anew from now on; returns what puts the old ones back. */
  freshRegistries(): () => void;
}

/** Mocks in place of modules: what is mocked, and how a mock is made. */
export class ModuleMocks {
  /** Mocks that tests have set. */
  readonly state = new MockState();
  /** May change what `automock` makes, in order. */
  readonly generated: ((path: string, mock: unknown) => unknown)[] = [];
  /** Modules whose automatic mock is being made, for circles. */
  private readonly automocking = new Set<string>();

  constructor(private readonly host: MocksHost) {}

  isMocked(found: Found): boolean {
    const said = this.state.said(keyOf(found));
    if (said !== undefined) return said;
    return this.state.automock && 'path' in found && !this.host.isOfTests(found.path);
  }

  /** `virtual`: the module need not exist. */
  set(from: string, specifier: string, mock: Mock, virtual = false): void {
    const found = this.host.find(from, specifier);
    const known = 'path' in found || !isRelative(specifier) || virtual;
    if (!known && mock.factory && (SOURCE_FILE.test(specifier) || /(^|\/)[^./]*$/.test(specifier))) {
      const why = 'no file of the project has this path; pass `{ virtual: true }` to mock it all the same.';
      throw notFound(specifier, from, why);
    }
    this.state.mock(keyOf(found), mock, this.host.isVitest);
  }

  unset(from: string, specifier: string): void {
    this.state.unmock(keyOf(this.host.find(from, specifier)));
  }

  require(from: string, specifier: string): unknown {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? mock.promise.then(({ value }) => value) : mock;
  }

  async import(from: string, specifier: string): Promise<unknown> {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? (await mock.promise).value : mock;
  }

  /** Result of an import that is answered with a mock. */
  imported(from: string, specifier: string): Imported {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? { later: mock.promise } : { value: mock };
  }

  private mockOf(from: string, specifier: string): unknown {
    const found = this.host.find(from, specifier);
    const key = keyOf(found);
    if (this.state.has(key)) return this.state.get(key);
    const mock = this.state.mockOf(key);
    const set = this.state.setter(key);
    const keep = (value: unknown): unknown => {
      set(value);
      if (mock?.es) markAsNamespace(value);
      return value;
    };
    if (!mock?.factory) return keep(this.defaultMock(from, specifier, found));
    const made = mock.factory(() => this.host.importActual(from, specifier));
    if (!(made instanceof Promise)) return keep(made);
    return keep(new MockToCome((async () => ({ value: keep(await made) }))()));
  }

  /** A neighbour in `__mocks__`, else an automatic mock of the real module. */
  private defaultMock(from: string, specifier: string, found: Found): unknown {
    const manual = this.host.manual.of(found, specifier);
    return manual === undefined ? this.automock(from, specifier) : this.host.loadMock(manual);
  }

  /** An automatic mock of the real module, which is loaded apart: the program's own one stays as it is. */
  automock(from: string, specifier: string): unknown {
    const { host } = this;
    const found = host.find(from, specifier);
    const key = keyOf(found);
    if (this.automocking.has(key)) return {};
    const restore = host.freshRegistries();
    this.automocking.add(key);
    try {
      const mock = host.automock(this.state.scratch(() => host.load(from, specifier, found)));
      const name = 'path' in found ? `/${key}` : key;
      return this.generated.reduce((made, change) => change(name, made), mock);
    } finally {
      restore();
      this.automocking.delete(key);
    }
  }
}
