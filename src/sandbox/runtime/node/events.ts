/** node:events: the EventEmitter, as a function that old code may also call without `new`. */
import { invalidArgType, nodeError, showValue } from './errors';
import { validateBoolean, validateFunction, validateNumber } from './validate';

export type Listener = ((this: unknown, ...args: unknown[]) => unknown) & { listener?: Listener };
type Events = Record<PropertyKey, Listener | Listener[] | undefined>;

export const ERROR_MONITOR = Symbol('events.errorMonitor');
export const CAPTURE_REJECTION = Symbol.for('nodejs.rejection');
const CAPTURE = Symbol('kCapture');
const SHAPE = Symbol('shapeMode');

/** An emitter's own fields, which other modules of Node know too. */
export interface EventEmitter {
  _events: Events | undefined;
  _eventsCount: number;
  _maxListeners: number | undefined;
  [CAPTURE]?: boolean;
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
  emit(event: PropertyKey, ...args: unknown[]): boolean;
  addListener(event: PropertyKey, listener: Listener): this;
  on(event: PropertyKey, listener: Listener): this;
  prependListener(event: PropertyKey, listener: Listener): this;
  once(event: PropertyKey, listener: Listener): this;
  prependOnceListener(event: PropertyKey, listener: Listener): this;
  removeListener(event: PropertyKey, listener: Listener): this;
  off(event: PropertyKey, listener: Listener): this;
  removeAllListeners(event?: PropertyKey): this;
  listeners(event: PropertyKey): Listener[];
  rawListeners(event: PropertyKey): Listener[];
  listenerCount(event: PropertyKey, listener?: Listener): number;
  eventNames(): PropertyKey[];
}

interface Options {
  captureRejections?: boolean;
}

interface EmitterConstructor {
  new (options?: Options): EventEmitter;
  (this: unknown, options?: Options): void;
  prototype: EventEmitter;
  defaultMaxListeners: number;
  captureRejections: boolean;
  init(this: EventEmitter, options?: Options): void;
}

let defaultMaxListeners = 10;
let captureRejections = false;

export const EventEmitter: EmitterConstructor = function EventEmitter(
  this: EventEmitter,
  options?: Options,
): void {
  init.call(this, options);
} as unknown as EmitterConstructor;

function emptyEvents(): Events {
  return Object.create(null) as Events;
}

/** Node looks whether the table is inherited: a prototype with listeners must not share them. */
function init(this: EventEmitter, options?: Options): void {
  if (this._events === undefined || this._events === (Object.getPrototypeOf(this) as EventEmitter)._events) {
    this._events = emptyEvents();
    this._eventsCount = 0;
  }
  this._maxListeners ??= undefined;
  (this as unknown as Record<PropertyKey, unknown>)[SHAPE] = false;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, 'options.captureRejections');
    this[CAPTURE] = Boolean(options.captureRejections);
  } else {
    this[CAPTURE] = captureRejections;
  }
}
EventEmitter.init = init;

export function validateCount(value: unknown, name: string): asserts value is number {
  validateNumber(value, name, 0);
}

Object.defineProperties(EventEmitter, {
  defaultMaxListeners: {
    enumerable: true,
    get: () => defaultMaxListeners,
    set(count: unknown) {
      validateCount(count, 'defaultMaxListeners');
      defaultMaxListeners = count;
    },
  },
  captureRejections: {
    enumerable: true,
    get: () => captureRejections,
    set(value: unknown) {
      validateBoolean(value, 'EventEmitter.captureRejections');
      captureRejections = value;
    },
  },
});

function listOf(emitter: EventEmitter, event: PropertyKey): Listener[] {
  const found = emitter._events?.[event];
  if (found === undefined) return [];
  return typeof found === 'function' ? [found] : found;
}

function checkListener(listener: unknown): asserts listener is Listener {
  validateFunction(listener, 'listener');
}

function warnOfLeak(
  emitter: EventEmitter,
  event: PropertyKey,
  list: Listener[] & { warned?: boolean },
): void {
  const limit = emitter.getMaxListeners();
  if (limit <= 0 || list.length <= limit || list.warned) return;
  Object.defineProperty(list, 'warned', { value: true });
  const name = (emitter as { constructor?: { name?: string } }).constructor?.name ?? 'EventEmitter';
  const message =
    `MaxListenersExceededWarning: Possible EventEmitter memory leak detected. ${list.length} ${String(event)} listeners ` +
    `added to [${name}]. MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`;
  sandboxHost.write('warn', message);
}

function add(emitter: EventEmitter, event: PropertyKey, listener: Listener, first: boolean): EventEmitter {
  checkListener(listener);
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = emptyEvents();
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit('newListener', event, listener.listener ?? listener);
    events = emitter._events ?? events;
  }
  const found = events[event];
  if (found === undefined) {
    events[event] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  const list = typeof found === 'function' ? [found] : found;
  events[event] = list;
  if (first) list.unshift(listener);
  else list.push(listener);
  warnOfLeak(emitter, event, list);
  return emitter;
}

function wrapOnce(emitter: EventEmitter, event: PropertyKey, listener: Listener): Listener {
  checkListener(listener);
  let fired = false;
  function wrapper(this: unknown, ...args: unknown[]): unknown {
    if (fired) return undefined;
    emitter.removeListener(event, wrapper);
    fired = true;
    return listener.apply(emitter, args);
  }
  wrapper.listener = listener;
  return wrapper;
}

function remove(emitter: EventEmitter, event: PropertyKey, listener: Listener): EventEmitter {
  checkListener(listener);
  const events = emitter._events;
  const found = events?.[event];
  if (!events || found === undefined) return emitter;
  const matches = (one: Listener): boolean => one === listener || one.listener === listener;
  if (typeof found === 'function') {
    if (!matches(found)) return emitter;
    if (--emitter._eventsCount === 0) emitter._events = emptyEvents();
    else Reflect.deleteProperty(events, event);
    if (events.removeListener !== undefined)
      emitter.emit('removeListener', event, found.listener ?? listener);
    return emitter;
  }
  const index = found.findLastIndex(matches);
  if (index < 0) return emitter;
  // A copy: an emit that is under way goes on with the listeners it began with.
  const rest = found.filter((_, at) => at !== index);
  events[event] = rest.length === 1 ? rest[0] : rest;
  if (events.removeListener !== undefined) emitter.emit('removeListener', event, listener);
  return emitter;
}

function removeAll(emitter: EventEmitter, args: [event?: PropertyKey]): EventEmitter {
  const events = emitter._events;
  if (events === undefined) return emitter;
  const [event] = args;
  if (args.length === 0) {
    if (events.removeListener !== undefined) {
      for (const key of Reflect.ownKeys(events))
        if (key !== 'removeListener') emitter.removeAllListeners(key);
      emitter.removeAllListeners('removeListener');
    }
    emitter._events = emptyEvents();
    emitter._eventsCount = 0;
    return emitter;
  }
  for (const listener of [...listOf(emitter, event as PropertyKey)].reverse())
    emitter.removeListener(event as PropertyKey, listener);
  return emitter;
}

function unhandled(args: readonly unknown[]): Error {
  const [error] = args;
  if (error instanceof Error) return error;
  let shown: string;
  try {
    shown = showValue(error);
  } catch {
    shown = String(error);
  }
  return nodeError(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`, { context: error });
}

/** A listener that returns a promise which is rejected: an `error` event, where that was asked for. */
function captureRejection(emitter: EventEmitter, result: unknown, event: PropertyKey, args: unknown[]): void {
  const { then } = (result ?? {}) as { then?: unknown };
  if (typeof then !== 'function') return;
  const onError = (error: unknown): void =>
    sandboxHost.nextTick(() => rejected(emitter, error, event, args), []);
  then.call(result, undefined, onError);
}

function rejected(emitter: EventEmitter, error: unknown, event: PropertyKey, args: unknown[]): void {
  const own = (emitter as unknown as Record<PropertyKey, unknown>)[CAPTURE_REJECTION];
  if (typeof own === 'function') {
    own.call(emitter, error, event, ...args);
    return;
  }
  const before = emitter[CAPTURE];
  // What handles the error must not have its own rejections captured.
  emitter[CAPTURE] = false;
  try {
    emitter.emit('error', error);
  } finally {
    emitter[CAPTURE] = before;
  }
}

const methods: ThisType<EventEmitter> & Omit<EventEmitter, '_events' | '_eventsCount' | '_maxListeners'> = {
  setMaxListeners(count) {
    validateCount(count, 'setMaxListeners');
    this._maxListeners = count;
    return this;
  },
  getMaxListeners() {
    return this._maxListeners ?? defaultMaxListeners;
  },
  emit(event, ...args) {
    const events = this._events;
    if (event === 'error' && events?.[ERROR_MONITOR] !== undefined) this.emit(ERROR_MONITOR, ...args);
    const found = events?.[event];
    if (found === undefined) {
      if (event === 'error') throw unhandled(args);
      return false;
    }
    for (const listener of typeof found === 'function' ? [found] : [...found]) {
      const result = Reflect.apply(listener, this, args);
      if (this[CAPTURE] && result !== undefined && result !== null)
        captureRejection(this, result, event, args);
    }
    return true;
  },
  addListener(event, listener) {
    return add(this, event, listener, false);
  },
  on(event, listener) {
    return add(this, event, listener, false);
  },
  prependListener(event, listener) {
    return add(this, event, listener, true);
  },
  once(event, listener) {
    return this.on(event, wrapOnce(this, event, listener));
  },
  prependOnceListener(event, listener) {
    return this.prependListener(event, wrapOnce(this, event, listener));
  },
  removeListener(event, listener) {
    return remove(this, event, listener);
  },
  off(event, listener) {
    return remove(this, event, listener);
  },
  removeAllListeners(...args: [event?: PropertyKey]) {
    return removeAll(this, args);
  },
  listeners(event) {
    return listOf(this, event).map((one) => one.listener ?? one);
  },
  rawListeners(event) {
    return [...listOf(this, event)];
  },
  listenerCount(event, listener) {
    const list = listOf(this, event);
    if (listener === undefined) return list.length;
    return list.filter((one) => one === listener || one.listener === listener).length;
  },
  eventNames() {
    return this._eventsCount > 0 && this._events ? Reflect.ownKeys(this._events) : [];
  },
};

Object.assign(
  EventEmitter.prototype,
  { _events: undefined, _eventsCount: 0, _maxListeners: undefined },
  methods,
);
Object.defineProperty(EventEmitter.prototype, CAPTURE, { value: false, writable: true, enumerable: false });
// Node's two names of these are one function.
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

export function isEmitter(value: unknown): value is EventEmitter {
  return typeof (value as { on?: unknown } | null | undefined)?.on === 'function';
}

export function notAnEmitter(value: unknown): TypeError {
  return invalidArgType('emitter', 'EventEmitter', value);
}
