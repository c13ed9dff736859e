/**
 * Sides that the file system works for. Changes of the tests are for everybody. Changes that the program, or a package
 * that it may have called, makes to given files are for the program alone.
 */

export type Side = 'tests' | 'package' | 'program';

const RANKS: Readonly<Record<Side, number>> = { tests: 2, package: 1, program: 0 };

let current: Side | undefined;

/** The side of the call under way; code that names none is a package's. */
export function sideNow(): Side {
  return current ?? 'package';
}

function weaker(left: Side, right: Side): Side {
  return RANKS[left] < RANKS[right] ? left : right;
}

/** Does the work for a side; within a call of a weaker one it stays weak. */
export function as<T>(side: Side, work: () => T): T {
  const before = current;
  current = before === undefined ? side : weaker(before, side);
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Binds work that is done later to the side that runs now. */
export function bound<T>(work: () => T): () => T {
  const side = sideNow();
  return () => as(side, work);
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A function with members on its prototype: its objects remember for whom they were made. */
export function isClass(value: AnyFunction): boolean {
  const prototype: unknown = Reflect.getOwnPropertyDescriptor(value, 'prototype')?.value;
  return typeof prototype === 'object' && prototype !== null && Reflect.ownKeys(prototype).length > 1;
}

const OWN = new Set<PropertyKey>(['length', 'name', 'prototype', 'arguments', 'caller']);
/** Calls a function for the side that it has when it is called. */
export type Wrap = (call: AnyFunction) => AnyFunction;

/** Makes functions that call others for a side, spies of the tests included. Classes stay as they are. */
export function forSide(side: () => Side): Wrap {
  const wrappers = new WeakMap<AnyFunction, AnyFunction>();
  const wrap: Wrap = (call) => {
    if (isClass(call)) return call;
    const known = wrappers.get(call);
    if (known) return known;
    const wrapper: AnyFunction = function (this: unknown, ...args: unknown[]): unknown {
      return as(side(), () =>
        new.target ? (Reflect.construct(call, args) as unknown) : Reflect.apply(call, this, args),
      );
    };
    wrappers.set(call, wrapper);
    copyMembers(call, wrapper, wrap);
    return Object.freeze(wrapper);
  };
  return wrap;
}

function copyMembers(call: AnyFunction, wrapper: AnyFunction, wrap: Wrap): void {
  for (const key of ['name', 'length'])
    Object.defineProperty(wrapper, key, Reflect.getOwnPropertyDescriptor(call, key) ?? { value: '' });
  for (const key of Reflect.ownKeys(call)) {
    const value: unknown = OWN.has(key) ? undefined : Reflect.getOwnPropertyDescriptor(call, key)?.value;
    const own = typeof value === 'function' ? wrap(value as AnyFunction) : value;
    if (own !== undefined) Object.defineProperty(wrapper, key, { value: own, configurable: true });
  }
}
