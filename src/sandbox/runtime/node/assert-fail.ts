import { AssertionError } from './assertion-error';

export type AnyFunction = (...args: unknown[]) => unknown;

/** Throws the failure, or the error that the caller gave in place of a message. */
export function fail(
  message: unknown,
  operator: string,
  actual: unknown,
  expected: unknown,
  hide: (...args: never[]) => unknown,
): never {
  if (message instanceof Error) throw message;
  throw new AssertionError({ message, actual, expected, operator, stackStartFn: hide });
}
