/** Event, CustomEvent and EventTarget. */
import { brandClasses, CUSTOM } from '../node/brand';
import { invalidArgType, missingArgs, nodeError } from '../node/errors';

interface EventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
  detail?: unknown;
}

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

interface Registration {
  listener: Listener;
  capture: boolean;
  once: boolean;
  passive: boolean;
  removed: boolean;
}

/** State of an event on its way to listeners; not reachable from outside. */
interface State {
  target: EventTarget | null;
  current: EventTarget | null;
  dispatching: boolean;
  stopped: boolean;
  propagationStopped: boolean;
  canceled: boolean;
  passive: boolean;
}

const states = new WeakMap<Event, State>();

function stateOf(event: Event): State {
  const state = states.get(event);
  if (!state) throw nodeError(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type Event');
  return state;
}

export class Event {
  readonly type: string;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  readonly timeStamp: number;

  constructor(...args: [type: unknown, options?: EventInit | null]) {
    if ((args as unknown[]).length === 0) throw missingArgs('type');
    const [type, options] = args;
    if (options !== undefined && options !== null && typeof options !== 'object')
      throw invalidArgType('options', 'Object', options);
    this.type = `${type as string}`;
    this.bubbles = Boolean(options?.bubbles);
    this.cancelable = Boolean(options?.cancelable);
    this.composed = Boolean(options?.composed);
    this.timeStamp = sandboxHost.elapsed('performance');
    for (const name of ['type', 'bubbles', 'cancelable', 'composed', 'timeStamp'] as const)
      Object.defineProperty(this, name, { enumerable: false, writable: false });
    Object.defineProperty(this, 'isTrusted', { value: false, enumerable: true, configurable: true });
    states.set(this, {
      target: null,
      current: null,
      dispatching: false,
      stopped: false,
      propagationStopped: false,
      canceled: false,
      passive: false,
    });
  }

  preventDefault(): void {
    const state = stateOf(this);
    if (this.cancelable && !state.passive) state.canceled = true;
  }
  stopPropagation(): void {
    stateOf(this).propagationStopped = true;
  }
  stopImmediatePropagation(): void {
    const state = stateOf(this);
    state.propagationStopped = true;
    state.stopped = true;
  }
  composedPath(): EventTarget[] {
    const { dispatching, current } = stateOf(this);
    return dispatching && current ? [current] : [];
  }
  get target(): EventTarget | null {
    return stateOf(this).target;
  }
  get srcElement(): EventTarget | null {
    return stateOf(this).target;
  }
  get currentTarget(): EventTarget | null {
    return stateOf(this).current;
  }
  get defaultPrevented(): boolean {
    return stateOf(this).canceled;
  }
  get returnValue(): boolean {
    return !stateOf(this).canceled;
  }
  get cancelBubble(): boolean {
    return stateOf(this).propagationStopped;
  }
  set cancelBubble(value: boolean) {
    if (value) this.stopPropagation();
  }
  get eventPhase(): number {
    return stateOf(this).dispatching ? 2 : 0;
  }

  [CUSTOM](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    const { type, defaultPrevented, cancelable, timeStamp } = this;
    const name = (this.constructor as { name?: string }).name ?? 'Event';
    return `${name} ${inspect({ type, defaultPrevented, cancelable, timeStamp }, options)}`;
  }

  static readonly NONE = 0;
  static readonly CAPTURING_PHASE = 1;
  static readonly AT_TARGET = 2;
  static readonly BUBBLING_PHASE = 3;
}

export class CustomEvent extends Event {
  readonly detail: unknown;

  constructor(...args: [type: unknown, options?: EventInit | null]) {
    super(...args);
    this.detail = args[1]?.detail ?? null;
    Object.defineProperty(this, 'detail', { enumerable: false, writable: false });
  }
}

/** Registrations of one type in their order. Each is found by its listener at once: a program may add any number. */
class Registrations {
  private readonly order = new Set<Registration>();
  private readonly byListener = [new Map<unknown, Registration>(), new Map<unknown, Registration>()] as const;

  get all(): Registration[] {
    return [...this.order];
  }

  has(listener: unknown, capture: boolean): boolean {
    return this.byListener[capture ? 1 : 0].has(listener);
  }

  add(one: Registration): void {
    this.order.add(one);
    this.byListener[one.capture ? 1 : 0].set(one.listener, one);
  }

  remove(listener: unknown, capture: boolean): void {
    const known = this.byListener[capture ? 1 : 0];
    const gone = known.get(listener);
    if (!gone) return;
    gone.removed = true;
    known.delete(listener);
    this.order.delete(gone);
  }
}

const tables = new WeakMap<EventTarget, Map<string, Registrations>>();

function tableOf(target: EventTarget): Map<string, Registrations> {
  const table = tables.get(target);
  if (!table) throw nodeError(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type EventTarget');
  return table;
}

interface ListenerOptions {
  capture?: boolean;
  once?: boolean;
  passive?: boolean;
  signal?: EventTarget & { aborted: boolean };
}

function optionsOf(options: unknown): ListenerOptions {
  if (typeof options === 'boolean') return { capture: options };
  return typeof options === 'object' && options !== null ? options : {};
}

export class EventTarget {
  constructor() {
    tables.set(this, new Map());
  }

  addEventListener(...args: [type: unknown, listener: unknown, options?: unknown]): void {
    const table = tableOf(this);
    if (args.length < 2) throw missingArgs('type', 'listener');
    const [type, listener] = args;
    if (listener === null || listener === undefined) return;
    if (typeof listener !== 'function' && typeof listener !== 'object')
      throw invalidArgType('listener', 'EventListener', listener);
    const { capture = false, once = false, passive = false, signal } = optionsOf(args[2]);
    if (signal?.aborted) return;
    const name = `${type as string}`;
    const known = table.get(name) ?? new Registrations();
    if (known.has(listener, Boolean(capture))) return;
    known.add({ listener: listener as Listener, capture: Boolean(capture), once, passive, removed: false });
    table.set(name, known);
    signal?.addEventListener('abort', () => this.removeEventListener(name, listener, { capture }), {
      once: true,
    });
  }

  removeEventListener(...args: [type: unknown, listener: unknown, options?: unknown]): void {
    const table = tableOf(this);
    if (args.length < 2) throw missingArgs('type', 'listener');
    const [type, listener] = args;
    const capture = Boolean(optionsOf(args[2]).capture);
    table.get(`${type as string}`)?.remove(listener, capture);
  }

  dispatchEvent(event: Event): boolean {
    const table = tableOf(this);
    if (!(event instanceof Event)) throw invalidArgType('event', 'Event', event);
    const state = stateOf(event);
    if (state.dispatching)
      throw nodeError(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`);
    Object.assign(state, { target: this, current: this, dispatching: true });
    try {
      this.#call(event, state, table.get(event.type)?.all ?? []);
    } finally {
      Object.assign(state, { current: null, dispatching: false, stopped: false, propagationStopped: false });
    }
    return !state.canceled;
  }

  #call(event: Event, state: State, list: readonly Registration[]): void {
    for (const one of list) {
      if (one.removed) continue;
      if (one.once) this.removeEventListener(event.type, one.listener, { capture: one.capture });
      state.passive = one.passive;
      try {
        const { listener } = one;
        const result: unknown =
          typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event);
        if (typeof (result as { then?: unknown } | undefined)?.then === 'function')
          (result as Promise<unknown>).then(undefined, reportLater);
      } catch (error) {
        reportLater(error);
      }
      state.passive = false;
      if (state.stopped) break;
    }
  }
}

/** Reports an error of a listener later, since it must not reach the code that sent the event. */
function reportLater(error: unknown): void {
  sandboxHost.nextTick(() => sandboxHost.onError(error), []);
}

/** Where Node's module of events finds the listeners of an EventTarget. */
export const kEvents = Symbol('kEvents');

interface Link {
  listener?: unknown;
  size: number;
  next?: Link;
}

/** Listeners as Node links them: each behind the one before, the first behind a root. */
function chain(list: readonly Registration[]): Link {
  const { length: size } = list;
  return { size, next: list.reduceRight<Link>((next, { listener }) => ({ listener, size, next }), { size }) };
}

const { defaultMaxListeners, kMaxEventTargetListeners } = loadStandIn('events') as {
  defaultMaxListeners: number;
  kMaxEventTargetListeners: symbol;
};

Object.defineProperties(EventTarget.prototype, {
  [kMaxEventTargetListeners]: { value: defaultMaxListeners, writable: true },
  [kEvents]: {
    get(this: EventTarget) {
      return { get: (type: string) => chain(tables.get(this)?.get(type)?.all ?? []) };
    },
  },
});

/** Gives a class an `onname` property that is listened to while it holds a function. */
export function defineHandler(prototype: EventTarget, type: string): void {
  const handlers = new WeakMap<object, { listener: (event: Event) => unknown; value: unknown }>();
  Object.defineProperty(prototype, `on${type}`, {
    get(this: EventTarget) {
      return handlers.get(this)?.value ?? null;
    },
    set(this: EventTarget, value: unknown) {
      const known = handlers.get(this);
      if (known) this.removeEventListener(type, known.listener);
      handlers.delete(this);
      if (typeof value !== 'function') return;
      const listener = (event: Event): unknown => value.call(this, event) as unknown;
      handlers.set(this, { listener, value });
      this.addEventListener(type, listener);
    },
    enumerable: true,
    configurable: true,
  });
}

brandClasses({ Event, CustomEvent, EventTarget });
for (const [name, value] of Object.entries({ NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 }))
  Object.defineProperty(Event.prototype, name, { value, enumerable: true });
