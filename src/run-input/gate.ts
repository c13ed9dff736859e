import type { z } from 'zod';
import { GateInput } from '../domain/gate/input';
import type { StartFacts } from './start-facts';
import { requireHostDirectory } from './paths';
import { usableInput } from './usable';
import { runSettings } from './settings';

/** Input of `KintsugiClient.gate`: everything of `GateInput` but what the client fills in. */
export type GateRequest = Omit<
  z.input<typeof GateInput>,
  'directory' | 'checkout' | 'version' | 'indexed'
> & {
  directory: string;
  /** Path of a checkout that is made once the directory is captured. */
  checkout?: string;
};

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
