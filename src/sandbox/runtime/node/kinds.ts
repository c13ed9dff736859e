/** Tells kinds of built-in objects by what only they answer to, not by prototypes, which anybody can set. */

type Getter = (this: unknown) => unknown;

function getter(prototype: object, key: PropertyKey): Getter {
  return Reflect.getOwnPropertyDescriptor(prototype, key)?.get as Getter;
}

/**
 * Calls a function without recording the stack of a thrown error, which takes most of the time. Before the built-ins
 * are locked (intrinsics.ts) the limit is left alone: V8 can't put a changed one into a snapshot.
 */
function withoutStack(call: () => void): void {
  if (Object.isExtensible(Map.prototype)) {
    call();
    return;
  }
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** True if `probe` accepts the value: built-in methods throw on objects of another kind. */
function accepts(probe: (value: unknown) => unknown): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    try {
      withoutStack(() => void probe(value));
      return true;
    } catch {
      return false;
    }
  };
}

const mapSize = getter(Map.prototype, 'size');
const setSize = getter(Set.prototype, 'size');
const regexpFlag = getter(RegExp.prototype, 'global');
const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
const viewBuffer = getter(DataView.prototype, 'buffer');
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const offsets = [getter(typedArray, 'byteOffset'), getter(DataView.prototype, 'byteOffset')] as const;
const lengths = [getter(typedArray, 'byteLength'), getter(DataView.prototype, 'byteLength')] as const;
const buffers = [getter(typedArray, 'buffer'), viewBuffer] as const;
const typedArrayTag = getter(typedArray, Symbol.toStringTag);
const { getTime } = Date.prototype;
const { has: weakMapHas } = WeakMap.prototype;
const { has: weakSetHas } = WeakSet.prototype;
const { deref } = WeakRef.prototype;
const { valueOf: numberValue } = Number.prototype;
const { valueOf: stringValue } = String.prototype;
const { valueOf: booleanValue } = Boolean.prototype;
const { valueOf: bigintValue } = BigInt.prototype;
const { valueOf: symbolValue } = Symbol.prototype;
const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

export const isMap = accepts((value) => mapSize.call(value));
export const isSet = accepts((value) => setSize.call(value));
export const isDate = accepts((value) => getTime.call(value as Date));
export const isArrayBuffer = accepts((value) => bufferLength.call(value));
export const isDataView = accepts((value) => viewBuffer.call(value));
export const isWeakMap = accepts((value) => weakMapHas.call(value as WeakMap<object, unknown>, {}));
export const isWeakSet = accepts((value) => weakSetHas.call(value as WeakSet<object>, {}));
export const isWeakRef = accepts((value) => deref.call(value as WeakRef<object>));
export const isNumberObject = accepts((value) => numberValue.call(value));
export const isStringObject = accepts((value) => stringValue.call(value));
export const isBooleanObject = accepts((value) => booleanValue.call(value));
export const isBigIntObject = accepts((value) => bigintValue.call(value));
export const isSymbolObject = accepts((value) => symbolValue.call(value));

const answersAsRegExp = accepts((value) => regexpFlag.call(value));
export const isRegExp = (value: unknown): boolean => value !== RegExp.prototype && answersAsRegExp(value);

/** `Uint8Array` and so on; undefined for what is no typed array. */
export function typedArrayName(value: unknown): string | undefined {
  return typedArrayTag.call(value) as string | undefined;
}

/** The memory of a typed array or a DataView. */
export function bytesOf(view: object): Uint8Array {
  const kind = typedArrayName(view) === undefined ? 1 : 0;
  const [buffer, offset, length] = [buffers, offsets, lengths].map((getters) => getters[kind].call(view));
  return new Uint8Array(buffer as ArrayBuffer, offset as number, length as number);
}

/** Order of two views by their bytes: -1, 0 or 1. */
export function compareViews(one: object, other: object): number {
  const [left, right] = [bytesOf(one), bytesOf(other)];
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++)
    if (left[at] !== right[at]) return (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1;
  return Math.sign(left.length - right.length);
}

/** A promise can't be told from what pretends to be one without asking it: its prototype has to do. */
export function isPromise(value: unknown): boolean {
  return value instanceof Promise && value !== Promise.prototype;
}

const errorCheck = (Error as { isError?: (value: unknown) => boolean }).isError;

export function isNativeError(value: unknown): boolean {
  if (errorCheck) return errorCheck(value);
  return value instanceof Error && tagOf(value) === '[object Error]';
}

export function isBoxedPrimitive(value: unknown): boolean {
  return (
    isNumberObject(value) ||
    isStringObject(value) ||
    isBooleanObject(value) ||
    isBigIntObject(value) ||
    isSymbolObject(value)
  );
}

function hasTag(value: unknown, tag: string): boolean {
  return typeof value === 'object' && value !== null && tagOf(value) === `[object ${tag}]`;
}

const iteratorPrototypes = new Map<string, object>([
  ['Map', Object.getPrototypeOf(new Map()[Symbol.iterator]()) as object],
  ['Set', Object.getPrototypeOf(new Set()[Symbol.iterator]()) as object],
]);

function isIteratorOf(kind: string): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === iteratorPrototypes.get(kind);
}

export const isMapIterator = isIteratorOf('Map');
export const isSetIterator = isIteratorOf('Set');

export function isArgumentsObject(value: unknown): boolean {
  return hasTag(value, 'Arguments') && !(Symbol.toStringTag in (value as object));
}

export function isGeneratorObject(value: unknown): boolean {
  return hasTag(value, 'Generator') || hasTag(value, 'AsyncGenerator');
}

const generatorFunction = Object.getPrototypeOf(function* () {}) as object;
const asyncFunction = Object.getPrototypeOf(async function () {}) as object;
const asyncGeneratorFunction = Object.getPrototypeOf(async function* () {}) as object;

function inheritsFrom(value: unknown, ...prototypes: object[]): boolean {
  return (
    typeof value === 'function' && prototypes.some((one) => Object.prototype.isPrototypeOf.call(one, value))
  );
}

export function isGeneratorFunction(value: unknown): boolean {
  return inheritsFrom(value, generatorFunction, asyncGeneratorFunction);
}

export function isAsyncFunction(value: unknown): boolean {
  return inheritsFrom(value, asyncFunction, asyncGeneratorFunction);
}
