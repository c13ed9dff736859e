/**
 * Deep equality as `node:assert` and `util.isDeepStrictEqual` define it: strict, loose, or partial. Tests check code by
 * it, so sets, maps and bytes are read with the built-ins' own methods: values may have methods that lie.
 */
import * as is from './kinds';
import { hrefOf } from './url';

export type Mode = 'strict' | 'loose' | 'partial';

/** Pairs that are being compared: a circle is equal when it comes back to the same pair. */
interface Memo {
  left: Map<object, object>;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function equalPrimitives(left: unknown, right: unknown, mode: Mode): boolean {
  if (mode !== 'loose') return Object.is(left, right);
  return left == right || (Number.isNaN(left) && Number.isNaN(right));
}

/** True if `left` is deeply equal to `right`; in part: whether it holds all that `right` does. */
export function deepEqual(left: unknown, right: unknown, mode: Mode): boolean {
  return compare(left, right, mode, { left: new Map() });
}

function compare(left: unknown, right: unknown, mode: Mode, memo: Memo): boolean {
  if (left === right) return left !== 0 || mode === 'loose' || Object.is(left, right);
  if (!isObject(left) || !isObject(right)) {
    if (mode === 'loose' && (isObject(left) || isObject(right))) return false;
    return equalPrimitives(left, right, mode);
  }
  if (mode === 'strict' && Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  if (Object.prototype.toString.call(left) !== Object.prototype.toString.call(right)) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (memo.left.has(left)) return memo.left.get(left) === right;
  memo.left.set(left, right);
  try {
    return compareObjects(left, right, mode, memo);
  } finally {
    memo.left.delete(left);
  }
}

function compareObjects(left: object, right: object, mode: Mode, memo: Memo): boolean {
  if (Array.isArray(left)) return compareArrays(left, right as unknown[], mode, memo);
  if (!sameInside(left, right, mode, memo)) return false;
  const isList = is.typedArrayName(left) !== undefined || is.isStringObject(left);
  if (!compareKeys(left, right, mode, memo, isList)) return false;
  if (is.isSet(left)) return compareSets(left as Set<unknown>, right as Set<unknown>, mode, memo);
  if (is.isMap(left))
    return compareMaps(left as Map<unknown, unknown>, right as Map<unknown, unknown>, mode, memo);
  return true;
}

/** True if objects are of the same kind and hold the same in what is no property. */
function sameInside(left: object, right: object, mode: Mode, memo: Memo): boolean {
  if (is.isDate(left)) return is.isDate(right) && sameDates(left as Date, right as Date);
  if (is.isRegExp(left)) return is.isRegExp(right) && sameRegExps(left as RegExp, right as RegExp);
  if (is.isNativeError(left) || left instanceof Error)
    return right instanceof Error && sameErrors(left as Error, right, mode, memo);
  if (is.typedArrayName(left) !== undefined || is.isDataView(left))
    return sameBytes(left as Uint8Array, right as Uint8Array, mode);
  if (is.isArrayBuffer(left))
    return (
      is.isArrayBuffer(right) &&
      sameBytes(new Uint8Array(left as ArrayBuffer), new Uint8Array(right as ArrayBuffer), mode)
    );
  if (is.isSet(left) || is.isMap(left))
    return is.isSet(right) === is.isSet(left) && is.isMap(right) === is.isMap(left);
  if (is.isBoxedPrimitive(left)) return sameBoxed(left, right);
  if (is.isWeakMap(left) || is.isWeakSet(left) || is.isPromise(left)) return false;
  // What only passes for one of these holds nothing that could be compared.
  return !isHolder(right) && sameUrls(left, right);
}

/** True if the object holds what is no property. */
function isHolder(value: object): boolean {
  if (
    is.isSet(value) ||
    is.isMap(value) ||
    is.isDate(value) ||
    is.isRegExp(value) ||
    is.isBoxedPrimitive(value)
  )
    return true;
  if (Object.prototype.toString.call(value) === '[object Object]') return false;
  return (
    is.typedArrayName(value) !== undefined ||
    is.isArrayBuffer(value) ||
    is.isDataView(value) ||
    is.isNativeError(value)
  );
}

function sameDates(left: Date, right: Date): boolean {
  return Object.is(Date.prototype.getTime.call(left), Date.prototype.getTime.call(right));
}

function sameRegExps(left: RegExp, right: RegExp): boolean {
  return left.source === right.source && left.flags === right.flags && left.lastIndex === right.lastIndex;
}

/** Message, name, cause and errors count although they are not enumerable. */
function sameErrors(left: Error, right: Error, mode: Mode, memo: Memo): boolean {
  return (['message', 'name', 'cause', 'errors'] as const).every((key) => {
    const one = (left as unknown as Record<string, unknown>)[key];
    const other = (right as unknown as Record<string, unknown>)[key];
    const shows = Object.prototype.propertyIsEnumerable.call(left, key);
    if (shows !== Object.prototype.propertyIsEnumerable.call(right, key)) return false;
    if (Object.hasOwn(left, key) !== Object.hasOwn(right, key) && (key === 'cause' || key === 'errors'))
      return false;
    return shows || compare(one, other, mode, memo);
  });
}

function sameBytes(left: Uint8Array | DataView, right: Uint8Array | DataView, mode: Mode): boolean {
  if (is.typedArrayName(left) !== is.typedArrayName(right)) return false;
  const one = is.bytesOf(left);
  const other = is.bytesOf(right);
  if (mode === 'partial' ? one.length < other.length : one.length !== other.length) return false;
  if (mode === 'loose' && /^Float/.test(is.typedArrayName(left) ?? '')) {
    const numbers = right as unknown as ArrayLike<number>;
    return Array.from(left as unknown as ArrayLike<number>).every((value, index) => value === numbers[index]);
  }
  for (let index = 0; index < other.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function sameBoxed(left: object, right: object): boolean {
  for (const [test, type] of [
    [is.isNumberObject, Number],
    [is.isStringObject, String],
    [is.isBooleanObject, Boolean],
    [is.isBigIntObject, BigInt],
    [is.isSymbolObject, Symbol],
  ] as const) {
    if (!test(left)) continue;
    const valueOf = type.prototype.valueOf as (this: unknown) => unknown;
    return test(right) && Object.is(valueOf.call(left), valueOf.call(right));
  }
  return false;
}

/** A URL holds all it is in private fields. */
function sameUrls(left: object, right: object): boolean {
  return hrefOf(left) === hrefOf(right);
}

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key);
}

function keysOf(value: object, withoutIndexes: boolean): string[] {
  const keys = Object.keys(value);
  return withoutIndexes ? keys.filter((key) => !isIndex(key)) : keys;
}

function symbolsOf(value: object): symbol[] {
  return Object.getOwnPropertySymbols(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  );
}

/** Own enumerable properties; symbols count unless the comparison is loose. */
function compareKeys(left: object, right: object, mode: Mode, memo: Memo, withoutIndexes: boolean): boolean {
  const keys: PropertyKey[] = keysOf(right, withoutIndexes);
  if (mode !== 'partial' && keys.length !== keysOf(left, withoutIndexes).length) return false;
  if (mode !== 'loose') {
    const symbols = symbolsOf(right);
    if (mode === 'strict' && symbols.length !== symbolsOf(left).length) return false;
    keys.push(...symbols);
  }
  return keys.every((key) => {
    const present =
      mode === 'loose' ? Object.hasOwn(left, key) : Object.prototype.propertyIsEnumerable.call(left, key);
    if (!present) return false;
    const one = (left as Record<PropertyKey, unknown>)[key];
    return compare(one, (right as Record<PropertyKey, unknown>)[key], mode, memo);
  });
}

function compareArrays(left: unknown[], right: unknown[], mode: Mode, memo: Memo): boolean {
  if (mode === 'partial')
    return holdsInOrder(left, right, memo) && compareKeys(left, right, mode, memo, true);
  if (left.length !== right.length || !compareKeys(left, right, mode, memo, true)) return false;
  for (let index = 0; index < left.length; index++) {
    if (Object.hasOwn(left, index) !== Object.hasOwn(right, index)) return false;
    if (!compare(left[index], right[index], mode, memo)) return false;
  }
  return true;
}

/** True if the items of `right` are found in `left` in their order, with others between them. */
function holdsInOrder(left: unknown[], right: unknown[], memo: Memo): boolean {
  let from = 0;
  for (let index = 0; index < right.length; index++) {
    const hole = !Object.hasOwn(right, index);
    const fits = (at: number): boolean =>
      Object.hasOwn(left, at) === !hole && (hole || compare(left[at], right[index], 'partial', memo));
    while (from < left.length && !fits(from)) from++;
    if (from++ >= left.length) return false;
  }
  return true;
}

/** Finds an equal primitive among values (of a set, or keys of a map), by loose equality. */
function findLoose(values: Iterable<unknown>, value: unknown): { found: unknown } | undefined {
  for (const candidate of values) {
    if (!isObject(candidate) && equalPrimitives(candidate, value, 'loose')) return { found: candidate };
  }
  return undefined;
}

function compareSets(actual: Set<unknown>, expected: Set<unknown>, mode: Mode, memo: Memo): boolean {
  const [open, right] = [is.copyOfSet(actual), is.copyOfSet(expected)];
  if (mode === 'partial' ? open.size < right.size : open.size !== right.size) return false;
  const searched: unknown[] = [];
  for (const value of right) {
    if (open.has(value)) open.delete(value);
    else if (isObject(value) || mode === 'loose') searched.push(value);
    else return false;
  }
  return searched.every((value) => {
    for (const candidate of open) {
      if (!compare(candidate, value, mode, memo)) continue;
      open.delete(candidate);
      return true;
    }
    return false;
  });
}

function compareMaps(
  actual: Map<unknown, unknown>,
  expected: Map<unknown, unknown>,
  mode: Mode,
  memo: Memo,
): boolean {
  const [left, right] = [is.copyOfMap(actual), is.copyOfMap(expected)];
  if (mode === 'partial' ? left.size < right.size : left.size !== right.size) return false;
  const open = new Set(left.keys());
  const searched: [unknown, unknown][] = [];
  for (const [key, item] of right) {
    if (open.has(key) && (!isObject(key) || compare(left.get(key), item, mode, memo))) {
      if (!isObject(key) && !compare(left.get(key), item, mode, memo)) return false;
      open.delete(key);
    } else if (isObject(key)) {
      searched.push([key, item]);
    } else {
      const like = mode === 'loose' ? findLoose(open, key) : undefined;
      if (!like || !compare(left.get(like.found), item, mode, memo)) return false;
      open.delete(like.found);
    }
  }
  return searched.every(([key, item]) => {
    for (const candidate of open) {
      if (!isObject(candidate) || !compare(candidate, key, mode, memo)) continue;
      if (!compare(left.get(candidate), item, mode, memo)) continue;
      open.delete(candidate);
      return true;
    }
    return false;
  });
}
