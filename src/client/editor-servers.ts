import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../machine/atomic-file';
import { editorServersFile } from '../machine/paths';

/** A server of tools as a file names it. */
export type NamedServer =
  | { command: string; args: string[]; env: Record<string, string> }
  | { url: string; headers: Record<string, string> };

/** Keeps the servers of an editor's session for the worker of this machine; with none, those of before are taken back. The file holds secrets, so only its owner may read it. */
export async function keepEditorServers(
  home: string,
  session: string,
  servers: ReadonlyMap<string, NamedServer>,
): Promise<void> {
  const file = editorServersFile(home, session);
  if (servers.size === 0) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
}
