/** structuredClone, as HTML defines it for what there is in an isolate. */
import { missingArgs } from '../node/errors';
import * as is from '../node/kinds';

const { DOMException } = loadStandIn('internal/web-errors') as Pick<typeof globalThis, 'DOMException'>;

type Memo = Map<object, unknown>;

function refuse(value: unknown): never {
  const shown =
    typeof value === 'symbol' || typeof value === 'function'
      ? String(value)
      : `#<${(value as { constructor?: { name?: string } }).constructor?.name ?? 'Object'}>`;
  throw new DOMException(`${shown} could not be cloned.`, 'DataCloneError');
}

function clone(value: unknown, memo: Memo): unknown {
  if (typeof value === 'symbol' || typeof value === 'function') refuse(value);
  if (typeof value !== 'object' || value === null) return value;
  if (memo.has(value)) return memo.get(value);
  return cloneBuiltIn(value, memo) ?? cloneProperties(value, remember(value, emptyLike(value), memo), memo);
}

function remember<T>(value: object, copy: T, memo: Memo): T {
  memo.set(value, copy);
  return copy;
}

function emptyLike(value: object): object {
  if (Array.isArray(value)) return new Array<unknown>(value.length);
  if (is.isGeneratorObject(value)) {
    const shown = Object.prototype.toString.call(value);
    throw new DOMException(`${shown} could not be cloned.`, 'DataCloneError');
  }
  if (is.isPromise(value) || is.isWeakMap(value) || is.isWeakSet(value) || is.isWeakRef(value)) refuse(value);
  return {};
}

function cloneProperties(value: object, copy: object, memo: Memo): object {
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(value, key)) continue;
    const copied = clone((value as Record<string, unknown>)[key], memo);
    Object.defineProperty(copy, key, { value: copied, writable: true, enumerable: true, configurable: true });
  }
  return copy;
}

/** The copy of an object that holds more than properties; undefined for others. */
function cloneBuiltIn(value: object, memo: Memo): object | undefined {
  if (is.isDate(value)) return remember(value, new Date(Date.prototype.getTime.call(value)), memo);
  if (is.isRegExp(value))
    return remember(value, new RegExp((value as RegExp).source, (value as RegExp).flags), memo);
  if (is.isArgumentsObject(value)) refuse(value);
  if (is.isBoxedPrimitive(value)) {
    if (is.isSymbolObject(value)) refuse(value);
    return remember(value, Object((value as { valueOf(): unknown }).valueOf()) as object, memo);
  }
  if (is.isArrayBuffer(value)) return remember(value, copyBuffer(value as ArrayBuffer), memo);
  if (ArrayBuffer.isView(value)) return remember(value, copyView(value, memo), memo);
  if (is.isMap(value)) return cloneMap(value as Map<unknown, unknown>, memo);
  if (is.isSet(value)) return cloneSet(value as Set<unknown>, memo);
  if (value instanceof DOMException) {
    const { message, name } = value;
    return remember(value, new DOMException(message, name), memo);
  }
  return is.isNativeError(value) ? cloneError(value as Error, memo) : undefined;
}

function copyBuffer(buffer: ArrayBuffer): ArrayBuffer {
  const resizable = buffer as ArrayBuffer & { resizable?: boolean; maxByteLength: number };
  if (!resizable.resizable) return buffer.slice(0);
  const Resizable = ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer;
  const copy = new Resizable(buffer.byteLength, { maxByteLength: resizable.maxByteLength });
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

const VIEWS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};

/** A view of the copied buffer: views of one buffer share its copy. */
function copyView(view: ArrayBufferView, memo: Memo): ArrayBufferView {
  const buffer = clone(view.buffer, memo) as ArrayBuffer;
  const name = is.typedArrayName(view);
  if (name === undefined) return new DataView(buffer, view.byteOffset, view.byteLength);
  const Type = VIEWS[name as keyof typeof VIEWS] ?? refuse(view);
  return new Type(buffer, view.byteOffset, (view as Uint8Array).length);
}

function cloneMap(map: Map<unknown, unknown>, memo: Memo): Map<unknown, unknown> {
  const copy = remember(map, new Map<unknown, unknown>(), memo);
  for (const [key, item] of [...Map.prototype.entries.call(map)])
    copy.set(clone(key, memo), clone(item, memo));
  return copy;
}

function cloneSet(set: Set<unknown>, memo: Memo): Set<unknown> {
  const copy = remember(set, new Set<unknown>(), memo);
  for (const item of [...Set.prototype.values.call(set)]) copy.add(clone(item, memo));
  return copy;
}

const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function cloneError(error: Error, memo: Memo): Error {
  const name = String(error.name) as keyof typeof ERRORS;
  const Type = Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error;
  const copy = remember(
    error,
    Object.hasOwn(error, 'message') ? new Type(String(error.message)) : new Type(),
    memo,
  );
  const define = (key: string, value: unknown): unknown =>
    Object.defineProperty(copy, key, { value, writable: true, configurable: true });
  define('stack', typeof error.stack === 'string' ? error.stack : undefined);
  if (Object.hasOwn(error, 'cause')) define('cause', clone(error.cause, memo));
  return copy;
}

export function structuredClone(
  ...args: [value?: unknown, options?: { transfer?: readonly unknown[] }]
): unknown {
  if (args.length === 0) throw missingArgs('value');
  const [value, options] = args;
  const memo: Memo = new Map();
  for (const buffer of options?.transfer ?? []) {
    if (!is.isArrayBuffer(buffer)) throw new DOMException('Value not transferable', 'DataCloneError');
    memo.set(buffer as object, (buffer as ArrayBuffer & { transfer(): ArrayBuffer }).transfer());
  }
  return clone(value, memo);
}
