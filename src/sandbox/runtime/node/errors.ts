/** Errors as Node makes them: with a `code`, which the head of their stack shows too. */
import { COMMAND_CHECK } from '../../links';

type ErrorType = new (message?: string, options?: ErrorOptions) => Error;

interface NodeErrors {
  codes: Readonly<Record<string, new (...args: unknown[]) => Error>>;
}

const errors = (): NodeErrors => nodeLibrary.shared.require('internal/errors') as NodeErrors;

/** An error of Node's own by its code and what its message tells. */
export function coded(code: string, ...args: unknown[]): Error {
  const Type = errors().codes[code] ?? Error;
  return new Type(...(args as []));
}

export const invalidArgType = (name: string, expected: string | readonly string[], value: unknown): Error =>
  coded('ERR_INVALID_ARG_TYPE', name, expected, value);

export const invalidArgValue = (name: string, value: unknown, reason?: string): Error =>
  coded('ERR_INVALID_ARG_VALUE', name, value, reason);

/** `range` says what the value must be: `>= 0 && <= 5`, `an integer`. */
export const outOfRange = (name: string, range: string, value: unknown): Error =>
  coded('ERR_OUT_OF_RANGE', name, range, value);

export const missingArgs = (...names: string[]): Error => coded('ERR_MISSING_ARGS', ...names);

/** An error with any code. Its `toString` shows the code, its `name` does not. */
export function nodeError<T extends object = object>(
  Base: ErrorType,
  code: string,
  message: string,
  properties?: T,
): Error & { code: string } & T {
  const error = new Base(message) as Error & { code: string };
  const { name } = error;
  const show = (): string => `${error.name} [${code}]: ${error.message}`;
  Object.defineProperty(error, 'toString', { value: show, writable: true, configurable: true });
  // The head of a stack is written when the stack is first read.
  Object.defineProperty(error, 'name', { value: `${name} [${code}]`, configurable: true });
  void error.stack;
  Reflect.deleteProperty(error, 'name');
  error.code = code;
  return Object.assign(error, properties);
}

/** Something of Node that does not exist here, with the way out. */
export function notInSandbox(what: string, hint = ''): Error {
  const message = `${what} is not available in the sandbox.${hint === '' ? '' : ` ${hint}`} ${COMMAND_CHECK}`;
  return nodeError(Error, 'ERR_NOT_IN_SANDBOX', message);
}

/** A function that does not exist here. */
export const refusal = (what: string) => (): never => {
  throw notInSandbox(what);
};
