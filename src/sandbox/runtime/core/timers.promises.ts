/** node:timers/promises. */
import { abortError } from '../node/errors';
import { validateAbortSignal, validateBoolean, validateNumber, validateObject } from '../node/validate';

interface Options {
  signal?: AbortSignal;
  ref?: boolean;
}

function signalOf(options: unknown): AbortSignal | undefined {
  validateObject(options, 'options');
  const { signal, ref } = options as Options;
  validateAbortSignal(signal, 'options.signal');
  if (ref !== undefined) validateBoolean(ref, 'options.ref');
  return signal;
}

/** Waits with a timer that `start` sets and `stop` takes away. */
function wait(
  start: (done: () => void) => unknown,
  stop: (timer: unknown) => unknown,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (signal?.aborted) return Promise.reject(abortError(signal.reason));
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      stop(timer);
      reject(abortError(signal?.reason));
    };
    const timer = start(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

async function setTimeout(delay?: unknown, value?: unknown, options: unknown = {}): Promise<unknown> {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const timers = sandboxHost.currentTimers();
  return wait((done) => timers.setTimeout(done, delay), timers.clearTimeout, value, signalOf(options));
}

async function setImmediate(value?: unknown, options: unknown = {}): Promise<unknown> {
  const timers = sandboxHost.currentTimers();
  return wait((done) => timers.setImmediate(done), timers.clearImmediate, value, signalOf(options));
}

async function* setInterval(
  delay?: unknown,
  value?: unknown,
  options: unknown = {},
): AsyncGenerator<unknown> {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const signal = signalOf(options);
  if (signal?.aborted) throw abortError(signal.reason);
  const timers = sandboxHost.currentTimers();
  let due = 0;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    wake?.();
    wake = undefined;
  };
  const interval = timers.setInterval(() => {
    due++;
    ring();
  }, delay);
  signal?.addEventListener('abort', ring, { once: true });
  try {
    while (!signal?.aborted) {
      if (due === 0) await new Promise<void>((resolve) => (wake = resolve));
      for (; due > 0; due--) yield value;
    }
    throw abortError(signal.reason);
  } finally {
    timers.clearInterval(interval);
    signal?.removeEventListener('abort', ring);
  }
}

const scheduler = {
  wait: (delay: unknown, options?: unknown): Promise<unknown> => setTimeout(delay, undefined, options),
  yield: (): Promise<unknown> => setImmediate(),
};

export default { setTimeout, setImmediate, setInterval, scheduler };
