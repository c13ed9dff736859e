/** Views of objects of Node that are no modules: what the program puts in the place of a member is its own. */
import { createView } from './views';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const views = new WeakMap<object, object>();
const bound = new WeakMap<AnyFunction, AnyFunction>();

const copies = new WeakMap<readonly unknown[], { of: readonly unknown[]; copy: unknown[] }>();

/** The program's own copy of a list: the same one for as long as the list is not changed. */
export function ownCopy(list: readonly unknown[]): unknown[] {
  const known = copies.get(list);
  const isStill = known?.of.length === list.length && known.of.every((item, at) => Object.is(item, list[at]));
  if (known && isStill) return known.copy;
  const made = { of: [...list], copy: [...list] };
  copies.set(list, made);
  return made.copy;
}

const environments = new WeakMap<object, object>();

/** The environment is everybody's, since tests look at what a program sets there; what it sets is told. */
function recorded(environment: object, tell: (name: string) => void): object {
  const known = environments.get(environment);
  if (known) return known;
  const named = (key: PropertyKey): void => tell(`env.${String(key)}`);
  const view = new Proxy(environment, {
    set: (target, key, value) => {
      named(key);
      return Reflect.set(target, key, value);
    },
    defineProperty: (target, key, given) => {
      named(key);
      return Reflect.defineProperty(target, key, given);
    },
    deleteProperty: (target, key) => {
      if (Object.hasOwn(target, key)) named(key);
      return Reflect.deleteProperty(target, key);
    },
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  });
  environments.set(environment, view);
  environments.set(view, view);
  return view;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Reflect.getPrototypeOf(value) === Object.prototype;
}

const facts = new WeakMap<object, object>();

function viewOfFacts(value: object): object {
  const view = facts.get(value) ?? createView(value, { show: showFact, passes: () => false });
  facts.set(value, view);
  facts.set(view, view);
  return view;
}

function showFact(value: unknown): unknown {
  if (Array.isArray(value)) return ownCopy(value);
  return isPlain(value) ? viewOfFacts(value) : value;
}

/**
 * The process: functions, lists and facts that the program changes are its own, the rest is everybody's. `tell` hears the name of
 * each variable that it sets.
 */
export function viewOfProcess(process: object, tell: (name: string) => void): object {
  return createView(process, {
    show: (value, key) => (key === 'env' && isPlain(value) ? recorded(value, tell) : showFact(value)),
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
