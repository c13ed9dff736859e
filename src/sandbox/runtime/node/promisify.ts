/** From callbacks to promises and back. */
import { invalidArgType, nodeError } from './errors';
import { validateFunction } from './validate';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Symbol of a function's own promise-returning version. Node's has the same registered name. */
export const PROMISIFY: unique symbol = Symbol.for('nodejs.util.promisify.custom');

function ownVersion(original: AnyFunction): AnyFunction | undefined {
  const own = (original as unknown as Record<PropertyKey, unknown>)[PROMISIFY];
  if (!own) return undefined;
  validateFunction(own, 'util.promisify.custom');
  // Node's own are frozen here.
  Reflect.defineProperty(own, PROMISIFY, { value: own, configurable: true });
  return own;
}

/** Turns a function with an error-first callback into one that returns a promise. */
export function promisify(original: unknown): AnyFunction {
  validateFunction(original, 'original');
  const own = ownVersion(original);
  if (own) return own;
  function promisified(this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const callback = (error: unknown, value: unknown): void => {
        // Whatever the callback gets is the reason, an Error or not.
        if (error) (reject as (reason: unknown) => void)(error);
        else resolve(value);
      };
      Reflect.apply(original as AnyFunction, this, [...args, callback]);
    });
  }
  Object.setPrototypeOf(promisified, Object.getPrototypeOf(original) as object);
  Object.defineProperty(promisified, PROMISIFY, { value: promisified, configurable: true });
  return Object.defineProperties(promisified, Object.getOwnPropertyDescriptors(original));
}

/** Turns a function that returns a promise into one with an error-first callback. */
export function callbackify(original: unknown): AnyFunction {
  validateFunction(original, 'original');
  function callbackified(this: unknown, ...args: unknown[]): void {
    const callback = args.pop();
    if (typeof callback !== 'function') throw invalidArgType('last argument', 'function', callback);
    const call = (...values: unknown[]): void =>
      sandboxHost.nextTick(() => void Reflect.apply(callback as AnyFunction, this, values), []);
    (Reflect.apply(original as AnyFunction, this, args) as Promise<unknown>).then(
      (value) => call(null, value),
      (reason: unknown) => call(reason ? reason : falsyReason(reason)),
    );
  }
  const described = Object.getOwnPropertyDescriptors(original);
  if (typeof described.length?.value === 'number') described.length.value++;
  if (typeof described.name?.value === 'string') described.name.value += 'Callbackified';
  return Object.defineProperties(callbackified, described);
}

function falsyReason(reason: unknown): Error {
  return nodeError(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value', { reason });
}
