/** Prefix that `inspect` writes before an object's braces: its class, its tag, its kind of function. */
import { withoutComments } from './comments';
import { isNativeError } from './kinds';

/** Prototypes whose `constructor` became an accessor when built-ins were locked (see intrinsics.ts). */
const LOCKED: ReadonlySet<object> = new Set([
  ...[Object, Function, Date, Map, Set, Error, AggregateError, EvalError, RangeError, ReferenceError].map(
    (type) => type.prototype as object,
  ),
  ...[SyntaxError, TypeError, URIError].map((type) => type.prototype as object),
]);

/** Name of the getters that give the constructor of a locked class (see class-locks.ts). */
export const LOCKED_CONSTRUCTOR = 'constructor of a locked class';

function isLockedConstructor(prototype: object, get: () => unknown): boolean {
  return LOCKED.has(prototype) || get.name === LOCKED_CONSTRUCTOR;
}

/** The class that a prototype says it belongs to. */
export function ownConstructor(prototype: object): { name: string } | undefined {
  const found = Reflect.getOwnPropertyDescriptor(prototype, 'constructor');
  const isLocked = found?.get && isLockedConstructor(prototype, found.get as () => unknown);
  const value: unknown = isLocked ? found.get?.call(prototype) : found?.value;
  return typeof value === 'function' && typeof value.name === 'string' ? value : undefined;
}

function isInstance(value: object, type: unknown): boolean {
  try {
    return value instanceof (type as new () => unknown);
  } catch {
    return false;
  }
}

/** Name of the object's class; null for an object without any. */
export function className(value: object, showBare: (prototype: object) => string): string | null {
  let first: object | null | undefined;
  for (let object: object | null = value; object !== null;) {
    const type = ownConstructor(object);
    if (type && type.name !== '' && isInstance(value, type)) return type.name;
    object = Object.getPrototypeOf(object) as object | null;
    if (first === undefined) first = object;
  }
  if (!first) return null;
  // A chain of prototypes of which none has a class.
  const inner = className(first, showBare);
  return `${isNativeError(value) ? 'Error' : 'Object'} <${inner ?? showBare(first)}>`;
}

/** `Name(size) [tag] `, with a space at the end. */
export function prefixOf(name: string | null, tag: string, fallback: string, size = ''): string {
  if (name === null) {
    const shown = tag !== '' && fallback !== tag ? ` [${tag}]` : '';
    return `[${fallback}${size}: null prototype]${shown} `;
  }
  return tag !== '' && name !== tag ? `${name}${size} [${tag}] ` : `${name}${size} `;
}

/** `Symbol.toStringTag`, unless it is shown among the properties anyhow. */
export function tagOf(value: object, showHidden: boolean): string {
  const tag = (value as Record<PropertyKey, unknown>)[Symbol.toStringTag];
  if (typeof tag !== 'string' || tag === '') return '';
  const own = showHidden
    ? Object.hasOwn(value, Symbol.toStringTag)
    : Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag);
  return own ? '' : tag;
}

function isClass(source: string): boolean {
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const body = source.slice(5, -1);
  const brace = body.indexOf('{');
  if (brace < 0) return false;
  return !body.slice(0, brace).includes('(') || /^(?:\s[^(]*|)\{/.test(withoutComments(body));
}

function classBase(value: object, name: string | null, tag: string): string {
  const own = Object.hasOwn(value, 'name') ? (value as { name: unknown }).name : undefined;
  let base = `class ${typeof own === 'string' && own !== '' ? own : '(anonymous)'}`;
  if (name !== 'Function' && name !== null) base += ` [${name}]`;
  if (tag !== '' && name !== tag) base += ` [${tag}]`;
  if (name === null) return `[${base} extends null]`;
  const parent = (Object.getPrototypeOf(value) as { name?: unknown } | null)?.name;
  return typeof parent === 'string' && parent !== '' ? `[${base} extends ${parent}]` : `[${base}]`;
}

/** `[Function: name]`, `[class A extends B]`, `[AsyncFunction (anonymous)]`. */
export function functionBase(value: object, name: string | null, tag: string): string {
  const source = Function.prototype.toString.call(value);
  if (isClass(source)) return classBase(value, name, tag);
  const isAsync = /^(?:static\s+)?async\b/.test(source) && tag.startsWith('Async');
  const type = `${isAsync ? 'Async' : ''}${tag.endsWith('GeneratorFunction') ? 'Generator' : ''}Function`;
  const own = (value as { name: unknown }).name;
  const label = own === '' ? ' (anonymous)' : `: ${typeof own === 'string' ? own : String(own)}`;
  let base = `[${type}${name === null ? ' (null prototype)' : ''}${label}]`;
  if (name !== type && name !== null) base += ` ${name}`;
  return tag !== '' && name !== tag ? `${base} [${tag}]` : base;
}
