/** `once` and `on` of node:events: emitters as promises and asynchronous iterators. */
import { AbortSignal } from '../web/abort';
import { EventTarget } from '../web/events';
import { abortError, invalidArgType } from './errors';
import { isEmitter, notAnEmitter } from './events';
import type { EventEmitter, Listener } from './events';
import { validateAbortSignal, validateObject } from './validate';

type Source = EventEmitter | EventTarget;

function listen(source: Source, event: PropertyKey, listener: Listener, once: boolean): void {
  if (isEmitter(source)) {
    if (once) source.once(event, listener);
    else source.on(event, listener);
  } else if (source instanceof EventTarget) source.addEventListener(event, listener, { once });
  else throw notAnEmitter(source);
}

function unlisten(source: Source, event: PropertyKey, listener: Listener): void {
  if (isEmitter(source)) source.removeListener(event, listener);
  else source.removeEventListener(event, listener);
}

interface OnceOptions {
  signal?: AbortSignal;
}

/** A promise of the arguments of the next `event`; an `error` event rejects it. */
export async function once(
  source: Source,
  event: PropertyKey,
  options: OnceOptions = {},
): Promise<unknown[]> {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  return new Promise((resolve, reject) => {
    // Whatever was emitted is the reason, an Error or not.
    const refuse: (reason: unknown) => void = reject;
    const stop = (): void => {
      unlisten(source, event, onEvent);
      if (isEmitter(source) && event !== 'error') unlisten(source, 'error', onError);
      signal?.removeEventListener('abort', onAbort);
    };
    const onEvent: Listener = (...args) => {
      stop();
      resolve(args);
    };
    const onError: Listener = (error) => {
      stop();
      refuse(error);
    };
    const onAbort = (): void => {
      stop();
      refuse(abortError(signal?.reason));
    };
    listen(source, event, onEvent, true);
    if (isEmitter(source) && event !== 'error') listen(source, 'error', onError, true);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

interface OnOptions extends OnceOptions {
  close?: readonly PropertyKey[];
}

interface Waiter {
  resolve(result: IteratorResult<unknown[]>): void;
  reject(reason: unknown): void;
}

/** Events that came before anybody asked for them, and who asks for those to come. */
class Stream {
  private readonly values: unknown[][] = [];
  private readonly waiting: Waiter[] = [];
  private error: { value: unknown } | undefined;
  private done = false;

  constructor(private readonly stop: () => void) {}

  push(args: unknown[]): void {
    const waiter = this.waiting.shift();
    if (waiter) waiter.resolve({ value: args, done: false });
    else this.values.push(args);
  }

  fail(error: unknown): void {
    const waiter = this.waiting.shift();
    if (waiter) waiter.reject(error);
    else this.error = { value: error };
    this.close();
  }

  close(): void {
    if (this.done) return;
    this.done = true;
    this.stop();
    for (const waiter of this.waiting.splice(0)) waiter.resolve({ value: undefined, done: true });
  }

  next(): Promise<IteratorResult<unknown[]>> {
    const value = this.values.shift();
    if (value) return Promise.resolve({ value, done: false });
    if (this.error) {
      const { value: error } = this.error;
      this.error = undefined;
      return Promise.reject(error);
    }
    if (this.done) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
}

sandboxHost.lock(Stream);

const asyncIteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf(async function* () {}.prototype as object) as object,
) as object;

/** All further `event`s as an asynchronous iterator over their arguments. */
export function on(
  source: Source,
  event: PropertyKey,
  options: OnOptions = {},
): AsyncIterableIterator<unknown[]> {
  validateObject(options, 'options');
  const { signal, close = [] } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  const heard: [PropertyKey, Listener][] = [];
  const onAbort = (): void => stream.fail(abortError(signal?.reason));
  const stream = new Stream(() => {
    for (const [name, listener] of heard) unlisten(source, name, listener);
    signal?.removeEventListener('abort', onAbort);
  });
  const hear = (name: PropertyKey, listener: Listener): void => {
    listen(source, name, listener, false);
    heard.push([name, listener]);
  };
  hear(event, (...args) => stream.push(args));
  if (event !== 'error' && isEmitter(source)) hear('error', (error) => stream.fail(error));
  for (const name of close) hear(name, () => stream.close());
  signal?.addEventListener('abort', onAbort, { once: true });
  const iterator = Object.create(asyncIteratorPrototype) as AsyncIterableIterator<unknown[]>;
  const methods = {
    next: () => stream.next(),
    return: () => {
      stream.close();
      return Promise.resolve({ value: undefined, done: true as const });
    },
    throw: (error: unknown) => {
      if (!(error instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', 'Error', error);
      stream.fail(error);
      return Promise.resolve({ value: undefined, done: true as const });
    },
  };
  // Its prototype is locked, with names that plain assignment can't hide; the one that makes it iterable it inherits.
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(iterator, name, { value, writable: true, configurable: true });
  return iterator;
}

/** Calls the listener when the signal is aborted, at once when it is already. */
export function addAbortListener(signal: AbortSignal, listener: () => void): object {
  if (!(signal instanceof AbortSignal)) throw invalidArgType('signal', 'AbortSignal', signal);
  if (signal.aborted) sandboxHost.nextTick(listener, []);
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
}
