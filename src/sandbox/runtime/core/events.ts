/** node:events. */
import { nameClasses } from '../node/brand';
import { invalidArgType } from '../node/errors';
import { CAPTURE_REJECTION, ERROR_MONITOR, EventEmitter, isEmitter, validateCount } from '../node/events';
import { addAbortListener, on, once } from '../node/events-async';
import { EventTarget, listenersOf } from '../web/events';
import { AsyncResource } from './internal.async-resource';

function getEventListeners(source: unknown, event: PropertyKey): unknown[] {
  if (isEmitter(source)) return source.listeners(event);
  if (source instanceof EventTarget) return listenersOf(source, String(event));
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], source);
}

function getMaxListeners(source: unknown): number {
  if (isEmitter(source)) return source.getMaxListeners();
  if (source instanceof EventTarget) return EventEmitter.defaultMaxListeners;
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], source);
}

function setMaxListeners(count = EventEmitter.defaultMaxListeners, ...targets: unknown[]): void {
  validateCount(count, 'setMaxListeners');
  if (targets.length === 0) EventEmitter.defaultMaxListeners = count;
  for (const target of targets) {
    if (isEmitter(target)) target.setMaxListeners(count);
    else if (!(target instanceof EventTarget))
      throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], target);
  }
}

function listenerCount(source: unknown, event: PropertyKey): number {
  return isEmitter(source) ? source.listenerCount(event) : getEventListeners(source, event).length;
}

/** An emitter whose listeners run in the context it was made in. */
class EventEmitterAsyncResource extends EventEmitter {
  readonly asyncResource: AsyncResource;

  constructor(options: string | { name?: string } = {}) {
    super();
    const name = typeof options === 'string' ? options : (options.name ?? new.target.name);
    this.asyncResource = new AsyncResource(name);
    Object.defineProperty(this, 'asyncResource', { enumerable: false });
  }

  override emit(event: PropertyKey, ...args: unknown[]): boolean {
    return this.asyncResource.runInAsyncScope(() => super.emit(event, ...args));
  }
  emitDestroy(): void {
    this.asyncResource.emitDestroy();
  }
  get asyncId(): number {
    return this.asyncResource.asyncId();
  }
  get triggerAsyncId(): number {
    return this.asyncResource.triggerAsyncId();
  }
}

nameClasses({ EventEmitterAsyncResource });

const events: object = Object.assign(EventEmitter, {
  addAbortListener,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  setMaxListeners,
  listenerCount,
  EventEmitter,
  EventEmitterAsyncResource,
  usingDomains: false,
  captureRejectionSymbol: CAPTURE_REJECTION,
  errorMonitor: ERROR_MONITOR,
});

export default events;
