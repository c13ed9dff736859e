/** Finds the function that a call names among a module's exports. */
import { isObject } from './properties';
import type { CallSetup } from '../runtime-protocol';

type Callable = (...args: unknown[]) => unknown;

/** A function ready to be called, and what to call it with. */
export interface Found {
  call(args: readonly unknown[]): unknown;
  args: readonly unknown[];
}

const SHOWN_NAMES = 30;
const SHOWN_NAME = 100;

/** True if the object or its class has the name; what every object has does not count. */
function has(holder: object, key: string): boolean {
  if (key === 'constructor') return false;
  if (Object.hasOwn(holder, key)) return true;
  const base = typeof holder === 'function' ? Function.prototype : Object.prototype;
  return key in holder && !(key in base);
}

/** Names of a module's exports, for the message that says what there is. */
function exportedNames(exports: unknown, alias: string | undefined): string {
  if (!isObject(exports)) return 'nothing';
  const names = Object.keys(exports).flatMap((name) => (name === alias ? [] : [name.slice(0, SHOWN_NAME)]));
  if (typeof exports === 'function' && !names.includes('default')) names.unshift('default');
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return names.length > SHOWN_NAMES ? `${shown} and ${names.length - SHOWN_NAMES} more` : shown || 'nothing';
}

/** The export that a name without dots means. `module.exports = f` is exported as `default` and under its own name. */
function exported(exports: unknown, name: string): { value: unknown; holder: unknown } | undefined {
  if (!isObject(exports)) return undefined;
  if (has(exports, name)) return { value: Reflect.get(exports, name), holder: exports };
  if (typeof exports === 'function' && (name === 'default' || exports.name === name)) {
    return { value: exports, holder: undefined };
  }
  return undefined;
}

/** A static method, else a method of a new instance. */
function method(type: unknown, name: string): { value: unknown; holder: unknown } | undefined {
  if (!isObject(type)) return undefined;
  if (has(type, name)) return { value: Reflect.get(type, name), holder: type };
  const prototype: unknown = typeof type === 'function' ? Reflect.get(type, 'prototype') : undefined;
  if (!isObject(prototype) || !has(prototype, name)) return undefined;
  const instance = Reflect.construct(type as Callable, []) as object;
  return { value: Reflect.get(instance, name), holder: instance };
}

/** Value that the module declares under a name and does not export. */
function declared(
  exports: unknown,
  alias: string | undefined,
): { value: unknown; holder: undefined } | undefined {
  if (alias === undefined || !isObject(exports) || !Object.hasOwn(exports, alias)) return undefined;
  const value: unknown = Reflect.get(exports, alias);
  return value === undefined ? undefined : { value, holder: undefined };
}

/** Errors of this module: the program has no such function. */
const missing = new WeakSet<Error>();

/** True for an error that says that the program has no such function. */
export function isMissingFunction(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error as Error);
}

function refuse<E extends Error>(error: E): E {
  missing.add(error);
  return error;
}

/** Throws a sentence that names what is exported where there is no such function. */
export function findFunction(exports: unknown, call: CallSetup): Found {
  const { module, name, alias } = call;
  const [first = '', ...rest] = name.split('.');
  const whole = exported(exports, name);
  let found = whole ?? exported(exports, first) ?? declared(exports, alias);
  if (!whole) for (const part of rest) found = found && method(found.value, part);
  if (!found)
    throw refuse(
      new Error(`${module} does not export ${name}: it exports ${exportedNames(exports, alias)}.`),
    );
  const { value, holder } = found;
  if (typeof value !== 'function') {
    const kind = value === null ? 'null' : typeof value;
    throw refuse(new TypeError(`${name} of ${module} is not a function but ${kind}.`));
  }
  return {
    args: JSON.parse(call.data) as unknown[],
    call: (args) => Reflect.apply(value as Callable, holder, [...args]),
  };
}
