/**
 * Console of a script that checks itself. It is the run's console, so the script's replacements reach the code beside
 * it too. Only its `assert` is its own: checks of other code are not the script's.
 */

function own(found: PropertyDescriptor | undefined): PropertyDescriptor | undefined {
  return found && { ...found, configurable: true };
}

/** A view of `console` with another `assert`, which can't be replaced. */
export function createScriptConsole(console: object, assert: unknown): object {
  return new Proxy(
    {},
    {
      get: (_, key) => (key === 'assert' ? assert : (Reflect.get(console, key) as unknown)),
      set: (_, key, value) => key !== 'assert' && Reflect.set(console, key, value),
      has: (_, key) => Reflect.has(console, key),
      ownKeys: () => Reflect.ownKeys(console),
      getOwnPropertyDescriptor: (_, key) => own(Reflect.getOwnPropertyDescriptor(console, key)),
      defineProperty: (_, key, descriptor) => Reflect.defineProperty(console, key, descriptor),
      deleteProperty: (_, key) => Reflect.deleteProperty(console, key),
    },
  );
}
