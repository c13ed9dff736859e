/** The functions of `jest` and `vi` that make and reset mocks. */
import type { ModuleMocker } from 'jest-mock';
import { guardMock } from './mock-guard';
import type { AnyFunction } from './timers';

function bound(mocker: ModuleMocker, name: keyof ModuleMocker): AnyFunction {
  return (mocker[name] as unknown as AnyFunction).bind(mocker);
}

export function createMockApi(mocker: ModuleMocker): Record<string, AnyFunction> {
  return {
    fn: bound(mocker, 'fn'),
    spyOn: bound(mocker, 'spyOn'),
    replaceProperty: bound(mocker, 'replaceProperty'),
    isMockFunction: bound(mocker, 'isMockFunction'),
    mocked: (value) => value,
    clearAllMocks: bound(mocker, 'clearAllMocks'),
    resetAllMocks: bound(mocker, 'resetAllMocks'),
    restoreAllMocks: bound(mocker, 'restoreAllMocks'),
  };
}

type Mock = AnyFunction & Record<string, AnyFunction> & { mock: object };

/**
 * Mocks of vitest. A reset restores their first implementation, which jest's forget. They also report how the promises
 * that they returned were settled.
 */
export class VitestMocks {
  private readonly initial = new Map<Mock, unknown>();

  constructor(private readonly mocker: ModuleMocker) {}

  private keep(made: unknown): unknown {
    const mock = made as Mock;
    if (this.initial.has(mock)) return mock;
    this.initial.set(mock, mock.getMockImplementation?.());
    const { mockReset, mockRestore } = mock;
    mock.mockReset = () => {
      mockReset?.();
      return this.putBack(mock);
    };
    mock.mockRestore = () => {
      mockRestore?.();
      return this.putBack(mock);
    };
    mock.mockThrow = (error) =>
      mock.mockImplementation?.(() => {
        throw error;
      });
    mock.mockThrowOnce = (error) =>
      mock.mockImplementationOnce?.(() => {
        throw error;
      });
    guardMock(mock);
    return mock;
  }

  private putBack(mock: Mock): Mock {
    const initial = this.initial.get(mock);
    if (initial !== undefined) mock.mockImplementation?.(initial);
    return mock;
  }

  resetAllMocks(): void {
    this.mocker.resetAllMocks();
    for (const mock of this.initial.keys()) this.putBack(mock);
  }

  api(): Record<string, AnyFunction> {
    const { mocker } = this;
    return {
      ...createMockApi(mocker),
      fn: (implementation) => this.keep(mocker.fn(implementation as never)),
      spyOn: (object, key, access) => this.keep(mocker.spyOn(object as never, key as never, access as never)),
      resetAllMocks: () => this.resetAllMocks(),
    };
  }
}
