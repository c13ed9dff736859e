/** The maker of mocks, which reaches members of locked classes (class-locks.ts): only tests have it. */
import { ModuleMocker } from 'jest-mock';
import { lockedMember, lockedNames, mockable } from './class-locks';
import { isObject } from './properties';

type SpyOn = (object: object, key: PropertyKey, access?: 'get' | 'set') => unknown;

/** Private parts of jest's module mocker that are used here. */
interface Inner {
  spyOn: SpyOn;
  _getSlots(object: object): string[];
}

/** Gives an object a member of its own in the place of one that it inherits, to be replaced. */
export function ownMember(object: object, key: PropertyKey): void {
  const locked = lockedMember(object, key);
  if (locked && mockable(object, key) === object)
    Object.defineProperty(object, key, { ...locked, writable: true, enumerable: false, configurable: true });
}

/** Function that puts a property back as it is now. */
export function putBack(holder: object, key: PropertyKey): () => void {
  const before = Reflect.getOwnPropertyDescriptor(holder, key);
  return () => {
    if (before) Reflect.defineProperty(holder, key, before);
    else Reflect.deleteProperty(holder, key);
  };
}

export function createMocker(): ModuleMocker {
  const mocker = new ModuleMocker(realGlobal as unknown as typeof globalThis);
  const inner = mocker as unknown as Inner;
  const spyOn = inner.spyOn.bind(mocker);
  const slotsOf = inner._getSlots.bind(mocker);
  inner.spyOn = (object, key, access) => {
    if (access !== undefined || !isObject(object)) return spyOn(object, key, access);
    ownMember(object, key);
    return spyOn(mockable(object, key), key);
  };
  // Names of locked members look like accessors, which mocks leave out.
  inner._getSlots = (object) => {
    const names = new Set([...slotsOf(object), ...(isObject(object) ? lockedNames(object) : [])]);
    for (const name of ['constructor', 'caller', 'arguments']) names.delete(name);
    return [...names];
  };
  return mocker;
}
