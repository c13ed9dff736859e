import type { z } from 'zod';
import { HealInput } from '../domain/heal/input';
import type { ClientFacts } from './facts';
import { requireHostDirectory } from './require-path';
import { usableInput } from './run-input';
import { runSettings } from './run-settings';

/** Input of `KintsugiClient.heal`: everything of `HealInput` but what the client fills in. */
export type HealRequest = Omit<z.input<typeof HealInput>, 'directory' | 'version' | 'indexed' | 'fork'> & {
  directory: string;
};

/** Input of `KintsugiClient.agent`. */
export type AgentRequest = Omit<HealRequest, 'executor' | 'request'> & { request: string };

/** Input of a `heal` run with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function healInput(request: HealRequest, facts: ClientFacts): Promise<HealInput> {
  const directory = await requireHostDirectory(request.directory, facts);
  const { indexed } = facts;
  const heavyFolders = request.heavyFolders ?? (await facts.heavyRulesFor?.(directory.realpath));
  const settings = await runSettings(request, facts, directory.realpath);
  const generateTests = request.generateTests ?? facts.generateTests;
  const own = { heavyFolders, generateTests, directory, indexed };
  return usableInput(HealInput.safeParse({ ...request, ...settings, ...own }));
}
