import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** State of a running `kintsugi up` for other processes: where its server is, once it is ready. */
export const UpState = z.object({
  pid: z.number().int(),
  address: z.string(),
  namespace: z.string(),
  /** Absent where an existing server is used. */
  uiUrl: z.string().optional(),
  /** False where the server refuses Kintsugi's search attributes. */
  indexed: z.boolean(),
  /** Time that a call of a model may take, ms: a stop waits so long. Absent: there is no model. */
  longestCallMs: z.number().optional(),
  /** Hash of the settings that the worker was started with. */
  settings: z.string(),
  /** Hash of its build and its server. */
  place: z.string(),
  /** Folder of the program that it runs, which the launcher keeps although there are newer ones. */
  program: z.string().optional(),
  /** Its settings as people may read them, by variable. */
  shown: z.record(z.string(), z.string()),
  /** Variables whose secret it has not found. */
  unread: z.array(z.string()),
});
export type UpState = z.infer<typeof UpState>;

/** Undefined where there is none or it is not readable as one (a half-made file). */
export async function readUpState(path: string): Promise<UpState | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return UpState.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Written whole or not at all. */
export async function writeUpState(path: string, state: UpState): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(temporary, path);
}

export async function removeUpState(path: string): Promise<void> {
  await rm(path, { force: true });
}
