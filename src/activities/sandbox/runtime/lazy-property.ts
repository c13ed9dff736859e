/** Properties that are made when they are first read: most programs read few of the globals that there are. */

/** Whoever writes the property first decides what it is. */
export function defineLazily(holder: object, name: string, make: () => unknown): void {
  const settle = (value: unknown): void => {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  };
  const get = (): unknown => {
    const value = make();
    settle(value);
    return value;
  };
  Object.defineProperty(holder, name, { get, set: settle, enumerable: false, configurable: true });
}
