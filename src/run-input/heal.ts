import type { z } from 'zod';
import { HealInput } from '../domain/heal/input';
import type { StartFacts } from './start-facts';
import { requireHostDirectory } from './paths';
import { usableInput } from './usable';
import { runSettings } from './settings';

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
