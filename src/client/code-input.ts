import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { CodeInput } from '../domain/agent/input';
import { badInput } from '../domain/kintsugi-error';
import { approvalOf } from './approval';
import type { ClientFacts } from './facts';
import { requireFile, requireHostDirectory } from './require-path';
import { usableInput } from './run-input';

/** Input of `KintsugiClient.code`: everything of `CodeInput` but what the client fills in. */
export type CodeRequest = Omit<
  z.input<typeof CodeInput>,
  'directory' | 'version' | 'indexed' | 'dataFile' | 'heavyFolders'
> & {
  /** Path of a file of this machine with the test data, in place of `testData`. */
  data?: string;
};

/** Input of a `codingAgent` run with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function codeInput(
  { data, ...request }: CodeRequest,
  { indexed, ...facts }: ClientFacts,
): Promise<CodeInput> {
  if (data !== undefined && request.testData !== undefined)
    throw badInput('Give the test data either as a file or as a value, not both.');
  const file = data === undefined ? undefined : await requireFile(data);
  const directory = file === undefined ? undefined : await requireHostDirectory(dirname(file), facts);
  const budget = request.budget ?? facts.budget;
  const waitForLimitMs = request.waitForLimitMs ?? facts.waitForLimitMs;
  const dataFile = file === undefined ? undefined : basename(file);
  const policy = request.policy ?? (await facts.policyFor?.(directory?.realpath));
  const approval = approvalOf(request.approval, facts.approval);
  const given = { ...request, budget, waitForLimitMs, policy, approval, directory, dataFile, indexed };
  return usableInput(CodeInput.safeParse(given));
}
