/** node:events: the EventEmitter, `once` and `on`'s everyday part. */

type Listener = ((...args: unknown[]) => unknown) & { listener?: Listener };

export class EventEmitter {
  static defaultMaxListeners = 10;
  static EventEmitter = EventEmitter;
  static once = once;
  declare private listenerTable?: Map<PropertyKey, Listener[]>;

  private table(): Map<PropertyKey, Listener[]> {
    if (!this.listenerTable) {
      // Not enumerable, so that a test's toEqual on an emitter compares what the class itself holds.
      Object.defineProperty(this, 'listenerTable', { value: new Map(), writable: true });
    }
    return this.listenerTable ?? new Map<PropertyKey, Listener[]>();
  }

  private insert(event: PropertyKey, listener: Listener, first: boolean): this {
    if (typeof listener !== 'function')
      throw new TypeError('The "listener" argument must be of type function');
    if (event !== 'newListener' && this.listenerCount('newListener') > 0) {
      this.emit('newListener', event, listener.listener ?? listener);
    }
    const list = this.table().get(event) ?? [];
    this.table().set(event, first ? [listener, ...list] : [...list, listener]);
    return this;
  }

  private wrapOnce(event: PropertyKey, listener: Listener): Listener {
    const wrapped: Listener = (...args) => {
      this.removeListener(event, wrapped);
      return listener.apply(this, args);
    };
    wrapped.listener = listener;
    return wrapped;
  }

  on(event: PropertyKey, listener: Listener): this {
    return this.insert(event, listener, false);
  }

  addListener(event: PropertyKey, listener: Listener): this {
    return this.on(event, listener);
  }

  prependListener(event: PropertyKey, listener: Listener): this {
    return this.insert(event, listener, true);
  }

  once(event: PropertyKey, listener: Listener): this {
    return this.insert(event, this.wrapOnce(event, listener), false);
  }

  prependOnceListener(event: PropertyKey, listener: Listener): this {
    return this.insert(event, this.wrapOnce(event, listener), true);
  }

  removeListener(event: PropertyKey, listener: Listener): this {
    const list = this.table().get(event) ?? [];
    const index = list.findLastIndex((item) => item === listener || item.listener === listener);
    if (index < 0) return this;
    const rest = list.filter((_, at) => at !== index);
    if (rest.length > 0) this.table().set(event, rest);
    else this.table().delete(event);
    if (this.listenerCount('removeListener') > 0) this.emit('removeListener', event, listener);
    return this;
  }

  off(event: PropertyKey, listener: Listener): this {
    return this.removeListener(event, listener);
  }

  removeAllListeners(event?: PropertyKey): this {
    if (event === undefined) this.table().clear();
    else this.table().delete(event);
    return this;
  }

  emit(event: PropertyKey, ...args: unknown[]): boolean {
    const list = this.table().get(event);
    if (!list || list.length === 0) {
      if (event === 'error') throw errorOf(args[0]);
      return false;
    }
    for (const listener of list) listener.apply(this, args);
    return true;
  }

  listeners(event: PropertyKey): Listener[] {
    return (this.table().get(event) ?? []).map((item) => item.listener ?? item);
  }

  rawListeners(event: PropertyKey): Listener[] {
    return [...(this.table().get(event) ?? [])];
  }

  listenerCount(event: PropertyKey): number {
    return this.table().get(event)?.length ?? 0;
  }

  eventNames(): PropertyKey[] {
    return [...this.table().keys()];
  }

  setMaxListeners(): this {
    return this;
  }

  getMaxListeners(): number {
    return EventEmitter.defaultMaxListeners;
  }
}

function errorOf(value: unknown): Error {
  if (value instanceof Error) return value;
  return new Error(`Unhandled error. (${typeof value === 'string' ? `'${value}'` : String(value)})`);
}

/** A promise of the arguments of the next `event`; an `error` event rejects it. */
export function once(emitter: EventEmitter, event: PropertyKey): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    // Whatever was emitted is the reason, an Error or not.
    const refuse: (reason: unknown) => void = reject;
    const onError: Listener = (error) => {
      emitter.removeListener(event, onEvent);
      refuse(error);
    };
    const onEvent: Listener = (...args) => {
      emitter.removeListener('error', onError);
      resolve(args);
    };
    if (event !== 'error') emitter.once('error', onError);
    emitter.once(event, onEvent);
  });
}
