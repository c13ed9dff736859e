/**
 * Locks the functions and classes of stand-ins, which tests and the program share: a class can't be two, or its objects
 * would belong to one side only. Functions are frozen. Members of classes become accessors over slots, which only the
 * mocks of the tests reach. An assignment to the class itself is refused; an assignment to an object or class that
 * inherits the member gives it a member of its own.
 */
import { isIntrinsic, lockedAccessor } from './intrinsics';
import { isObject } from './properties';

type Slots = Record<PropertyKey, unknown>;

const slotsOf = new WeakMap<object, Slots>();
const seen = new WeakSet<object>();

const own = Reflect.ownKeys;
const describe = Reflect.getOwnPropertyDescriptor;
const define = Reflect.defineProperty;

/** Own properties of every function. */
const OF_FUNCTIONS = new Set<PropertyKey>(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Members that are functions get slots; accessors stay what they are for good; other values may be assigned as before. */
function lockMember(holder: object, slots: Slots, key: PropertyKey): void {
  const found = describe(holder, key);
  if (!found?.configurable) return;
  if (!('value' in found)) define(holder, key, { configurable: false });
  else if (isObject(found.value)) {
    slots[key] = found.value;
    define(
      holder,
      key,
      lockedAccessor(holder, key, () => slots[key], found.enumerable ?? false),
    );
  } else define(holder, key, { configurable: false });
}

function lockHolder(holder: object): void {
  const slots = Object.create(null) as Slots;
  slotsOf.set(holder, slots);
  for (const key of own(holder)) {
    if (typeof holder === 'function' && OF_FUNCTIONS.has(key))
      define(holder, key, { writable: false, configurable: false });
    else lockMember(holder, slots, key);
  }
  Object.preventExtensions(holder);
}

/** A function that carries nothing, and whose objects have no members but, of a generator, those of the language. */
function isPlainFunction(value: object): boolean {
  if (own(value).some((key) => !OF_FUNCTIONS.has(key))) return false;
  const prototype: unknown = describe(value, 'prototype')?.value;
  return !isObject(prototype) || own(prototype).length === 0;
}

/** The objects of a generator find its members through an object that is empty, and must stay so. */
function freezeFunction(value: object): void {
  const prototype: unknown = describe(value, 'prototype')?.value;
  if (isObject(prototype)) Object.freeze(prototype);
  Object.freeze(value);
}

function isPrototype(value: object): boolean {
  const type: unknown = describe(value, 'constructor')?.value;
  return typeof type === 'function' && describe(type, 'prototype')?.value === value;
}

function lockOne(value: object): void {
  if (typeof value === 'function') {
    if (isPlainFunction(value)) freezeFunction(value);
    else lockHolder(value);
  } else if (isPrototype(value)) lockHolder(value);
}

/** Locks what can be reached from the exports of a stand-in. Objects that are no prototypes stay as they are: the program gets views of them. */
export function lockClasses(exports: unknown): void {
  const queue: unknown[] = [exports];
  const found: object[] = [];
  while (queue.length > 0) {
    const value = queue.pop();
    if (!isObject(value) || value === realGlobal || seen.has(value) || isIntrinsic(value)) continue;
    seen.add(value);
    found.push(value);
    queue.push(Reflect.getPrototypeOf(value));
    for (const key of own(value)) {
      const property = describe(value, key);
      queue.push(property?.value, property?.get, property?.set);
    }
  }
  // A class is known by its prototype's constructor, which a lock hides.
  const prototypes = found.filter((value) => typeof value !== 'function' && isPrototype(value));
  for (const value of found) if (typeof value === 'function') lockOne(value);
  for (const value of prototypes) lockHolder(value);
}

/** Object that a mock of the tests is put on: the slots of a locked class, else the object itself. */
export function mockable(object: object, key: PropertyKey): object {
  const slots = slotsOf.get(object);
  return slots && key in slots ? slots : object;
}

/** A locked member that the object inherits, or has; undefined for others. */
export function lockedMember(object: object, key: PropertyKey): { value: unknown } | undefined {
  for (let holder: object | null = object; holder; holder = Reflect.getPrototypeOf(holder)) {
    const slots = slotsOf.get(holder);
    if (slots && key in slots) return { value: slots[key] };
    if (describe(holder, key)) return undefined;
  }
  return undefined;
}

/** Names of locked members, which look like accessors. */
export function lockedNames(object: object): string[] {
  const names: string[] = [];
  for (let holder: object | null = object; holder; holder = Reflect.getPrototypeOf(holder))
    names.push(...Object.keys(slotsOf.get(holder) ?? {}));
  return names;
}
