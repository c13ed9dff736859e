/** vitest's `expect`: jest's, with a message, `soft`, `poll` and the like. */
import { expect } from 'expect';
import { describeFailure } from '../errors';
import type { RawFailure } from '../../runtime-protocol';
import type { AnyFunction, Timers } from '../timers';
import { retryCall } from '../vi-object';
import type { WaitOptions } from '../vi-object';
import { addChains, createChaiAssert } from './chai';

export interface VitestExpectHost {
  timers: Timers;
  /** Fails the test under way, which goes on. */
  fail(failure: RawFailure): void;
  addSerializer(plugin: unknown): void;
}

type Matchers = Record<string, unknown>;

/** Replaces every matcher, those of `not`, `resolves` and `rejects` too. */
function wrapMatchers(matchers: Matchers, wrap: (matcher: AnyFunction) => AnyFunction): Matchers {
  const wrapped: Matchers = {};
  for (const [name, value] of Object.entries(matchers)) {
    wrapped[name] =
      typeof value === 'function' ? wrap(value as AnyFunction) : wrapMatchers(value as Matchers, wrap);
  }
  return wrapped;
}

/** Calls a matcher; what it throws, at once or later, goes through `onError`. */
function catching(matcher: AnyFunction, onError: (error: unknown) => unknown): AnyFunction {
  return (...args) => {
    let result: unknown;
    try {
      result = matcher(...args);
    } catch (error) {
      return onError(error);
    }
    return result instanceof Promise ? result.catch(onError) : result;
  };
}

function prefixed(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error) error.message = `${message}: ${error.message}`;
    throw error;
  };
}

interface PollOptions {
  interval?: number;
  timeout?: number;
  message?: string;
}

export function createVitestExpect(host: VitestExpectHost): Record<string, unknown> {
  const withMessage = (value: unknown, message?: unknown): Matchers => {
    const matchers = expect(value) as unknown as Matchers;
    addChains(matchers, value);
    if (typeof message !== 'string') return matchers;
    return wrapMatchers(matchers, (matcher) => catching(matcher, prefixed(message)));
  };
  const record = (error: unknown): void => host.fail(describeFailure(error, 'test'));
  const soft = (value: unknown, message?: unknown): Matchers =>
    wrapMatchers(withMessage(value, message), (matcher) => catching(matcher, record));
  const poll = (read: AnyFunction, options: PollOptions = {}): Matchers =>
    createPolled(host.timers, read, { interval: 50, timeout: 1_000, ...options });
  const vitestExpect = (value: unknown, message?: unknown): Matchers => withMessage(value, message);
  return Object.assign(vitestExpect as unknown as Matchers, expect, {
    soft,
    poll,
    // New matchers become asymmetric ones of the stock expect: they are handed on.
    extend: (matchers: Matchers) => {
      expect.extend(matchers as never);
      const stock = expect as unknown as Matchers;
      for (const name of Object.keys(matchers)) Object.assign(vitestExpect, { [name]: stock[name] });
    },
    addSnapshotSerializer: (plugin: unknown) => host.addSerializer(plugin),
    unreachable: (message?: string) => {
      throw new Error(message ?? 'expected this line never to be reached');
    },
    fail: (message?: string) => {
      throw new Error(message ?? 'expect.fail()');
    },
    assert: createChaiAssert(),
  });
}

/** Matchers that ask again until they hold or the time is over. */
function createPolled(timers: Timers, read: AnyFunction, options: WaitOptions): Matchers {
  const retried =
    (pick: (value: unknown) => AnyFunction): AnyFunction =>
    (...args) =>
      retryCall(timers, options, async () => pick(await read())(...args));
  const shape = expect(undefined) as unknown as Matchers;
  const polled: Matchers = {};
  const negated: Matchers = {};
  for (const [name, value] of Object.entries(shape)) {
    if (typeof value !== 'function') continue;
    polled[name] = retried(
      (actual) => (expect(actual) as unknown as Record<string, AnyFunction>)[name] as AnyFunction,
    );
    negated[name] = retried(
      (actual) =>
        (expect(actual) as unknown as { not: Record<string, AnyFunction> }).not[name] as AnyFunction,
    );
  }
  return { ...polled, not: negated };
}
