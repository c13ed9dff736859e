/** Properties that are made when they are first read: most programs read few of the globals that there are. */

/**
 * Defines a property whose value is made at its first read, unless it is written first. Its functions are frozen: they
 * may serve many runs, and a program can get hold of them.
 */
export function lazily(
  holder: object,
  name: string,
  make: () => unknown,
): PropertyDescriptor & { get(): unknown; set(value: unknown): void } {
  const settle = (value: unknown): void => {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  };
  const get = (): unknown => {
    const value = make();
    settle(value);
    return value;
  };
  return { get: Object.freeze(get), set: Object.freeze(settle), enumerable: false, configurable: true };
}

export function defineLazily(holder: object, name: string, make: () => unknown): void {
  Object.defineProperty(holder, name, lazily(holder, name, make));
}
