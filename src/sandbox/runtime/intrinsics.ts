/**
 * Locks the language's built-ins, so that code under test can't change the tools of tests and runtime. It runs after
 * the context was made from the snapshot: V8 aborts if a snapshot holds locked built-ins.
 */

import { COLLECT } from '../memory';
import { isObject, propertyOf } from './properties';
import type { Property } from './properties';
import { lockStackFormat } from './reader';

/**
 * Globals to remove before any user code runs: memory outside the heap limit, threads, callbacks outside the time
 * limit. They can only go after the context was made: V8 aborts if a snapshot lacks them.
 */
const ABSENT: readonly PropertyKey[] = [
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'FinalizationRegistry',
];

/** Globals that tests commonly replace; what they hold is made by the runtime. */
const REPLACEABLE = new Set<PropertyKey>(['Date', 'console']);

/**
 * Properties that programs set on objects which inherit them (`error.name = …`, `Foo.prototype.toString = …`).
 * A locked data property would refuse that, so they become accessors whose setter defines an own property.
 * Not `constructor` and methods of arrays and promises: V8 drops its fast paths when those change.
 */
const INHERITED_WRITES = new Map<object, readonly PropertyKey[] | 'all'>([
  [Object.prototype, 'all'],
  [Function.prototype, ['toString', 'constructor']],
  [Array.prototype, ['toString', 'toLocaleString']],
  [Date.prototype, ['toString', 'toISOString', 'toJSON', 'valueOf', 'constructor']],
  [String.prototype, ['toString', 'valueOf']],
  [Number.prototype, ['toString', 'valueOf']],
  [Map.prototype, ['constructor', 'toString']],
  [Set.prototype, ['constructor', 'toString']],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    (type): [object, readonly PropertyKey[]] => [
      type.prototype as object,
      ['name', 'message', 'toString', 'constructor'],
    ],
  ),
]);

const own = Reflect.ownKeys;
const describe = Reflect.getOwnPropertyDescriptor;
const define = Reflect.defineProperty;

/** Objects of the kinds that `Iterator.from` and its methods make. */
function iteratorHelpers(): object[] {
  const iterator = realGlobal.Iterator as {
    from(source: object): { map(mapper: (value: unknown) => unknown): object };
  };
  return [
    iterator.from([]).map((value) => value),
    iterator.from({ next: () => ({ done: true, value: undefined }) }),
  ];
}

/** Prototypes that no global names. */
function hiddenIntrinsics(): object[] {
  const proto = (value: object): object => Object.getPrototypeOf(value) as object;
  const sync = function* (): Generator<unknown> {};
  const later = async function* (): AsyncGenerator<unknown> {};
  const samples: object[] = [
    proto(async function (): Promise<void> {}),
    proto(sync),
    proto(later),
    proto([][Symbol.iterator]()),
    proto(''[Symbol.iterator]()),
    proto(new Map()[Symbol.iterator]()),
    proto(new Set()[Symbol.iterator]()),
    proto('a'.matchAll(/a/g)),
    proto(Uint8Array),
    ...iteratorHelpers().map(proto),
  ];
  return [...samples, ...samples.map(proto).filter(isObject)];
}

/** Values of the global that are the language's. */
function globalRoots(): object[] {
  const left = new Set<PropertyKey>([...ABSENT, 'console']);
  return own(realGlobal).flatMap((key) => {
    const value = describe(realGlobal, key)?.value;
    return isObject(value) && !left.has(key) ? [value] : [];
  });
}

/** All built-in objects that user code can reach. */
const intrinsics = new Set<object>();

/** Those that V8 may give more properties, with the number they had; plain functions are none. */
const holders = new Map<object, number>();

/** Adds what can be reached from the roots; it must be called before anything but built-ins can be. */
function collect(roots: readonly object[]): void {
  const queue = [...roots];
  while (queue.length > 0) {
    const object = queue.pop();
    if (!object || intrinsics.has(object) || object === realGlobal) continue;
    const keys = own(object);
    intrinsics.add(object);
    if (typeof object !== 'function' || keys.length > 2) holders.set(object, keys.length);
    for (const key of keys) queue.push(...objectsAt(object, key));
    const prototype: unknown = Object.getPrototypeOf(object);
    if (isObject(prototype)) queue.push(prototype);
  }
}

function objectsAt(object: object, key: PropertyKey): object[] {
  const found = describe(object, key);
  return [found?.value as unknown, found?.get, found?.set].filter(isObject);
}

// When this module is evaluated, nothing has been added to the global yet.
collect([...hiddenIntrinsics(), ...globalRoots()]);
let namesInSnapshot: ReadonlySet<PropertyKey> = new Set();

/** Called when nothing more is put into the snapshot. */
export function closeSnapshot(): void {
  namesInSnapshot = new Set(own(realGlobal));
}

/** Finds what V8 adds to every context that it makes from a snapshot: the newest of the language is not in there. */
function collectLate(): void {
  const late = own(realGlobal).flatMap((key) =>
    namesInSnapshot.has(key) || ABSENT.includes(key) || key === COLLECT ? [] : objectsAt(realGlobal, key),
  );
  for (const [object, count] of holders) {
    const keys = own(object);
    if (keys.length !== count) late.push(...keys.flatMap((key) => objectsAt(object, key)));
  }
  collect(late);
}

/** True if the object is a built-in of the language. */
export function isIntrinsic(object: object): boolean {
  return intrinsics.has(object);
}

/** A locked member: an assignment to its holder is refused, one to an object that inherits it gives that a member of its own. */
export function lockedAccessor(
  holder: object,
  key: PropertyKey,
  get: () => unknown,
  enumerable: boolean,
): PropertyDescriptor {
  nodeLibrary.lockedGetters.add(get);
  const { set } = {
    set(this: unknown, value: unknown) {
      const plain = { value, writable: true, enumerable: true, configurable: true };
      if (this === holder || !isObject(this) || !define(this, key, plain))
        throw new TypeError(`Cannot assign to read only property '${String(key)}' of object`);
    },
  };
  return { get: Object.freeze(get), set: Object.freeze(set), enumerable, configurable: false };
}

/** Functions that reflect-metadata adds to Reflect. */
const METADATA = [
  ...['decorate', 'metadata', 'defineMetadata', 'hasMetadata', 'hasOwnMetadata', 'getMetadata'],
  ...['getOwnMetadata', 'getMetadataKeys', 'getOwnMetadataKeys', 'deleteMetadata'],
];

/**
 * Names that stay writable on built-ins, since nothing of the runtime reads them: chance, the length of stacks, what libraries set for
 * a time zone, and metadata.
 */
const OPEN_NAMES = new Map<object, { label: string; names: readonly PropertyKey[] }>([
  [Math, { label: 'Math', names: ['random'] }],
  [Error, { label: 'Error', names: ['stackTraceLimit'] }],
  [Date.prototype, { label: 'Date.prototype', names: ['getTimezoneOffset'] }],
  [Reflect, { label: 'Reflect', names: METADATA }],
]);

/** What these names hold now, by `Math.random`. A getter in their place is not called: it could be the program's. */
export function openProperties(): Map<string, Property> {
  const properties = new Map<string, Property>();
  for (const [object, { label, names }] of OPEN_NAMES)
    for (const name of names) properties.set(`${label}.${String(name)}`, propertyOf(object, name));
  return properties;
}

/**
 * Restores V8's fast form of an object. Properties that were changed one by one leave it in the slow form, in which
 * calls of its methods are never inlined. A lookup through it, as a prototype, brings the fast form back: `forEach`
 * takes a quarter of the time.
 */
function makeFast(object: object): void {
  const Type = function (): void {} as unknown as { new (): Record<string, unknown>; prototype: object };
  Type.prototype = object;
  const instance = new Type();
  const look = (): unknown => instance.absent;
  for (let times = 0; times < 10; times++) look();
}

/**
 * Locks an object. If Array.prototype or Object.prototype were frozen as they are, V8 would check every store to an
 * array's index, which takes ten times as long. So Object.prototype is locked name by name, and Array.prototype is
 * frozen in its slow form, which one changed property brings about.
 */
function lockObject(object: object): void {
  const writes = INHERITED_WRITES.get(object);
  const exempt = OPEN_NAMES.get(object)?.names ?? [];
  const names = writes === 'all' ? own(object) : (writes ?? []);
  if (object === Object.prototype) Object.preventExtensions(object);
  for (const key of names) {
    const found = describe(object, key);
    if (!found?.configurable || !('value' in found)) continue;
    const { value } = found as { value: unknown };
    define(
      object,
      key,
      lockedAccessor(object, key, () => value, false),
    );
  }
  if (exempt.length === 0 && object !== Object.prototype) {
    if (object === Array.prototype) define(object, 'push', { writable: false, configurable: false });
    Object.freeze(object);
    if (writes) makeFast(object);
    return;
  }
  for (const key of own(object)) {
    const found = describe(object, key);
    if (!found?.configurable || exempt.includes(key)) continue;
    define(
      object,
      key,
      'value' in found ? { writable: false, configurable: false } : { configurable: false },
    );
  }
  Object.preventExtensions(object);
  makeFast(object);
}

/**
 * Locks the prototypes of text segments once there are any: only segments lead to them, and making some ahead would
 * cost 30 ms.
 */
function lockSegmentsLater(): void {
  const holder = (realGlobal.Intl as { Segmenter?: { prototype: object } }).Segmenter?.prototype;
  const original = holder && (describe(holder, 'segment')?.value as ((text: unknown) => object) | undefined);
  if (!original) return;
  let locked = false;
  const { segment } = {
    segment(this: unknown, text: unknown): object {
      const segments = Reflect.apply(original, this, [text]);
      if (!locked) lockSegments(segments as Iterable<unknown>);
      locked = true;
      return segments;
    },
  };
  define(holder, 'segment', { value: segment });
}

function lockSegments(segments: Iterable<unknown>): void {
  for (const object of [segments, segments[Symbol.iterator]()]) {
    const prototype = Object.getPrototypeOf(object) as object;
    for (const key of own(prototype)) for (const found of objectsAt(prototype, key)) Object.freeze(found);
    Object.freeze(prototype);
  }
}

/** Locks all built-ins and their global names. */
export function lockIntrinsics(): void {
  collectLate();
  lockSegmentsLater();
  for (const name of ABSENT) Reflect.deleteProperty(realGlobal, name);
  // Always a plain value: the runtime sets it, too (node/kinds.ts).
  define(Error, 'stackTraceLimit', { value: 50, writable: true, enumerable: true, configurable: false });
  lockStackFormat();
  for (const name of METADATA)
    define(Reflect, name, { value: undefined, writable: true, configurable: true });
  for (const object of intrinsics) lockObject(object);
  for (const key of own(realGlobal)) {
    const found = describe(realGlobal, key);
    if (!found?.configurable || REPLACEABLE.has(key)) continue;
    if ('value' in found && isObject(found.value) && intrinsics.has(found.value)) {
      define(realGlobal, key, { writable: false, configurable: false });
    }
  }
  for (const name of ['globalThis', 'global'])
    define(realGlobal, name, { value: realGlobal, writable: false, configurable: false });
}
