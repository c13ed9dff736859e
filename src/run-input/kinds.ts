import type { z } from 'zod';
import { HealInput } from '../domain/heal/input';
import type { StartFacts } from './start-facts';
import { requireHostDirectory, requireFile } from './paths';
import { usableInput, runSettings } from './settings';
import { basename, dirname } from 'node:path';
import { CodeInput } from '../domain/agent/input';
import { badInput } from '../domain/kintsugi-error';
import { GateInput } from '../domain/gate/input';
import { SessionInput } from '../domain/session/input';

/** Input of `KintsugiClient.session`: everything of `SessionInput` but what the client fills in. */
export type SessionRequest = Omit<z.input<typeof SessionInput>, 'directory' | 'version' | 'indexed'> & {
  directory: string;
};

/** Input of `KintsugiClient.gate`: everything of `GateInput` but what the client fills in. */
export type GateRequest = Omit<
  z.input<typeof GateInput>,
  'directory' | 'checkout' | 'version' | 'indexed'
> & {
  directory: string;
  /** Path of a checkout that is made once the directory is captured. */
  checkout?: string;
};

/** Input of `KintsugiClient.code`: everything of `CodeInput` but what the client fills in. */
export type CodeRequest = Omit<
  z.input<typeof CodeInput>,
  'directory' | 'version' | 'indexed' | 'dataFile' | 'heavyFolders'
> & {
  /** Path of a file of this machine with the test data, in place of `testData`. */
  data?: string;
};

/** Input of `KintsugiClient.heal`: everything of `HealInput` but what the client fills in. */
export type HealRequest = Omit<z.input<typeof HealInput>, 'directory' | 'version' | 'indexed' | 'fork'> & {
  directory: string;
};

/** Input of `KintsugiClient.agent`. */
export type AgentRequest = Omit<HealRequest, 'executor' | 'request'> & { request: string };

/** Input of a `heal` run with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function healInput(request: HealRequest, facts: StartFacts): Promise<HealInput> {
  const directory = await requireHostDirectory(request.directory, facts);
  const { indexed } = facts;
  const heavyFolders = request.heavyFolders ?? (await facts.heavyRulesFor?.(directory.realpath));
  const settings = await runSettings(request, facts, directory.realpath);
  const generateTests = request.generateTests ?? facts.generateTests;
  const own = { heavyFolders, generateTests, directory, indexed };
  return usableInput(HealInput.safeParse({ ...request, ...settings, ...own }));
}

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

/** Input of a gate with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function gateInput(request: GateRequest, { indexed, ...facts }: StartFacts): Promise<GateInput> {
  const directory = await requireHostDirectory(request.directory, facts);
  const heavyFolders = request.heavyFolders ?? (await facts.heavyRulesFor?.(directory.realpath));
  const settings = await runSettings(request, facts, directory.realpath);
  const checkout = request.checkout === undefined ? undefined : { ...directory, realpath: request.checkout };
  return usableInput(
    GateInput.safeParse({ ...request, ...settings, heavyFolders, directory, checkout, indexed }),
  );
}

/** Input of a session with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function sessionInput(
  request: SessionRequest,
  { indexed, ...facts }: StartFacts,
): Promise<SessionInput> {
  const directory = await requireHostDirectory(request.directory, facts);
  const heavyFolders = request.heavyFolders ?? (await facts.heavyRulesFor?.(directory.realpath));
  const settings = await runSettings(request, facts, directory.realpath);
  return usableInput(SessionInput.safeParse({ ...request, ...settings, heavyFolders, directory, indexed }));
}
