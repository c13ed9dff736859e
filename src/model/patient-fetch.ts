/** The deadline of the call comes first, with its own sentence. */
const SLACK_MS = 10_000;

/** Maker of the connections of a request. */
type Dispatcher = NonNullable<RequestInit['dispatcher']>;
type DispatcherClass = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher;

/** Node keeps the dispatcher of its fetch under this name, and has no other way to its class. */
const NODES_OWN = Symbol.for('undici.globalDispatcher.1');

/**
 * Node's fetch that waits for the first byte of an answer, and for each next one, longer than `timeoutMs`. Node itself ends a request
 * after 300 s without a byte, and a model on a slow machine thinks for longer.
 */
export function patientFetch(timeoutMs: number): typeof fetch {
  let dispatcher: Dispatcher | undefined;
  return (url, init) => {
    dispatcher ??= makeDispatcher(timeoutMs);
    return fetch(url, { ...init, dispatcher });
  };
}

/** Undefined where Node's fetch is another one: then its own limits hold. */
function makeDispatcher(timeoutMs: number): Dispatcher | undefined {
  // Node loads its fetch, with the dispatcher, at the first use of any part of it.
  void new Headers();
  const own = (globalThis as { [NODES_OWN]?: object })[NODES_OWN];
  const Maker = own?.constructor as DispatcherClass | undefined;
  const limitMs = timeoutMs + SLACK_MS;
  return Maker && new Maker({ headersTimeout: limitMs, bodyTimeout: limitMs });
}
