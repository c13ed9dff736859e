/** Mocks of a test file by module. Modules are named by the keys of `Modules`. */

type MockFactory = (importOriginal: () => Promise<unknown>) => unknown;

/** `es`: what the factory returns are the exports of an ES module. */
export interface Mock {
  factory: MockFactory | undefined;
  es: boolean;
}

export class MockState {
  /** Every module of the project is mocked unless it was unmocked. */
  automock = false;
  private readonly explicit = new Map<string, boolean>();
  private readonly made = new Map<string, Mock>();
  private instances = new Map<string, unknown>();
  /** Inside `isolateModules`: mocks made there, which do not get out. */
  private overlay: Map<string, unknown> | undefined;

  /** `again`: a new factory is called even where an earlier mock was made, as in vitest. */
  mock(key: string, mock: Mock, again: boolean): void {
    this.explicit.set(key, true);
    if (mock.factory || again) this.made.set(key, mock);
    if (!again) return;
    this.instances.delete(key);
    this.overlay?.delete(key);
  }

  unmock(key: string): void {
    this.explicit.set(key, false);
  }

  /** Explicit wish for a module: mocked or not. Undefined: none. */
  said(key: string): boolean | undefined {
    return this.explicit.get(key);
  }

  mockOf(key: string): Mock | undefined {
    return this.made.get(key);
  }

  has(key: string): boolean {
    return (this.overlay?.has(key) ?? false) || this.instances.has(key);
  }

  get(key: string): unknown {
    return this.overlay?.has(key) ? this.overlay.get(key) : this.instances.get(key);
  }

  /** Keeps a mock among those of now, whenever it is called. */
  setter(key: string): (exports: unknown) => void {
    const target = this.overlay ?? this.instances;
    return (exports) => void target.set(key, exports);
  }

  /** Forgets the mocks that were made; what is mocked stays. */
  reset(): void {
    this.instances = new Map();
    this.overlay = undefined;
  }

  get isolated(): boolean {
    return this.overlay !== undefined;
  }

  isolate(): void {
    this.overlay = new Map();
  }

  endIsolation(): void {
    this.overlay = undefined;
  }

  /** Runs `fn` as if nothing had been mocked yet. */
  scratch<T>(fn: () => T): T {
    const { instances, overlay } = this;
    this.reset();
    try {
      return fn();
    } finally {
      this.instances = instances;
      this.overlay = overlay;
    }
  }
}
