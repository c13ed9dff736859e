/** Calls one test or hook and waits for it: a plain return, a promise, a generator, or `done`. */
import { format } from 'pretty-format';
import type { Clock } from './clock';
import type { UserFunction } from './definitions';
import { isPromise } from './shims/jest-util';

/** How a call ended: what it returned or resolved to, or what it threw. */
export type Outcome = { threw: false; value?: unknown } | { threw: true; value: unknown };

export interface Call {
  fn: UserFunction;
  /** ms of the run's clock. */
  timeout: number;
  what: 'test' | 'hook' | 'file';
  /** `this` of the function. */
  context: unknown;
  /** Arguments of the function. Absent: a `done` callback, if it takes a parameter. */
  args?: readonly unknown[];
  /** Number of the argument that is `done`, for functions that get more than that. */
  doneAt?: number;
  /** Any return value will do. */
  anyResult?: boolean;
}

/** Error of a call that took too long, or waits for something that can never happen. */
class TimeoutError extends Error {
  override name = 'TimeoutError';
}

function timeoutError(call: Call): Error {
  const noun = call.what === 'file' ? 'a test file to load' : `a ${call.what}`;
  const waiting = takesDone(call) ? ' while waiting for `done()` to be called' : '';
  return new TimeoutError(
    `Exceeded timeout of ${call.timeout} ms for ${noun}${waiting}.\nIt waited for something that did not happen ` +
      `in time; give it a longer timeout if it needs one.`,
  );
}

function takesDone(call: Call): boolean {
  return call.args === undefined ? call.fn.length > 0 : call.doneAt !== undefined;
}

function show(value: unknown): string {
  return format(value, { maxDepth: 3 });
}

/** Ends of a call that settles. Each may be called more than once; the first call counts. */
interface Ends {
  settle(outcome: Outcome): void;
  fail(value: unknown): void;
}

/**
 * Starts the call; `finish` is called once, perhaps before this returns. The returned function fails the call from
 * outside, for an error that nothing caught.
 */
export function invoke(
  call: Call,
  clock: Clock,
  finish: (outcome: Outcome) => void,
): (value: unknown) => void {
  let settled = false;
  const settle = (outcome: Outcome): void => {
    if (settled) return;
    settled = true;
    clock.cancel(timer);
    finish(outcome);
  };
  const fail = (value: unknown): void => settle({ threw: true, value });
  const timer = clock.addOwn(() => fail(timeoutError(call)), call.timeout);
  try {
    if (takesDone(call)) callWithDone(call, { settle, fail });
    else waitFor(call, call.fn.apply(call.context, [...(call.args ?? [])]), { settle, fail });
  } catch (error) {
    fail(error);
  }
  return fail;
}

function asError(reason: unknown, fallback: Error): unknown {
  const found = reason as { message?: unknown; stack?: unknown };
  if (typeof reason === 'object' && reason !== null && found.message && found.stack) return reason;
  return Object.assign(fallback, { message: `Failed: ${show(reason)}` });
}

function callWithDone(call: Call, { settle, fail }: Ends): void {
  let seen = false;
  const ended: { returned?: unknown } = {};
  const done = (reason?: unknown): void => {
    const here = new Error();
    if (seen) {
      here.message = 'Expected done to be called once, but it was called multiple times.';
      if (reason) here.message += ` Reason: ${show(reason)}`;
      fail(here);
      throw here;
    }
    seen = true;
    // What the function throws or returns after calling `done` still counts.
    void Promise.resolve().then(() => {
      if (call.args === undefined ? ended.returned !== undefined : isPromise(ended.returned)) {
        const message = `A ${call.what} takes a 'done' callback or returns something, not both.`;
        fail(new Error(`${message}\nReturned value: ${show(ended.returned)}`));
      } else if (reason) fail(asError(reason, here));
      else settle({ threw: false });
    });
  };
  const args = [...(call.args ?? [])];
  args[call.doneAt ?? 0] = done;
  ended.returned = call.fn.apply(call.context, args);
}

/** Runs a generator as if each `yield` were an `await`. */
function runGenerator(generator: Generator<unknown, unknown, unknown>): Promise<unknown> {
  return (async () => {
    let result = generator.next();
    while (!result.done) {
      const waited = Array.isArray(result.value) ? Promise.all(result.value) : result.value;
      let sent: { value: unknown } | { error: unknown };
      try {
        sent = { value: await waited };
      } catch (error) {
        sent = { error };
      }
      result = 'error' in sent ? generator.throw(sent.error) : generator.next(sent.value);
    }
    return result.value;
  })();
}

function isGenerator(value: unknown): value is Generator<unknown, unknown, unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]';
}

function waitFor(call: Call, value: unknown, { settle, fail }: Ends): void {
  if (isGenerator(value)) {
    void runGenerator(value).then((result) => settle({ threw: false, value: result }), fail);
  } else if (isPromise(value)) {
    value.then((result) => settle({ threw: false, value: result }), fail);
  } else if (value === undefined || call.anyResult || call.what !== 'test') {
    settle({ threw: false, value });
  } else {
    fail(new Error(`A test can only return a promise or undefined.\nReturned value: ${show(value)}`));
  }
}
