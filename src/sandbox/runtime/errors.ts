/** Turns anything that user code throws into a failure of bounded, plain texts. */
import { diff, stringify } from 'jest-matcher-utils';
import type { BrokenModule, RawCause, RawFailure } from '../runtime-protocol';
import { inspect } from './node/inspect';

const MAX_TEXT = 16 * 1024;
const MAX_STACK = 8 * 1024;
/** Sequences that a terminal obeys (colours, titles, the clipboard): reports are shown on terminals. */
const CONTROL =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?|[\u0080-\u009f]/g;

/** Matchers whose two values are worth a diff. */
const COMPARING = new Set(['toBe', 'toEqual', 'toStrictEqual', 'toMatchObject', 'toHaveProperty']);

/** Places of syntax errors, for errors the runtime makes in the name of a file. */
const places = new WeakMap<object, string>();

export function cut(text: string, limit = MAX_TEXT): string {
  const short = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return short.replace(CONTROL, '');
}

/** True for an error that the loader made for a source which does not parse. */
export function isSyntaxError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && places.has(error);
}

/** The error that loading a file with a syntax error throws. */
export function syntaxError(path: string, broken: BrokenModule): SyntaxError {
  const error = new SyntaxError(broken.message);
  places.set(error, `    at ${path}:${broken.line ?? 1}:${broken.column ?? 1}`);
  return error;
}

function read(target: object, key: string): unknown {
  return (target as Record<string, unknown>)[key];
}

function nameOf(error: object): string {
  const type: unknown = read(error, 'constructor');
  const own = typeof type === 'function' ? (type as { name: unknown }).name : undefined;
  if (typeof own === 'string' && own !== '' && own !== 'Object' && own !== 'Error') return own;
  const name = read(error, 'name');
  return typeof name === 'string' && name !== '' ? name : 'Error';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

function looksLikeError(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof Error ||
    (typeof read(value, 'message') === 'string' && typeof read(value, 'stack') === 'string')
  );
}

/** Expected and received values, where a matcher or an assertion carries them. */
function comparison(error: object): Pick<RawFailure, 'expected' | 'received' | 'diff'> {
  const result = read(error, 'matcherResult');
  const source = typeof result === 'object' && result !== null ? result : error;
  if (!Object.hasOwn(source, 'expected') || !Object.hasOwn(source, 'actual')) return {};
  const { expected, actual } = source as { expected: unknown; actual: unknown };
  const matcher = read(source, 'name');
  const compares = source === error || (typeof matcher === 'string' && COMPARING.has(matcher));
  const text = compares ? diff(expected, actual) : null;
  return {
    expected: cut(stringify(expected)),
    received: cut(stringify(actual)),
    ...(text ? { diff: cut(text) } : {}),
  };
}

function aggregated(error: object): string {
  if (!(error instanceof AggregateError) || !Array.isArray(error.errors)) return '';
  const inner = error.errors
    .slice(0, 10)
    .map((item: unknown) => (looksLikeError(item) ? asText(read(item, 'message')) : asText(item)));
  return inner.length > 0 ? `\n  ${inner.join('\n  ')}` : '';
}

const FRAME = /^\s*at /;

/**
 * Frames of a stack, without the message, which may be long and look like frames. The program may have given the error
 * any value as its stack.
 */
function framesOf(stack: unknown, message: unknown): string {
  if (typeof stack !== 'string') return '';
  const at = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  const rest = at < 0 ? stack : stack.slice(at + String(message).length);
  return cut(
    rest
      .split('\n')
      .filter((line) => FRAME.test(line))
      .join('\n'),
    MAX_STACK,
  );
}

function stackOf(error: object): string {
  return places.get(error) ?? framesOf(read(error, 'stack'), read(error, 'message'));
}

/** Errors behind errors that are told of. */
const MAX_CAUSES = 5;

function describeCause(value: unknown, what: string): RawCause {
  if (!looksLikeError(value)) return { head: `${what}: ${cut(asText(value), 500)}`, stack: '' };
  const [line = ''] = asText(read(value, 'message')).split('\n', 1);
  return { head: `${what}: ${cut(nameOf(value), 200)}: ${cut(line, 500)}`, stack: stackOf(value) };
}

/** Causes of an error and theirs; or the errors that it gathers. */
function causesOf(error: object): RawCause[] {
  if (error instanceof AggregateError && Array.isArray(error.errors)) {
    const inner: unknown[] = error.errors.slice(0, MAX_CAUSES);
    return inner.map((item, index) => describeCause(item, `errors[${index}]`));
  }
  const causes: RawCause[] = [];
  for (let value: unknown = error; causes.length < MAX_CAUSES;) {
    if (!looksLikeError(value) || !Object.hasOwn(value, 'cause')) break;
    value = read(value, 'cause');
    if (value == null) break;
    causes.push(describeCause(value, 'Cause'));
  }
  return causes;
}

/** Left out where there are none, to keep reports small. */
function causesIn(error: object): { causes?: RawCause[] } {
  const causes = causesOf(error);
  return causes.length > 0 ? { causes } : {};
}

function describeError(error: object, phase: RawFailure['phase']): RawFailure {
  return {
    errorName: cut(nameOf(error), 200),
    message: cut(asText(read(error, 'message')) + aggregated(error)),
    stack: stackOf(error),
    ...causesIn(error),
    phase,
    ...comparison(error),
  };
}

/** Reading a stack may run the program's code. */
function originText(origin: Error): string {
  try {
    return framesOf(origin.stack, origin.message);
  } catch {
    return '';
  }
}

/** Describes a thrown value. `origin` is an error made where the failing test or hook was defined. */
export function describeFailure(value: unknown, phase: RawFailure['phase'], origin?: Error): RawFailure {
  const place = origin && { origin: originText(origin) };
  try {
    if (looksLikeError(value)) return { ...describeError(value, phase), ...place };
    return { errorName: 'Error', message: `thrown: ${cut(inspect(value))}`, stack: '', phase, ...place };
  } catch {
    return { errorName: 'Error', message: 'thrown: a value that cannot be read', stack: '', phase, ...place };
  }
}
