import type { z } from 'zod';
import type { HostDirectory } from '../domain/files/workspace';
import type { RunPolicy } from '../domain/run/policy/run-policy';
import { SessionInput } from '../domain/session/input';
import { approvalOf } from './approval';
import type { ClientFacts } from './facts';
import { usableInput } from './run-input';

/** Input of `KintsugiClient.session`: everything of `SessionInput` but what the client fills in. */
export type SessionRequest = Omit<z.input<typeof SessionInput>, 'directory' | 'version' | 'indexed'> & {
  directory: string;
};

/** Input of a session with what the client knows. Throws `KintsugiError` where it can't be used. */
export function sessionInput(
  request: SessionRequest,
  directory: HostDirectory,
  { indexed, ...facts }: ClientFacts,
  policy: RunPolicy | undefined,
): SessionInput {
  return usableInput(
    SessionInput.safeParse({
      ...request,
      ...{ directory, indexed },
      heavyFolders: request.heavyFolders ?? facts.heavyFolders,
      budget: request.budget ?? facts.budget,
      waitForLimitMs: request.waitForLimitMs ?? facts.waitForLimitMs,
      policy: request.policy ?? policy,
      approval: approvalOf(request.approval, facts.approval),
    }),
  );
}
