/**
 * Kinds of objects, as the built-ins tell them rather than the values themselves: no name, iterator or method of a value
 * decides. Each function may throw for a Proxy.
 */

const read = (target: object, key: PropertyKey): ((this: unknown) => unknown) | undefined =>
  Reflect.getOwnPropertyDescriptor(target, key)?.get;

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
const typedArrayName = read(typedArrayPrototype, Symbol.toStringTag);
const typedArrayLength = read(typedArrayPrototype, 'length');
const bufferLength = read(ArrayBuffer.prototype, 'byteLength');
const viewBuffer = read(DataView.prototype, 'buffer');
const viewOffset = read(DataView.prototype, 'byteOffset');
const viewLength = read(DataView.prototype, 'byteLength');
const mapSize = read(Map.prototype, 'size');
const setSize = read(Set.prototype, 'size');

const MAX_NAME = 100;

/** An item of a list: its key, and its value or, in a Map, its key and value. */
export type Item = { key: string; value: unknown } | { key: string; pair: [unknown, unknown] };

/** A value of many items. */
export interface List {
  type: string;
  size: number;
  sizeName: 'length' | 'size' | 'byteLength';
  /** True for what JSON writes in brackets. */
  plain: boolean;
  /** Item at an index; absent: items come in order only. */
  at?(index: number): unknown;
  items(): Iterable<Item>;
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

export function isError(value: object): value is Error {
  return Object.prototype.isPrototypeOf.call(Error.prototype, value);
}

/** Time of a Date, ms; NaN for an invalid one, undefined for what is no Date. */
export function timeOf(value: object): number | undefined {
  return branded(value, Date, () => Date.prototype.getTime.call(value));
}

/** The primitive in an object that `Object(1)` makes; undefined for others. */
export function unboxed(value: object): number | string | boolean | undefined {
  for (const type of [Number, String, Boolean]) {
    const inner = branded(value, type, () => (type.prototype.valueOf as () => unknown).call(value));
    if (inner !== undefined) return inner as number | string | boolean;
  }
  return undefined;
}

const OPAQUE = [
  [Promise, 'Promise'],
  [WeakMap, 'WeakMap'],
  [WeakSet, 'WeakSet'],
  [WeakRef, 'WeakRef'],
] as const;

/** Value that its type and at most one short text describe completely. Undefined for others. */
export function leafOf(value: object): { type: string; text?: string } | undefined {
  const time = timeOf(value);
  if (time !== undefined) {
    return { type: 'Date', text: Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString() };
  }
  const source = branded(value, RegExp, () => RegExp.prototype.exec.call(value as RegExp, '') !== undefined);
  if (source) return { type: 'RegExp', text: RegExp.prototype.toString.call(value) };
  for (const [type, name] of OPAQUE) {
    if (Object.prototype.isPrototypeOf.call(type.prototype, value)) return { type: name };
  }
  return undefined;
}

function* indexed(size: number, at: (index: number) => unknown): Iterable<Item> {
  for (let index = 0; index < size; index++) yield { key: String(index), value: at(index) };
}

function indexedList(shape: Pick<List, 'type' | 'sizeName' | 'plain' | 'size'>, value: object): List {
  const at = (index: number): unknown => Reflect.get(value, index) as unknown;
  return { ...shape, at, items: () => indexed(shape.size, at) };
}

function* pairs(map: Map<unknown, unknown>): Iterable<Item> {
  let index = 0;
  for (const pair of Map.prototype.entries.call(map)) yield { key: String(index++), pair };
}

function* members(set: Set<unknown>): Iterable<Item> {
  let index = 0;
  for (const value of Set.prototype.values.call(set)) yield { key: String(index++), value: value as unknown };
}

function bytesOf(value: object): Uint8Array {
  const [buffer, offset, length] = [viewBuffer, viewOffset, viewLength].map((get) => get?.call(value));
  return new Uint8Array(buffer as ArrayBuffer, Number(offset), Number(length));
}

function viewOf(value: object): List {
  const name = typedArrayName?.call(value);
  if (typeof name === 'string') {
    const size = Number(typedArrayLength?.call(value));
    return indexedList({ type: name, size, sizeName: 'length', plain: false }, value);
  }
  const bytes = bytesOf(value);
  return indexedList({ type: 'DataView', size: bytes.length, sizeName: 'byteLength', plain: false }, bytes);
}

/** Length of an array. A Proxy of one may tell anything. */
function lengthOf(value: object): number {
  const length: unknown = Reflect.get(value, 'length');
  if (typeof length === 'number' && Number.isInteger(length) && length >= 0 && length <= 0xffff_ffff)
    return length;
  throw new TypeError('an array whose length is no length');
}

/** The value as a list: arrays, maps, sets, buffers and their views. */
export function listOf(value: object): List | undefined {
  if (Array.isArray(value)) {
    return indexedList({ type: 'Array', size: lengthOf(value), sizeName: 'length', plain: true }, value);
  }
  if (ArrayBuffer.isView(value)) return viewOf(value);
  const map = branded(value, Map, () => Number(mapSize?.call(value)));
  if (map !== undefined) {
    const items = (): Iterable<Item> => pairs(value as Map<unknown, unknown>);
    return { type: 'Map', size: map, sizeName: 'size', plain: false, items };
  }
  const set = branded(value, Set, () => Number(setSize?.call(value)));
  if (set !== undefined) {
    const items = (): Iterable<Item> => members(value as Set<unknown>);
    return { type: 'Set', size: set, sizeName: 'size', plain: false, items };
  }
  const bytes = branded(value, ArrayBuffer, () => Number(bufferLength?.call(value)));
  if (bytes === undefined) return undefined;
  const shape = { type: 'ArrayBuffer', size: bytes, sizeName: 'byteLength', plain: false } as const;
  return indexedList(shape, new Uint8Array(value as ArrayBuffer));
}
