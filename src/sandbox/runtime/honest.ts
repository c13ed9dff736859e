/**
 * Reads values of the code under test with the built-ins' own methods: such a value may have methods, sizes and
 * iterators that lie to a matcher. The bundled packages use it (see PATCHES in scripts/build-sandbox.cjs), so it must
 * be imported before them.
 */

interface MockResult {
  type: unknown;
  value: unknown;
}

interface MockRecords {
  calls: unknown[][];
  results: MockResult[];
}

type Pair = [left: unknown, right: unknown];

declare const globalThis: {
  itemsOf: (list: readonly unknown[]) => unknown[];
  isText: (value: unknown) => boolean;
  collectionsOf: (left: unknown, right: unknown) => Pair | undefined;
  recordsOf: (mock: { mock: MockRecords }) => MockRecords;
};

function itemsOf(list: readonly unknown[]): unknown[] {
  const { length } = list;
  const items: unknown[] = [];
  for (let index = 0; index < length; index++) items[index] = list[index];
  return items;
}

function records<T>(list: unknown, copy: (record: unknown) => T): T[] {
  if (!Array.isArray(list)) throw new TypeError('The records of a mock must be arrays.');
  return itemsOf(list).map(copy);
}

function copyCall(call: unknown): unknown[] {
  return Array.isArray(call) ? itemsOf(call) : [];
}

function copyResult(result: unknown): MockResult {
  const { type, value } = result as MockResult;
  return { type, value };
}

function getterOf(holder: object, name: PropertyKey): (this: unknown) => unknown {
  return Reflect.getOwnPropertyDescriptor(holder, name)?.get as () => unknown;
}

const sizeOfSet = getterOf(Set.prototype, 'size');
const sizeOfMap = getterOf(Map.prototype, 'size');
const { values } = Set.prototype;
const { entries } = Map.prototype;

function has(size: (this: unknown) => unknown, value: unknown): boolean {
  try {
    size.call(value);
    return true;
  } catch {
    return false;
  }
}

/** A copy of a true set or map; undefined for anything else. */
function plainCopy(value: unknown): Set<unknown> | Map<unknown, unknown> | undefined {
  if (has(sizeOfSet, value)) return new Set(values.call(value as Set<unknown>));
  if (has(sizeOfMap, value)) return new Map(entries.call(value as Map<unknown, unknown>));
  return undefined;
}

globalThis.itemsOf = itemsOf;

globalThis.isText = (value) => typeof value === 'string' || value instanceof String;

/** Plain copies of two sets or two maps; undefined where only one is what both claim to be. */
globalThis.collectionsOf = (left, right) => {
  const copies = [plainCopy(left), plainCopy(right)] as const;
  if (!copies[0] && !copies[1]) return [left, right];
  const alike = copies[0] && copies[1] && copies[0] instanceof Map === copies[1] instanceof Map;
  return alike ? [copies[0], copies[1]] : undefined;
};

globalThis.recordsOf = ({ mock }) => ({
  calls: records(mock.calls, copyCall),
  results: records(mock.results, copyResult),
});
