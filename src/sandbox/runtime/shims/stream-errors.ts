/** The errors of readable-stream, as Node's own streams throw them. */
import {
  AbortError,
  invalidArgType,
  invalidArgValue,
  missingArgs,
  nodeError,
  outOfRange,
  received,
} from '../node/errors';

type Make = (...args: never[]) => Error;
type ErrorType = new (message?: string) => Error;

/** A function to be called with `new`, whose error it gives. */
function constructor(make: Make): unknown {
  return function NodeError(...args: never[]): Error {
    return make(...args);
  };
}

/** Text with at most one place for a name. */
function simple(code: string, text: string, Base: ErrorType = Error): Make {
  return (name?: unknown) =>
    nodeError(
      Base,
      code,
      text.replace('%s', () => String(name)),
    );
}

function invalidReturnValue(input: string, name: string, value: unknown): Error {
  const got = received(value).replace(/^ Received /, '');
  const message = `Expected ${input} to be returned from the "${name}" function but got ${got}.`;
  return nodeError(TypeError, 'ERR_INVALID_RETURN_VALUE', message);
}

const MAKERS: Record<string, Make> = {
  ERR_INVALID_ARG_TYPE: invalidArgType,
  ERR_INVALID_ARG_VALUE: invalidArgValue,
  ERR_OUT_OF_RANGE: outOfRange,
  ERR_MISSING_ARGS: missingArgs,
  ERR_INVALID_RETURN_VALUE: invalidReturnValue,
  ERR_ILLEGAL_CONSTRUCTOR: simple('ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor', TypeError),
  ERR_METHOD_NOT_IMPLEMENTED: simple('ERR_METHOD_NOT_IMPLEMENTED', 'The %s method is not implemented'),
  ERR_MULTIPLE_CALLBACK: simple('ERR_MULTIPLE_CALLBACK', 'Callback called multiple times'),
  ERR_STREAM_ALREADY_FINISHED: simple(
    'ERR_STREAM_ALREADY_FINISHED',
    'Cannot call %s after a stream was finished',
  ),
  ERR_STREAM_CANNOT_PIPE: simple('ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable'),
  ERR_STREAM_DESTROYED: simple('ERR_STREAM_DESTROYED', 'Cannot call %s after a stream was destroyed'),
  ERR_STREAM_NULL_VALUES: simple('ERR_STREAM_NULL_VALUES', 'May not write null values to stream', TypeError),
  ERR_STREAM_PREMATURE_CLOSE: simple('ERR_STREAM_PREMATURE_CLOSE', 'Premature close'),
  ERR_STREAM_PUSH_AFTER_EOF: simple('ERR_STREAM_PUSH_AFTER_EOF', 'stream.push() after EOF'),
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: simple(
    'ERR_STREAM_UNSHIFT_AFTER_END_EVENT',
    'stream.unshift() after end event',
  ),
  ERR_STREAM_WRITE_AFTER_END: simple('ERR_STREAM_WRITE_AFTER_END', 'write after end'),
  ERR_UNKNOWN_ENCODING: simple('ERR_UNKNOWN_ENCODING', 'Unknown encoding: %s', TypeError),
  ERR_UNKNOWN_SIGNAL: simple('ERR_UNKNOWN_SIGNAL', 'Unknown signal: %s', TypeError),
  ERR_SOCKET_BAD_PORT: simple('ERR_SOCKET_BAD_PORT', '%s should be >= 0 and < 65536.', RangeError),
};

export const codes = Object.fromEntries(
  Object.entries(MAKERS).map(([code, make]) => [code, constructor(make)]),
);

export function hideStackFrames<T>(fn: T): T {
  return fn;
}

/** Both errors in one, where there are two. */
export function aggregateTwoErrors(
  inner?: Error,
  outer?: Error & { code?: string; errors?: Error[] },
): unknown {
  if (!inner || !outer || inner === outer) return inner ?? outer;
  if (Array.isArray(outer.errors)) {
    outer.errors.push(inner);
    return outer;
  }
  return Object.assign(new AggregateError([outer, inner], outer.message), { code: outer.code });
}

export { AbortError };
