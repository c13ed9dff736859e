/** node:events: the EventEmitter, as a function that old code may also call without `new`. */
import { invalidArgType, nodeError, showValue } from './errors';
import { add, CAPTURE, emptyEvents, listOf, remove, removeAll, wrapOnce } from './emitter-listeners';
import type { Emitter } from './emitter-listeners';
import { validateBoolean, validateNumber } from './validate';

export type { Listener } from './emitter-listeners';
export type EventEmitter = Emitter;

export const ERROR_MONITOR = Symbol('events.errorMonitor');
export const CAPTURE_REJECTION = Symbol.for('nodejs.rejection');
const SHAPE = Symbol('shapeMode');

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
