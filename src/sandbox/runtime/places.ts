/**
 * Places for a project's additions to built-ins (`Array.prototype.last = …`). A place is an accessor that can't be
 * removed. So it knows every write, even one that is undone at once, and it can hide from the libraries that tests compare with.
 */
import { labelOf } from '../place';
import type { Place } from '../place';
import { isComparing, isReadByLibrary } from './reader';

type Getter = (this: unknown) => unknown;
type Setter = (this: unknown, value: unknown) => void;

/** Content of a place, like that of a property: a value or accessors. */
interface Content {
  value?: unknown;
  writable: boolean;
  get?: Getter | undefined;
  set?: Setter | undefined;
}

const define = Reflect.defineProperty;
const describe = Reflect.getOwnPropertyDescriptor;
const { apply } = Reflect;

const places = new Map<object, Map<PropertyKey, OpenPlace>>();
const written = new Set<string>();

/** Places that are open, as `Array.prototype.last`. */
export function openedPlaces(): string[] {
  return [...places.values()].flatMap((names) => [...names.values()].map((place) => place.label));
}

/** Those of them that were written so far. */
export function writtenPlaces(): ReadonlySet<string> {
  return written;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function readOnly(key: PropertyKey): TypeError {
  return new TypeError(`Cannot assign to read only property '${String(key)}' of object`);
}

/** One name of one built-in. */
class OpenPlace {
  private content: Content;
  /** Defined as not configurable. */
  private fixed = false;

  constructor(
    private readonly holder: object,
    private readonly key: string,
    readonly label: string,
    /** Value from before, which libraries go on to find. */
    private readonly original: unknown,
  ) {
    this.content = { value: original, writable: true };
  }

  /** The accessor that stands on the built-in. Its functions say nothing of the program to a library that reads an heir. */
  descriptor(guarded: boolean): PropertyDescriptor {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- `this` of an accessor is the object that is read
    const place = this;
    const { holder, original } = this;
    const get: Getter = function (this: unknown): unknown {
      const asks = this !== holder && (guarded || isComparing());
      return asks && isReadByLibrary(get) ? original : place.read(this);
    };
    const set: Setter = function (this: unknown, value: unknown): void {
      if (this === holder) place.write(value);
      else if (isObject(this)) place.writeTo(this, value, set);
    };
    return { get: Object.freeze(get), set: Object.freeze(set), enumerable: false, configurable: false };
  }

  private read(from: unknown): unknown {
    const { content } = this;
    return content.get ? apply(content.get, from, []) : content.value;
  }

  private write(value: unknown): void {
    written.add(this.label);
    const { get, set, writable } = this.content;
    if (set) apply(set, this.holder, [value]);
    else if (get || !writable) throw readOnly(this.key);
    else this.content = { value, writable };
  }

  /** An heir gets a property of its own, unless the program gave a setter or forbade it: libraries are spared both. */
  private writeTo(heir: object, value: unknown, top: Setter): void {
    const { get, set, writable } = this.content;
    if ((set || get || !writable) && !isReadByLibrary(top)) {
      if (!set) throw readOnly(this.key);
      apply(set, heir, [value]);
      return;
    }
    const own = { value, writable: true, enumerable: true, configurable: true };
    if (!define(heir, this.key, own)) throw readOnly(this.key);
  }

  /** Takes a descriptor as a property of its own would. False where it is fixed. */
  define(descriptor: PropertyDescriptor): boolean {
    const { get, set, writable, configurable } = descriptor;
    const value: unknown = descriptor.value;
    if (get !== undefined && typeof get !== 'function') throw new TypeError(`Getter must be a function`);
    if (set !== undefined && typeof set !== 'function') throw new TypeError(`Setter must be a function`);
    if (this.fixed && !(this.content.writable && 'value' in descriptor)) return false;
    written.add(this.label);
    this.fixed ||= configurable !== true;
    const accessors = get !== undefined || set !== undefined;
    this.content = accessors
      ? { writable: false, get: get as Getter | undefined, set: set as Setter | undefined }
      : { value: 'value' in descriptor ? value : this.content.value, writable: writable === true };
    return true;
  }

  /** The property as the program made it. */
  described(): PropertyDescriptor | undefined {
    if (!written.has(this.label) && this.original === undefined) return undefined;
    const { value, writable, get, set } = this.content;
    const common = { enumerable: false, configurable: !this.fixed };
    return get || set ? { get, set, ...common } : { value, writable, ...common };
  }
}

function placeAt(target: unknown, key: unknown): OpenPlace | undefined {
  return typeof key === 'string' && isObject(target) ? places.get(target)?.get(key) : undefined;
}

/** Opens a name of a built-in before the built-in is locked. */
export function openPlace(target: object, place: Place): void {
  const { name, guarded = false } = place;
  const label = labelOf(place);
  const original = Reflect.getOwnPropertyDescriptor(target, name)?.value as unknown;
  const open = new OpenPlace(target, name, label, original);
  const known = places.get(target) ?? new Map<PropertyKey, OpenPlace>();
  places.set(target, known.set(name, open));
  define(target, name, open.descriptor(guarded));
}

function replace(holder: object, functions: Record<string, (...args: never[]) => unknown>): void {
  for (const [name, value] of Object.entries(functions))
    define(holder, name, { value: Object.freeze(value) });
}

/**
 * Makes places look like plain properties to `defineProperty` and `getOwnPropertyDescriptor`. The accessors are not
 * configurable, so the engine would refuse the first, and show them to the second.
 */
export function showAsProperties(): void {
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  replace(Object, {
    defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor): object {
      const place = placeAt(target, key);
      if (!place || !isObject(descriptor)) return defineProperty(target, key, descriptor);
      if (!place.define(descriptor)) throw new TypeError(`Cannot redefine property: ${String(key)}`);
      return target;
    },
    getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
      const place = placeAt(target, key);
      return place ? place.described() : getOwnPropertyDescriptor(target, key);
    },
  });
  replace(Reflect, {
    defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
      const place = placeAt(target, key);
      return place && isObject(descriptor) ? place.define(descriptor) : define(target, key, descriptor);
    },
    getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
      const place = placeAt(target, key);
      return place ? place.described() : describe(target, key);
    },
  });
}
