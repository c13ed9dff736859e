/** Event, EventTarget and AbortController. */

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

export class Event {
  defaultPrevented = false;
  target: EventTarget | null = null;

  constructor(readonly type: string) {}

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export class EventTarget {
  readonly #listeners = new Map<string, Map<Listener, boolean>>();

  addEventListener(type: string, listener: Listener, options?: { once?: boolean } | boolean): void {
    const list = this.#listeners.get(type) ?? new Map<Listener, boolean>();
    const once = typeof options === 'object' && options?.once === true;
    if (!list.has(listener)) list.set(listener, once);
    this.#listeners.set(type, list);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: Event): boolean {
    event.target = this;
    for (const [listener, once] of [...(this.#listeners.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}

function abortError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** How a controller ends its signal; not reachable from outside this module. */
const abortSignals = new WeakMap<AbortSignal, (reason: unknown) => void>();

export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => unknown) | null = null;

  constructor() {
    super();
    abortSignals.set(this, (reason) => {
      if (this.aborted) return;
      this.aborted = true;
      this.reason = reason === undefined ? abortError('AbortError', 'This operation was aborted') : reason;
      const event = new Event('abort');
      this.onabort?.(event);
      this.dispatchEvent(event);
    });
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  static abort(reason?: unknown): AbortSignal {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  }

  static any(signals: readonly AbortSignal[]): AbortSignal {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener('abort', () => controller.abort(signal.reason));
    }
    return controller.signal;
  }
}

export class AbortController {
  readonly signal = new AbortSignal();

  abort(reason?: unknown): void {
    abortSignals.get(this.signal)?.(reason);
  }
}

/** `AbortSignal.timeout` over the program's timers. */
export function createTimeoutSignal(
  setTimeout: (run: () => void, ms: unknown) => unknown,
): (ms: unknown) => AbortSignal {
  return (ms) => {
    const controller = new AbortController();
    const error = abortError('TimeoutError', 'The operation was aborted due to timeout');
    setTimeout(() => controller.abort(error), ms);
    return controller.signal;
  };
}
