/** Private copies of the built-ins for Node's modules. They are made with the snapshot, before any program runs. */

type Describe = (object: object, key: PropertyKey) => PropertyDescriptor | undefined;

const all = Object.create(null) as Record<string, unknown>;
nativePrimordials({}, all, {}, {});

/** Getters by which locked members are read (intrinsics.ts, class-locks.ts). */
export const lockedGetters = new WeakSet<object>();

const describe = all.ObjectGetOwnPropertyDescriptor as Describe;

/** A locked member looks to Node's modules like the plain one that it was. */
function describeUnlocked(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const found = describe(object, key);
  if (!found?.get || !lockedGetters.has(found.get)) return found;
  const value: unknown = Reflect.apply(found.get, object, []);
  return { value, writable: true, enumerable: found.enumerable, configurable: true };
}

/** Those that the bundled modules take: the snapshot holds no others. */
export const primordials = Object.create(null) as Record<string, unknown>;
for (const name of PRIMORDIAL_NAMES) primordials[name] = all[name];
primordials.ObjectGetOwnPropertyDescriptor = describeUnlocked;

/** Nothing here depends on when memory is collected: a verdict must not. */
class StrongRef {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  deref(): unknown {
    return this.#value;
  }
}

class NoRegistry {
  register(): void {}
  unregister(): boolean {
    return false;
  }
}

for (const type of [StrongRef, NoRegistry]) {
  Object.freeze(type);
  Object.freeze(type.prototype);
}
Object.assign(primordials, { SafeWeakRef: StrongRef, SafeFinalizationRegistry: NoRegistry });
