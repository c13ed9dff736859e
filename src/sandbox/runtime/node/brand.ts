/** Names of classes. */

/** Symbol of the method by which an object shows itself. Node's has the same registered name. */
export const CUSTOM: unique symbol = Symbol.for('nodejs.util.inspect.custom');

type Class = abstract new (...args: never[]) => unknown;

/** Gives classes the names under which they are known: the bundler may have changed them. */
export function nameClasses(classes: Readonly<Record<string, Class>>): void {
  for (const [name, type] of Object.entries(classes))
    Object.defineProperty(type, 'name', { value: name, configurable: true });
}

/** Likewise, and their instances are shown as `[object Name]`. */
export function brandClasses(classes: Readonly<Record<string, Class>>): void {
  nameClasses(classes);
  for (const [name, type] of Object.entries(classes))
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
}
