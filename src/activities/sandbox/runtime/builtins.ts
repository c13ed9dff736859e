/** Stand-ins for Node's built-in modules, made anew for every run: what a program changes stays in its run. */
import { createAssert } from './node/assert';
import * as events from './node/events';
import * as path from './node/path';
import * as querystring from './node/querystring';
import * as url from './node/url';
import * as util from './node/util';

/** An EventEmitter that old code may also call as a function (`EventEmitter.call(this)`). */
function createEvents(): unknown {
  const original = events.EventEmitter;
  const emitter = function EventEmitter(): void {};
  Object.defineProperty(emitter, 'prototype', { value: Object.create(original.prototype) as object });
  Object.defineProperty(emitter.prototype, 'constructor', {
    value: emitter,
    writable: true,
    configurable: true,
  });
  return Object.assign(emitter, { EventEmitter: emitter, once: events.once, defaultMaxListeners: 10 });
}

function createPath(): unknown {
  const posix: Record<string, unknown> = { ...path };
  return Object.assign(posix, { posix });
}

/** The timer functions as `node:timers` and, as promises, `node:timers/promises`. */
function createTimersPromises(): unknown {
  const setTimeout = (ms?: unknown, value?: unknown): Promise<unknown> =>
    new Promise(
      (resolve) => void (realGlobal.setTimeout as (...args: unknown[]) => unknown)(resolve, ms, value),
    );
  return { setTimeout, setImmediate: (value?: unknown) => setTimeout(0, value) };
}

function createTimers(): unknown {
  const names = [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'clearImmediate',
  ];
  return Object.fromEntries(names.map((name) => [name, realGlobal[name]]));
}

/** By name without `node:`. */
export const builtinFactories: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['assert', createAssert],
  ['assert/strict', () => (createAssert() as { strict: unknown }).strict],
  ['events', createEvents],
  ['path', createPath],
  ['path/posix', createPath],
  ['process', () => realGlobal.process],
  ['querystring', () => ({ ...querystring })],
  ['timers', createTimers],
  ['timers/promises', createTimersPromises],
  ['url', () => ({ ...url })],
  ['util', () => ({ ...util, TextEncoder: realGlobal.TextEncoder, TextDecoder: realGlobal.TextDecoder })],
]);
