import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import type { VerificationSpec } from '../domain/verification/verification';
import { OWN_RUNNER_TIMEOUT_MS } from '../domain/verification/own-runner';
import { USER_ERROR_TYPES } from '../domain/error-types';

const retry = {
  initialInterval: '200 ms',
  backoffCoefficient: 2,
  maximumInterval: '30 s',
  maximumAttempts: 8,
  nonRetryableErrorTypes: [...USER_ERROR_TYPES],
};

/** Work of a run that has begun goes before the first verification of one that begins, so that runs end in the order of their beginning. */
const GOES_ON = { priorityKey: 2 };
const BEGINS = { priorityKey: 4 };

/** Reads and writes of the blob store. */
export const STORE: ActivityOptions = { startToCloseTimeout: '1 minute', heartbeatTimeout: '10 s', retry };

/** Import and publish of a directory: bound to one machine, so they first wait for that machine's worker. */
export const HOST: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 s',
  scheduleToStartTimeout: '30 s',
  retry,
};

/** The same once the run has said that it waits: durable, for a month. */
export const HOST_AWAITED: ActivityOptions = { ...HOST, scheduleToStartTimeout: '30 days' };

/** Search for candidates in the sandbox: bounded by its budget in mutants, so this is for infrastructure. */
export const SEARCH: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 s',
  priority: GOES_ON,
  retry,
};

/**
 * Calls of a model, whose own time limit is kept inside. A rate limit has a window of a minute, a server that starts
 * again takes as long: tries go on for some 4 minutes, or as an endpoint asks.
 */
export const MODEL: ActivityOptions = {
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: '10 s',
  retry: { ...retry, maximumInterval: '1 minute', maximumAttempts: 12 },
};

/** Wait for a worker with a model: durable, for a week. */
export const MODEL_AWAITED: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '7 days',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 1.5, maximumInterval: '2 s' },
};

/** A small question to a model that has another way where it gives no answer: nobody waits minutes for it. */
export const ASIDE: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 s',
  retry: { ...retry, maximumAttempts: 2 },
};

/** Code of an agent in the sandbox, and what is checked without running: bounded inside, some minutes at most. */
export const CODE: ActivityOptions = { startToCloseTimeout: '15 minutes', heartbeatTimeout: '10 s', retry };

/** Message to people elsewhere: a server that is away for a while is tried again for an hour. */
export const NOTICE: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 s',
  retry: { ...retry, initialInterval: '1 s', maximumInterval: '5 minutes', maximumAttempts: 20 },
};

/** The same of an end: the run has its result only after it. */
export const NOTICE_OF_END: ActivityOptions = { ...NOTICE, scheduleToCloseTimeout: '10 minutes' };

/** Short, repeatable and without effect: its input stays out of history. */
export const ESTIMATE: LocalActivityOptions = { startToCloseTimeout: '1 minute', retry };

/** Rows of the Web UI that several kinds of run have. */
export const EDITS_ROW = 'verify: the edits made while approving';
export const CONFIRM_ROW = 'confirm by the project’s own test runner';

/** Runs of a project's own test runners on two trees at most, each with its own limit; they wait for other commands. */
export const CONFIRM: ActivityOptions = {
  startToCloseTimeout: 6 * OWN_RUNNER_TIMEOUT_MS + 20 * 60_000,
  heartbeatTimeout: '10 s',
  priority: GOES_ON,
  retry,
};

/** A verification: the limits of its commands are enforced inside, these are for infrastructure. `first`: of a run that begins. */
export function verifyOptions(spec: VerificationSpec, first = false): ActivityOptions {
  const commandsMs = spec.commands.reduce((sum, command) => sum + command.timeoutMs, 0);
  // Failures are rerun once, and what is green by chance perhaps twice more; test files share the sandbox.
  return {
    startToCloseTimeout: 4 * commandsMs + 20 * 60_000 + 10_000,
    heartbeatTimeout: '10 s',
    priority: first ? BEGINS : GOES_ON,
    retry,
  };
}
