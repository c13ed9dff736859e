/** Calls one test or hook and waits for it: a plain return, a promise, or `done`. */
import type { Clock } from './clock';
import type { UserFunction } from './definitions';
import { isPromise } from './shims/jest-util';

/** How a call ended: nothing, or what it threw. */
export type Outcome = { threw: false } | { threw: true; value: unknown };

export interface Call {
  fn: UserFunction;
  /** ms of the run's clock. */
  timeout: number;
  what: 'test' | 'hook';
  /** `this` of the function. */
  context: object;
}

/** Error of a call that took too long, or waits for something that can never happen. */
class TimeoutError extends Error {
  override name = 'TimeoutError';
}

function timeoutError(call: Call): Error {
  const noun = call.what === 'test' ? 'a test' : 'a hook';
  return new TimeoutError(
    `Exceeded timeout of ${call.timeout} ms for ${noun}.\nIt waited for something that did not happen in time; ` +
      `give it a longer timeout if it needs one.`,
  );
}

function asError(reason: unknown): unknown {
  return reason === null || typeof reason !== 'object'
    ? new Error(`Failed: ${JSON.stringify(reason) ?? 'undefined'}`)
    : reason;
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
  const timer = clock.add(() => fail(timeoutError(call)), call.timeout);
  try {
    if (call.fn.length > 0) callWithDone(call, settle, fail);
    else waitFor(call, call.fn.call(call.context), settle, fail);
  } catch (error) {
    fail(error);
  }
  return fail;
}

function callWithDone(call: Call, settle: (outcome: Outcome) => void, fail: (value: unknown) => void): void {
  let returned = false;
  let early: (() => void) | undefined;
  const done = (reason?: unknown): void => {
    const end = (): void => (reason === undefined ? settle({ threw: false }) : fail(asError(reason)));
    // What the function throws after calling `done` still counts.
    if (returned) end();
    else early ??= end;
  };
  const value = call.fn.call(call.context, done);
  returned = true;
  if (isPromise(value)) {
    fail(new Error(`A ${call.what} takes a 'done' callback or returns a promise, not both.`));
  } else {
    early?.();
  }
}

function waitFor(
  call: Call,
  value: unknown,
  settle: (outcome: Outcome) => void,
  fail: (value: unknown) => void,
): void {
  if (isPromise(value)) {
    value.then(() => settle({ threw: false }), fail);
  } else if (value === undefined || call.what === 'hook') {
    settle({ threw: false });
  } else {
    fail(new Error(`A test can only return a promise or undefined, not ${typeof value}.`));
  }
}
