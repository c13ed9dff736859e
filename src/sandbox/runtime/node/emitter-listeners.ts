/** Listeners of an EventEmitter: how they are added, found and removed. */
import { validateFunction } from './validate';

export type Listener = ((this: unknown, ...args: unknown[]) => unknown) & { listener?: Listener };
export type Events = Record<PropertyKey, Listener | Listener[] | undefined>;

/** Symbol of the field that says whether rejections of listeners are captured. */
export const CAPTURE = Symbol('kCapture');

/** An emitter's own fields, which other modules of Node know too. */
export interface Emitter {
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

export function emptyEvents(): Events {
  return Object.create(null) as Events;
}

export function listOf(emitter: Emitter, event: PropertyKey): Listener[] {
  const found = emitter._events?.[event];
  if (found === undefined) return [];
  return typeof found === 'function' ? [found] : found;
}

function checkListener(listener: unknown): asserts listener is Listener {
  validateFunction(listener, 'listener');
}

function warnOfLeak(emitter: Emitter, event: PropertyKey, list: Listener[] & { warned?: boolean }): void {
  const limit = emitter.getMaxListeners();
  if (limit <= 0 || list.length <= limit || list.warned) return;
  Object.defineProperty(list, 'warned', { value: true });
  const name = (emitter as { constructor?: { name?: string } }).constructor?.name ?? 'EventEmitter';
  const message =
    `MaxListenersExceededWarning: Possible EventEmitter memory leak detected. ${list.length} ${String(event)} listeners ` +
    `added to [${name}]. MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`;
  sandboxHost.write('warn', message);
}

export function add(emitter: Emitter, event: PropertyKey, listener: Listener, first: boolean): Emitter {
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

export function wrapOnce(emitter: Emitter, event: PropertyKey, listener: Listener): Listener {
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

export function remove(emitter: Emitter, event: PropertyKey, listener: Listener): Emitter {
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

export function removeAll(emitter: Emitter, args: [event?: PropertyKey]): Emitter {
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
