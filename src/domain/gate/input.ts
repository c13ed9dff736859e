import { z } from 'zod';
import { HostDirectory } from '../files/workspace';
import { RunInput } from '../run/input';
import { VerificationSpec } from '../verification/verification';

const DAY_MS = 24 * 3_600_000;

/** Input of a `gate` run: it judges changes of a directory against the state that it was begun with. */
export const GateInput = RunInput.extend({
  directory: HostDirectory,
  /** A checkout of the directory: the changes are made there, and published to the directory. Absent: they are made in the directory. */
  checkout: HostDirectory.optional(),
  /** Tests and commands that judge; where it has none, those of the project are found. */
  verification: VerificationSpec.default(() => VerificationSpec.parse({})),
  /** Files that judge and may be changed. */
  impactedFiles: z.array(z.string()).default([]),
  /** The gate ends after so long without a check, ms. */
  idleMs: z
    .number()
    .int()
    .positive()
    .default(30 * DAY_MS),
});
export type GateInput = z.infer<typeof GateInput>;
