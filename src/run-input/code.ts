import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { CodeInput } from '../domain/agent/input';
import { badInput } from '../domain/kintsugi-error';
import type { StartFacts } from './start-facts';
import { requireFile, requireHostDirectory } from './paths';
import { usableInput } from './usable';
import { runSettings } from './settings';

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
  { indexed, ...facts }: StartFacts,
): Promise<CodeInput> {
  if (data !== undefined && request.testData !== undefined)
    throw badInput('Give the test data either as a file or as a value, not both.');
  const file = data === undefined ? undefined : await requireFile(data);
  const directory = file === undefined ? undefined : await requireHostDirectory(dirname(file), facts);
  const dataFile = file === undefined ? undefined : basename(file);
  const settings = await runSettings(request, facts, directory?.realpath);
  return usableInput(CodeInput.safeParse({ ...request, ...settings, directory, dataFile, indexed }));
}
