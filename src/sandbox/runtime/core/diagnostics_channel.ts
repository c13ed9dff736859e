/** node:diagnostics_channel. */
import { nameClasses } from '../node/brand';
import { invalidArgType } from '../node/errors';
import { validateFunction } from '../node/validate';

type Name = string | symbol;
type Subscriber = (message: unknown, name: Name) => unknown;
type AnyFunction = (...args: unknown[]) => unknown;

interface Store {
  run(value: unknown, fn: AnyFunction, ...args: unknown[]): unknown;
}

class Channel {
  readonly name: Name;
  #subscribers: Subscriber[] = [];
  readonly #stores = new Map<Store, (message: unknown) => unknown>();

  constructor(name: Name) {
    this.name = name;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }
  subscribe(subscriber: Subscriber): void {
    validateFunction(subscriber, 'subscription');
    this.#subscribers = [...this.#subscribers, subscriber];
  }
  unsubscribe(subscriber: Subscriber): boolean {
    const index = this.#subscribers.indexOf(subscriber);
    this.#subscribers = this.#subscribers.filter((_, at) => at !== index);
    return index >= 0;
  }
  publish(message: unknown): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(message, this.name);
      } catch (error) {
        sandboxHost.nextTick(() => sandboxHost.onError(error), []);
      }
    }
  }
  bindStore(store: Store, transform: (message: unknown) => unknown = (message) => message): void {
    this.#stores.set(store, transform);
  }
  unbindStore(store: Store): boolean {
    return this.#stores.delete(store);
  }
  runStores(message: unknown, fn: AnyFunction, self?: unknown, ...args: unknown[]): unknown {
    const innermost = (): unknown => {
      this.publish(message);
      return Reflect.apply(fn, self, args);
    };
    let run = innermost;
    for (const [store, transform] of this.#stores) {
      const inner = run;
      run = () => store.run(transform(message), inner);
    }
    return run();
  }
}

const channels = new Map<Name, Channel>();

function channel(name: Name): Channel {
  if (typeof name !== 'string' && typeof name !== 'symbol')
    throw invalidArgType('channel', ['string', 'symbol'], name);
  const found = channels.get(name) ?? new Channel(name);
  channels.set(name, found);
  return found;
}

const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
type Phases = Record<(typeof PHASES)[number], Channel>;

class TracingChannel {
  declare readonly start: Channel;
  declare readonly end: Channel;
  declare readonly asyncStart: Channel;
  declare readonly asyncEnd: Channel;
  declare readonly error: Channel;

  constructor(given: string | Phases) {
    for (const phase of PHASES) {
      const value = typeof given === 'string' ? channel(`tracing:${given}:${phase}`) : given[phase];
      Object.defineProperty(this, phase, { value, enumerable: true, writable: true, configurable: true });
    }
  }

  get hasSubscribers(): boolean {
    return PHASES.some((phase) => this[phase].hasSubscribers);
  }
  subscribe(handlers: Partial<Record<keyof Phases, Subscriber>>): void {
    for (const phase of PHASES) if (handlers[phase]) this[phase].subscribe(handlers[phase]);
  }
  unsubscribe(handlers: Partial<Record<keyof Phases, Subscriber>>): boolean {
    let all = true;
    for (const phase of PHASES) if (handlers[phase] && !this[phase].unsubscribe(handlers[phase])) all = false;
    return all;
  }

  #guarded(context: Record<string, unknown>, run: () => unknown): unknown {
    try {
      const result = run();
      context.result = result;
      return result;
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.end.publish(context);
    }
  }

  traceSync(
    fn: AnyFunction,
    context: Record<string, unknown> = {},
    self?: unknown,
    ...args: unknown[]
  ): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, self, args);
    return this.start.runStores(context, () => this.#guarded(context, () => Reflect.apply(fn, self, args)));
  }

  tracePromise(
    fn: AnyFunction,
    context: Record<string, unknown> = {},
    self?: unknown,
    ...args: unknown[]
  ): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, self, args);
    const settle = (key: 'result' | 'error', value: unknown): void => {
      context[key] = value;
      if (key === 'error') this.error.publish(context);
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.start.runStores(context, async () => {
      try {
        const promise = Reflect.apply(fn, self, args);
        this.end.publish(context);
        const value = await promise;
        settle('result', value);
        return value;
      } catch (error) {
        settle('error', error);
        throw error;
      }
    });
  }
}

nameClasses({ Channel, TracingChannel });
sandboxHost.lock(TracingChannel);

export default {
  channel,
  hasSubscribers: (name: Name): boolean => channels.get(name)?.hasSubscribers ?? false,
  subscribe: (name: Name, subscriber: Subscriber): void => channel(name).subscribe(subscriber),
  unsubscribe: (name: Name, subscriber: Subscriber): boolean => channel(name).unsubscribe(subscriber),
  tracingChannel: (given: string | Phases): TracingChannel => new TracingChannel(given),
  Channel,
};
