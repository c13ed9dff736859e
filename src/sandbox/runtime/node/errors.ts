/** Errors as Node makes them: with a `code`, which the head of their stack shows too. */
import { nameClasses } from './brand';

type ErrorType = new (message?: string, options?: ErrorOptions) => Error;

/** An error with a code of Node's. Its `toString` shows the code, its `name` does not. */
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

/** `1234567` as `1_234_567`. A pattern that looks ahead to the end takes quadratic time. */
function separateGroups(digits: string): string {
  const from = digits.startsWith('-') ? 1 : 0;
  const groups: string[] = [];
  for (let end = digits.length; end > from; end -= 3) groups.push(digits.slice(Math.max(from, end - 3), end));
  return digits.slice(0, from) + groups.reverse().join('_');
}

function separated(digits: string): string {
  return /^-?\d+$/.test(digits) ? separateGroups(digits) : digits;
}

function showNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function quote(text: string): string {
  if (!text.includes("'")) return `'${text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}'`;
  return JSON.stringify(text);
}

/** Description of the received value in Node's words. */
export function received(value: unknown): string {
  if (value === null || value === undefined) return ` Received ${String(value)}`;
  if (typeof value === 'function') return ` Received function ${value.name}`;
  if (typeof value === 'object') {
    const maker = (value as { constructor?: { name?: unknown } }).constructor;
    if (typeof maker?.name === 'string' && maker.name !== '') return ` Received an instance of ${maker.name}`;
    return ` Received ${Object.getPrototypeOf(value) === null ? '[Object: null prototype] {}' : '{}'}`;
  }
  let text =
    typeof value === 'string'
      ? quote(value.length > 28 ? `${value.slice(0, 25)}...` : value)
      : typeof value === 'number'
        ? showNumber(value)
        : String(value);
  if (typeof value === 'bigint') text += 'n';
  return ` Received type ${typeof value} (${text})`;
}

function oneOf(names: readonly string[]): string {
  if (names.length < 3) return names.join(' or ');
  return `${names.slice(0, -1).join(', ')}, or ${names[names.length - 1]}`;
}

const TYPES = new Set(['string', 'function', 'number', 'object', 'boolean', 'bigint', 'symbol']);

/** `of type string or an instance of Buffer`: what an argument may be. */
function expectation(expected: readonly string[]): string {
  const isType = (name: string): boolean => TYPES.has(name) || name === 'Function' || name === 'Object';
  const types = expected.filter(isType).map((name) => name.toLowerCase());
  const classes = expected.filter((name) => !isType(name) && /^(?:[A-Z][a-z0-9]*)+$/.test(name));
  const others = expected.filter((name) => !isType(name) && !classes.includes(name));
  if (classes.length > 0 && types.includes('object')) {
    types.splice(types.indexOf('object'), 1);
    classes.push('Object');
  }
  const parts: string[] = [];
  if (types.length > 0) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${oneOf(types)}`);
  if (classes.length > 0) parts.push(`an instance of ${oneOf(classes)}`);
  if (others.length > 1) parts.push(`one of ${oneOf(others)}`);
  else if (others[0] !== undefined) parts.push(/^[A-Z]/.test(others[0]) ? `an ${others[0]}` : others[0]);
  return parts.join(' or ');
}

/** Node names a plain argument, a property (`options.x`) and a place (`first argument`) differently. */
function subject(name: string): string {
  if (name.endsWith(' argument')) return `The ${name}`;
  return `The "${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

export function invalidArgType(
  name: string,
  expected: string | readonly string[],
  value: unknown,
): TypeError {
  const list = typeof expected === 'string' ? [expected] : expected;
  const message = `${subject(name)} must be ${expectation(list)}.${received(value)}`;
  return nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', message);
}

/** Texts of values in messages; set by the stand-in of util, whose `inspect` is too big to be needed here. */
let inspectValue: (value: unknown) => string = (value) =>
  typeof value === 'string' ? quote(value) : String(value);

export function setInspect(inspect: (value: unknown) => string): void {
  inspectValue = inspect;
}

export function showValue(value: unknown): string {
  return inspectValue(value);
}

export function invalidArgValue(name: string, value: unknown, reason = 'is invalid'): TypeError {
  const shown = inspectValue(value);
  const text = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown;
  const what = name.includes('.') ? 'property' : 'argument';
  return nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${what} '${name}' ${reason}. Received ${text}`);
}

/** `range` says what the value must be: `>= 0 && <= 5`, `an integer`. */
export function outOfRange(name: string, range: string, value: unknown): RangeError {
  const integer = typeof value === 'number' && Number.isInteger(value);
  const shown =
    integer && Math.abs(value) > 2 ** 32
      ? separated(String(value))
      : typeof value === 'bigint'
        ? `${value > 2n ** 32n || value < -(2n ** 32n) ? separated(value.toString()) : value.toString()}n`
        : typeof value === 'number'
          ? showNumber(value)
          : inspectValue(value);
  const message = `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`;
  return nodeError(RangeError, 'ERR_OUT_OF_RANGE', message);
}

export function missingArgs(...names: string[]): TypeError {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop() ?? '';
  const list = quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last;
  const message = `The ${list} argument${names.length > 1 ? 's' : ''} must be specified`;
  return nodeError(TypeError, 'ERR_MISSING_ARGS', message);
}

/** The error of something that was aborted through a signal. */
export class AbortError extends Error {
  readonly code = 'ABORT_ERR';

  constructor(message = 'The operation was aborted', options?: ErrorOptions) {
    super(message, options);
    this.name = 'AbortError';
  }
}

nameClasses({ AbortError });

export function abortError(reason?: unknown): Error {
  return new AbortError(undefined, reason === undefined ? undefined : { cause: reason });
}

const WAY_OUT = 'Use a command check (for example --check "npm test") for tests that need it.';

/** Something of Node that does not exist here, with the way out. */
export function notInSandbox(what: string, hint = ''): Error {
  const message = `${what} is not available in the sandbox.${hint === '' ? '' : ` ${hint}`} ${WAY_OUT}`;
  return nodeError(Error, 'ERR_NOT_IN_SANDBOX', message);
}
