/** Settings for running tests: those of the configuration, and changes that tests make while they load. */
import type { RunConfig } from '../../domain/verification/test-config';
import type { Retry } from './definitions';
import type { FakeOptions } from './fake-timers';
import { DEFAULT_TIMEOUT } from './runner';

type MockSettings = Pick<Partial<RunConfig>, 'clearMocks' | 'resetMocks' | 'restoreMocks' | 'resetModules'>;

export class Settings {
  /** ms. */
  timeout = DEFAULT_TIMEOUT;
  retry: Retry = { times: 0, immediately: false, waitMs: 0 };
  mocks: MockSettings = {};

  constructor(readonly run: Partial<RunConfig>) {
    this.reset();
  }

  /** Back to what the configuration says. */
  reset(): void {
    this.timeout = this.run.testTimeout ?? DEFAULT_TIMEOUT;
    this.retry = { times: this.run.retryTimes ?? 0, immediately: false, waitMs: 0 };
    this.mocks = this.run;
  }

  /** `vi.setConfig`: the settings that vitest lets tests change. */
  change(given: Record<string, unknown>): void {
    const { testTimeout, clearMocks, mockReset, restoreMocks, retry } = given;
    if (typeof testTimeout === 'number') this.timeout = testTimeout;
    if (typeof retry === 'number') this.retry = { ...this.retry, times: retry };
    const mocks = { clearMocks, resetMocks: mockReset, restoreMocks };
    const changed = Object.entries(mocks).filter(([, value]) => typeof value === 'boolean');
    this.mocks = { ...this.mocks, ...Object.fromEntries(changed) };
  }

  get fakeTimers(): FakeOptions {
    const { advanceTimers, doNotFake, timerLimit, legacyFakeTimers, now } = (this.run.fakeTimers ??
      {}) as FakeOptions;
    return { advanceTimers, doNotFake, timerLimit, legacyFakeTimers, now };
  }
}
