/** The functions of `jest` and `vi` that replace modules, as the test file `path` sees them. */
import type { ModuleMocker } from 'jest-mock';
import type { Modules } from './modules';
import type { AnyFunction } from './timers';

/** A mock with the shape of `exports`. */
export function automock(mocker: ModuleMocker, exports: unknown): unknown {
  const metadata = mocker.getMetadata(exports);
  if (metadata === null) return exports;
  return mocker.generateFromMetadata(metadata);
}

/** Mocks that call through: vitest's `vi.mock(path, { spy: true })`. */
function spied(mocker: ModuleMocker, actual: unknown): unknown {
  if (typeof actual !== 'object' || actual === null) return actual;
  const spies: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(actual)) {
    spies[name] = typeof value === 'function' ? mocker.fn(value as never) : value;
  }
  if ((actual as { __esModule?: unknown }).__esModule === true)
    Object.defineProperty(spies, '__esModule', { value: true });
  return spies;
}

function isVirtual(options: unknown): boolean {
  return (
    typeof options === 'object' && options !== null && (options as { virtual?: unknown }).virtual === true
  );
}

export function createModuleApi(
  modules: Modules,
  mocker: ModuleMocker,
  path: string,
): Record<string, AnyFunction> {
  const mockAs =
    (es: boolean): AnyFunction =>
    (name, factory, options) => {
      const wantsSpies = typeof factory === 'object' && (factory as { spy?: unknown } | null)?.spy === true;
      const make = wantsSpies
        ? async (original: () => Promise<unknown>): Promise<unknown> => spied(mocker, await original())
        : typeof factory === 'function'
          ? (factory as AnyFunction)
          : undefined;
      modules.mocks.set(path, name as string, { factory: make, es: es || wantsSpies }, isVirtual(options));
    };
  const mock = mockAs(false);
  const mockModule = mockAs(true);
  const unmock: AnyFunction = (name) => modules.mocks.unset(path, name as string);
  const automocks =
    (on: boolean): AnyFunction =>
    () => {
      modules.mocks.state.automock = on;
    };
  return {
    mock,
    doMock: mock,
    unmock,
    dontMock: unmock,
    deepUnmock: unmock,
    setMock: (name, exports) =>
      modules.mocks.set(path, name as string, { factory: () => exports, es: false }),
    unstable_mockModule: mockModule,
    unstable_unmockModule: unmock,
    enableAutomock: automocks(true),
    autoMockOn: automocks(true),
    disableAutomock: automocks(false),
    autoMockOff: automocks(false),
    requireActual: (name) => modules.requireActual(path, name as string),
    requireMock: (name) => modules.mocks.require(path, name as string),
    createMockFromModule: (name) => modules.mocks.automock(path, name as string),
    genMockFromModule: (name) => modules.mocks.automock(path, name as string),
    onGenerateMock: (callback) =>
      void modules.mocks.generated.push(callback as (name: string, mock: unknown) => unknown),
    resetModules: () => modules.reset(),
    ...createIsolationApi(modules),
  };
}

function createIsolationApi(modules: Modules): Record<string, AnyFunction> {
  return {
    isolateModules: (load) => {
      const restore = modules.isolate();
      try {
        (load as AnyFunction)();
      } finally {
        restore();
      }
    },
    isolateModulesAsync: async (load) => {
      const restore = modules.isolate();
      try {
        await (load as AnyFunction)();
      } finally {
        restore();
      }
    },
  };
}
