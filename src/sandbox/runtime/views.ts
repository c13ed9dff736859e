/**
 * Views of shared objects for the program: it sees the tests' changes to an object, and its own changes are for itself
 * alone.
 */

export interface ViewRules {
  /** Value that the program gets for a member's value. */
  show(value: unknown, key: PropertyKey): unknown;
  /** True where an assignment goes to the object itself: a setting of it. */
  passes(found: PropertyDescriptor | undefined): boolean;
}

/** The program's own member (or none), and the member that it stands in for. */
interface Own {
  descriptor: PropertyDescriptor | undefined;
  before: PropertyDescriptor | undefined;
}

const describe = Reflect.getOwnPropertyDescriptor;

function same(left: PropertyDescriptor | undefined, right: PropertyDescriptor | undefined): boolean {
  return left?.value === right?.value && left?.get === right?.get && left?.set === right?.set;
}

function find(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let holder: object | null = object; holder; holder = Reflect.getPrototypeOf(holder)) {
    const found = describe(holder, key);
    if (found) return found;
  }
  return undefined;
}

/** The descriptor of a member that is defined anew: what is not said stays as it was. */
function merged(given: PropertyDescriptor, before: PropertyDescriptor | undefined): PropertyDescriptor {
  const enumerable = given.enumerable ?? before?.enumerable ?? false;
  if (Object.hasOwn(given, 'get') || Object.hasOwn(given, 'set'))
    return { ...given, enumerable, configurable: true };
  if (before?.get && !Object.hasOwn(given, 'value')) return { ...before, enumerable };
  const value: unknown = Object.hasOwn(given, 'value') ? given.value : before?.value;
  const writable = given.writable ?? before?.writable ?? false;
  return { value, writable, enumerable, configurable: true };
}

function isFixed(found: PropertyDescriptor | undefined): boolean {
  return found?.configurable === false;
}

/** Assigns to an object, or to a class that inherits from a view. */
function assignTo(object: object, key: PropertyKey, value: unknown): boolean {
  const found = describe(object, key);
  if (found && !('value' in found)) return false;
  const plain = { value, writable: true, enumerable: true, configurable: true };
  return Reflect.defineProperty(object, key, found ? { value } : plain);
}

class View<T extends object> implements ProxyHandler<T> {
  private readonly own = new Map<PropertyKey, Own>();
  proxy: T | undefined;

  constructor(private readonly rules: ViewRules) {}

  /** The program's own member, unless the tests have changed the object's since. */
  private live(target: T, key: PropertyKey): Own | undefined {
    const own = this.own.get(key);
    return own && same(own.before, describe(target, key)) ? own : undefined;
  }

  private keep(target: T, key: PropertyKey, descriptor: PropertyDescriptor | undefined): boolean {
    const before = describe(target, key);
    if (isFixed(before) || !Reflect.isExtensible(target)) return false;
    this.own.set(key, { descriptor, before });
    return true;
  }

  get(target: T, key: PropertyKey, receiver: unknown): unknown {
    const own = this.live(target, key);
    if (own?.descriptor) {
      const { descriptor } = own;
      return descriptor.get ? (Reflect.apply(descriptor.get, receiver, []) as unknown) : descriptor.value;
    }
    if (own) return Reflect.get(Reflect.getPrototypeOf(target) ?? {}, key, receiver);
    const value: unknown = Reflect.get(target, key, receiver === this.proxy ? target : receiver);
    const found = describe(target, key);
    return isFixed(found) && found?.writable !== true ? value : this.rules.show(value, key);
  }

  set(target: T, key: PropertyKey, value: unknown, receiver: unknown): boolean {
    if (receiver !== this.proxy) return assignTo(receiver as object, key, value);
    const own = this.live(target, key)?.descriptor;
    if (own?.set) {
      Reflect.apply(own.set, receiver, [value]);
      return true;
    }
    const found = find(target, key);
    if (!own && this.rules.passes(found)) return Reflect.set(target, key, value, target);
    const enumerable = (own ?? found)?.enumerable ?? true;
    return this.keep(target, key, { value, writable: true, enumerable, configurable: true });
  }

  defineProperty(target: T, key: PropertyKey, given: PropertyDescriptor): boolean {
    const before = this.live(target, key)?.descriptor ?? describe(target, key);
    return this.keep(target, key, merged(given, before));
  }

  deleteProperty(target: T, key: PropertyKey): boolean {
    return this.keep(target, key, undefined);
  }

  has(target: T, key: PropertyKey): boolean {
    const own = this.live(target, key);
    return own
      ? own.descriptor !== undefined || key in (Reflect.getPrototypeOf(target) ?? {})
      : key in target;
  }

  ownKeys(target: T): (string | symbol)[] {
    const keys = new Set(Reflect.ownKeys(target));
    for (const key of this.own.keys() as Iterable<string | symbol>) {
      const own = this.live(target, key);
      if (own?.descriptor) keys.add(key);
      else if (own) keys.delete(key);
    }
    return [...keys];
  }

  getOwnPropertyDescriptor(target: T, key: PropertyKey): PropertyDescriptor | undefined {
    const own = this.live(target, key);
    if (own) return own.descriptor;
    const found = describe(target, key);
    if (!found || isFixed(found)) return found;
    if ('value' in found) return { ...found, value: this.rules.show(found.value, key) };
    return {
      ...found,
      get: () => this.get(target, key, this.proxy),
      set: (value: unknown) => void this.set(target, key, value, this.proxy),
    };
  }

  setPrototypeOf(target: T, prototype: object | null): boolean {
    return prototype === Reflect.getPrototypeOf(target);
  }

  preventExtensions(): boolean {
    return false;
  }

  construct(target: T, args: unknown[], type: unknown): object {
    const call = target as unknown as new () => object;
    return Reflect.construct(call, args, type === this.proxy ? call : (type as new () => object)) as object;
  }
}

export function createView<T extends object>(object: T, rules: ViewRules): T {
  const handler = new View<T>(rules);
  handler.proxy = new Proxy(object, handler);
  return handler.proxy;
}
