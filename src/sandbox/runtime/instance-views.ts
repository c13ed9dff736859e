/** Views of objects of Node that are no modules: what the program puts in the place of a member is its own. */
import { createView } from './views';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const views = new WeakMap<object, object>();
const bound = new WeakMap<AnyFunction, AnyFunction>();

/** The process: all but its functions is everybody's. */
export function viewOfProcess(process: object): object {
  return createView(process, {
    show: (value) => value,
    passes: (found) => typeof found?.value !== 'function',
  });
}

function showMember(owner: object, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return viewOfCrypto(value);
  // Its methods know their object by what only the object itself has.
  if (typeof value !== 'function' || Reflect.getOwnPropertyDescriptor(value, 'prototype')) return value;
  const method = value as AnyFunction;
  const known = bound.get(method) ?? Object.freeze(method.bind(owner));
  bound.set(method, known);
  return known;
}

/** `crypto` of the web, and `crypto.subtle`. */
export function viewOfCrypto(object: object): object {
  const view =
    views.get(object) ??
    createView(object, { show: (value) => showMember(object, value), passes: () => false });
  views.set(object, view);
  views.set(view, view);
  return view;
}
