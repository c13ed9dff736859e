/** The few functions that expect, jest-mock and jest-each take from jest-util, without its ties to Node. */

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    value != null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}

export function pluralize(word: string, count: number, ending = 's'): string {
  return `${count} ${word}${count === 1 ? '' : ending}`;
}

/** An error whose stack begins at the caller of `callsite`. */
export class ErrorWithStack extends Error {
  constructor(message: string | undefined, callsite: (...args: never[]) => unknown) {
    super(message);
    Error.captureStackTrace(this, callsite);
  }
}

/** Characters kept of one title. */
const MAX_TITLE = 1024;

function cutTitle(title: string): string {
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
}

/** Title of a test or describe as text; classes and functions give their names. Versions of jest before 24 take lists, too. */
export function convertDescriptorToString(descriptor: unknown): string {
  if (typeof descriptor === 'string' || typeof descriptor === 'number' || descriptor === undefined) {
    return cutTitle(String(descriptor));
  }
  if (typeof descriptor === 'function') {
    if (descriptor.name) return cutTitle(String(descriptor.name));
  }
  if (Array.isArray(descriptor)) return cutTitle(descriptor.join(','));
  throw new Error(
    `A title must be a string, a number, a class or a function, not ${descriptor === null ? 'null' : typeof descriptor}.`,
  );
}
