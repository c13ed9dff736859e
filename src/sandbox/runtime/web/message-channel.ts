/** MessageChannel and MessagePort within one isolate: what is posted arrives as a copy, in a macrotask of its own. */
import { brandClasses } from '../node/brand';
import { nodeError } from '../node/errors';
import { structuredClone } from './clone';
import nodeModule from './natives';

interface NodeEvents {
  Event: new (type: string) => Event;
  EventTarget: new () => EventTarget;
  defineEventHandler(prototype: object, type: string): void;
}

const { defineEventHandler, Event, EventTarget } = nodeModule<NodeEvents>('internal/event_target');

export class MessageEvent extends Event {
  readonly data: unknown;
  readonly origin = '';
  readonly lastEventId = '';
  readonly source = null;
  readonly ports: readonly unknown[] = [];

  constructor(type: string, init: { data?: unknown } = {}) {
    super(type);
    this.data = init.data ?? null;
  }
}

const KEY = Symbol('new');

interface State {
  other: MessagePort | undefined;
  started: boolean;
  closed: boolean;
  queue: unknown[];
}

const states = new WeakMap<MessagePort, State>();

function deliver(port: MessagePort): void {
  const state = states.get(port);
  if (!state?.started || state.closed) return;
  for (const data of state.queue.splice(0)) port.dispatchEvent(new MessageEvent('message', { data }));
}

export class MessagePort extends EventTarget {
  constructor(key?: unknown) {
    if (key !== KEY) throw nodeError(TypeError, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
    super();
    states.set(this, { other: undefined, started: false, closed: false, queue: [] });
  }

  postMessage(message: unknown): void {
    const { other } = states.get(this) ?? {};
    const copy = structuredClone(message);
    if (!other) return;
    states.get(other)?.queue.push(copy);
    sandboxHost.defer(() => deliver(other));
  }

  start(): void {
    const state = states.get(this);
    if (!state || state.started) return;
    state.started = true;
    sandboxHost.defer(() => deliver(this));
  }

  close(): void {
    const state = states.get(this);
    if (!state || state.closed) return;
    state.closed = true;
    const { other } = state;
    sandboxHost.defer(() => this.dispatchEvent(new Event('close')));
    other?.close();
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args);
    if (args[0] === 'message') this.start();
  }

  /** Node's ports are emitters as well: a listener gets the message itself. */
  on(type: string, listener: (value: unknown) => void): this {
    this.addEventListener(type, (event) => listener((event as MessageEvent).data));
    return this;
  }
  once(type: string, listener: (value: unknown) => void): this {
    this.addEventListener(type, (event) => listener((event as MessageEvent).data), { once: true });
    return this;
  }
  ref(): void {}
  unref(): void {}
}

defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');

export class MessageChannel {
  readonly port1 = new MessagePort(KEY);
  readonly port2 = new MessagePort(KEY);

  constructor() {
    const [first, second] = [states.get(this.port1), states.get(this.port2)];
    if (first) first.other = this.port2;
    if (second) second.other = this.port1;
  }
}

brandClasses({ MessageChannel, MessageEvent, MessagePort });
