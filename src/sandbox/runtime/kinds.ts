/**
 * Kinds of objects, as the built-ins tell them rather than the values themselves. Each function may throw for a Proxy.
 */

const read = (target: object, key: PropertyKey): ((this: unknown) => unknown) | undefined =>
  Reflect.getOwnPropertyDescriptor(target, key)?.get;

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
const typedArrayName = read(typedArrayPrototype, Symbol.toStringTag);
const typedArrayLength = read(typedArrayPrototype, 'length');
const bufferLength = read(ArrayBuffer.prototype, 'byteLength');
const mapSize = read(Map.prototype, 'size');
const setSize = read(Set.prototype, 'size');

const MAX_NAME = 100;

/** A value of many items. */
export interface List {
  type: string;
  size: number;
  sizeName: 'length' | 'size' | 'byteLength';
  /** It is what JSON writes in brackets. */
  plain: boolean;
  /** Items in order, each with its key; the entries of a Map are pairs. */
  items(): Iterable<{ key: string; value: unknown } | { key: string; pair: [unknown, unknown] }>;
}

/** `get` of the value if it inherits from the class and truly is one of its kind. */
function branded<T>(value: object, type: { prototype: object }, get: () => T): T | undefined {
  if (!Object.prototype.isPrototypeOf.call(type.prototype, value)) return undefined;
  try {
    return get();
  } catch {
    return undefined;
  }
}

/** Name of the object's class; undefined for plain objects. */
export function classNameOf(value: object): string | undefined {
  const prototype = Reflect.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return undefined;
  const type: unknown = Reflect.get(prototype, 'constructor');
  const name = typeof type === 'function' ? functionName(type) : '';
  return name === '' || name === 'Object' ? undefined : name;
}

/** A function's own name, as far as it is a text. */
export function functionName(value: object): string {
  const name: unknown = Reflect.getOwnPropertyDescriptor(value, 'name')?.value;
  return typeof name === 'string' ? name.slice(0, MAX_NAME) : '';
}

export function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}

/** Value that one short text describes completely. Undefined for others. */
export function leafOf(value: object): { type: string; text?: string } | undefined {
  const time = branded(value, Date, () => Date.prototype.getTime.call(value));
  if (time !== undefined) {
    return { type: 'Date', text: Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString() };
  }
  const source = branded(value, RegExp, () => RegExp.prototype.exec.call(value as RegExp, '') !== undefined);
  if (source) return { type: 'RegExp', text: RegExp.prototype.toString.call(value) };
  for (const type of [Number, String, Boolean]) {
    const boxed = branded(value, type, () => String((type.prototype.valueOf as () => unknown).call(value)));
    if (boxed !== undefined) return { type: type.name, text: boxed };
  }
  for (const type of [Promise, WeakMap, WeakSet, WeakRef]) {
    if (Object.prototype.isPrototypeOf.call(type.prototype, value)) return { type: type.name };
  }
  return undefined;
}

function* indexed(value: object, size: number): Iterable<{ key: string; value: unknown }> {
  for (let index = 0; index < size; index++) {
    const key = String(index);
    yield { key, value: Reflect.get(value, key) as unknown };
  }
}

function arrayOf(value: unknown[]): List {
  const size = value.length;
  const type = classNameOf(value) ?? 'Array';
  return { type, size, sizeName: 'length', plain: type === 'Array', items: () => indexed(value, size) };
}

function* pairs(map: Map<unknown, unknown>) {
  let index = 0;
  for (const pair of Map.prototype.entries.call(map)) yield { key: String(index++), pair };
}

function* members(set: Set<unknown>) {
  let index = 0;
  for (const value of Set.prototype.values.call(set)) yield { key: String(index++), value: value as unknown };
}

function viewOf(value: object): List {
  const name = typedArrayName?.call(value);
  const size = Number(name === undefined ? 0 : typedArrayLength?.call(value));
  const type = typeof name === 'string' ? name : 'DataView';
  return { type, size, sizeName: 'length', plain: false, items: () => indexed(value, size) };
}

/** The value as a list: arrays, maps, sets and the views of bytes. */
export function listOf(value: object): List | undefined {
  if (Array.isArray(value)) return arrayOf(value);
  if (ArrayBuffer.isView(value)) return viewOf(value);
  const map = branded(value, Map, () => Number(mapSize?.call(value)));
  if (map !== undefined) {
    const items = (): ReturnType<typeof pairs> => pairs(value as Map<unknown, unknown>);
    return { type: classNameOf(value) ?? 'Map', size: map, sizeName: 'size', plain: false, items };
  }
  const set = branded(value, Set, () => Number(setSize?.call(value)));
  if (set !== undefined) {
    const items = (): ReturnType<typeof members> => members(value as Set<unknown>);
    return { type: classNameOf(value) ?? 'Set', size: set, sizeName: 'size', plain: false, items };
  }
  const bytes = branded(value, ArrayBuffer, () => Number(bufferLength?.call(value)));
  if (bytes === undefined) return undefined;
  const items = (): ReturnType<typeof indexed> => indexed(new Uint8Array(value as ArrayBuffer), bytes);
  return { type: 'ArrayBuffer', size: bytes, sizeName: 'byteLength', plain: false, items };
}
