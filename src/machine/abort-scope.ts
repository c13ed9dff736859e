import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs something under a signal that ends the store's requests to other machines. Carried along by the call chain,
 * since a blob is read many calls below the activity that is cancelled.
 */
export function withSignal<T>(signal: AbortSignal | undefined, run: () => T): T {
  return scope.run(signal, run);
}

/** The signal that the present call chain runs under. */
export function currentSignal(): AbortSignal | undefined {
  return scope.getStore();
}

/** Waits for what others wait for too, but no longer than the present signal allows. */
export async function unlessAborted<T>(shared: Promise<T>): Promise<T> {
  const signal = currentSignal();
  if (!signal) return shared;
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
