import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs work under a signal that ends the store's requests to other machines. The signal follows the call chain: blobs
 * are read many calls below the cancelled activity.
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
