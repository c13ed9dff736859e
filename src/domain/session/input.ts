import { z } from 'zod';
import { HostDirectory } from '../files/workspace';
import { RunInput } from '../run/input';
import { VerificationSpec } from '../verification/verification';

const DAY_MS = 24 * 3_600_000;

/** Most handlers that one task may run one after the other. */
export const MOST_CHAINED = 10;

/** Input of a `session` run: a conversation about one project. */
export const SessionInput = RunInput.extend({
  directory: HostDirectory,
  /** Tests and commands that say whether the project is right; where it has none, those of the project are found. */
  verification: VerificationSpec.default(() => VerificationSpec.parse({})),
  /** The session ends after so long without a message, ms. */
  idleMs: z
    .number()
    .int()
    .positive()
    .default(7 * DAY_MS),
  /** Run tests in the mode `test` where it follows by itself. */
  autoTest: z.boolean().default(false),
  /** Commit what a review or a verification approved, where a mode follows by itself. */
  autoCommit: z.boolean().default(false),
  /** Asked in place of the worker's own model, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
});
export type SessionInput = z.infer<typeof SessionInput>;
