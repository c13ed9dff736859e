/** Own properties of an object, to be compared with what they are later. */

/** `fixed`: it can never be another. */
export interface Property {
  value?: unknown;
  get?: unknown;
  set?: unknown;
  fixed?: boolean;
}

export type Properties = ReadonlyMap<PropertyKey, Property>;

export function propertyOf(object: object, key: PropertyKey): Property {
  const found = Reflect.getOwnPropertyDescriptor(object, key);
  if (!found) return {};
  const { value, get, set, writable, configurable } = found;
  return { value: value as unknown, get, set, fixed: !configurable && writable !== true };
}

export function propertiesOf(object: object): Map<PropertyKey, Property> {
  return new Map(Reflect.ownKeys(object).map((key) => [key, propertyOf(object, key)]));
}

export function same(left: Property, right: Property): boolean {
  return Object.is(left.value, right.value) && left.get === right.get && left.set === right.set;
}

/** True where the property is as it was; those that never change are not looked at. */
export function isStill(object: object, key: PropertyKey, before: Property | undefined): boolean {
  if (!before || before.fixed) return before !== undefined;
  const found = Reflect.getOwnPropertyDescriptor(object, key);
  return found !== undefined && same(before, found);
}
