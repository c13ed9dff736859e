import type { z } from 'zod';
import { SessionInput } from '../domain/session/input';
import type { StartFacts } from './start-facts';
import { requireHostDirectory } from './paths';
import { usableInput } from './usable';
import { runSettings } from './settings';

/** Input of `KintsugiClient.session`: everything of `SessionInput` but what the client fills in. */
export type SessionRequest = Omit<z.input<typeof SessionInput>, 'directory' | 'version' | 'indexed'> & {
  directory: string;
};

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
