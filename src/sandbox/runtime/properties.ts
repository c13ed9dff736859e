/** Own properties of an object, to be compared with what they are later. */

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** `fixed`: it can never be another. */
export interface Property {
  value?: unknown;
  get?: unknown;
  set?: unknown;
  fixed?: boolean;
}

export function propertyOf(object: object, key: PropertyKey): Property {
  const found = Reflect.getOwnPropertyDescriptor(object, key);
  if (!found) return {};
  const { get, set, writable, configurable } = found;
  return { value: found.value as unknown, get, set, fixed: !configurable && writable !== true };
}

export function propertiesOf(object: object): Map<PropertyKey, Property> {
  return new Map(Reflect.ownKeys(object).map((key) => [key, propertyOf(object, key)]));
}

export function same(left: Property, right: Property): boolean {
  return Object.is(left.value, right.value) && left.get === right.get && left.set === right.set;
}

/** An object's properties, made to be compared often. */
export class Shape {
  readonly prototype: object | null;
  private readonly count: number;
  /** Those that can change; without a value they only have to be there. */
  private readonly open: [PropertyKey, Property?][];

  constructor(
    private readonly object: object,
    readonly properties: Map<PropertyKey, Property> = propertiesOf(object),
  ) {
    this.prototype = Reflect.getPrototypeOf(object);
    this.count = properties.size;
    this.open = [...properties].filter(([, property]) => !property.fixed);
  }

  /** From now on this is the property that the object is to have. */
  accept(key: PropertyKey, property: Property): void {
    this.properties.set(key, property);
    const index = this.open.findIndex(([name]) => name === key);
    if (index >= 0) this.open[index] = [key, property];
  }

  /** From now on the property may hold anything. */
  ignore(key: PropertyKey): void {
    for (const entry of this.open) if (entry[0] === key) entry.length = 1;
  }

  /** True where the object has this prototype, these properties and no others: as many as before, and those that can change are as they were. */
  isStill(): boolean {
    const { object, open, prototype } = this;
    if (Reflect.getPrototypeOf(object) !== prototype) return false;
    if (Reflect.ownKeys(object).length !== this.count) return false;
    for (let index = 0; index < open.length; index++) {
      const [key, before] = open[index] as [PropertyKey, Property?];
      const found = Reflect.getOwnPropertyDescriptor(object, key);
      if (!found || (before && !same(before, found))) return false;
    }
    return true;
  }
}
