import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { statSync } from 'node:fs';
import { restartsFor, type Config } from '../config';
import { shortHash } from '../machine/hash';
import { ARTEFACTS } from '../machine/paths';

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

/** Hash of the settings that a worker keeps from its start on: another hash needs another worker. */
export function settingsHash({ home, kept }: Pick<Config, 'home' | 'kept'>): string {
  const relevant = Object.entries(kept)
    .filter(([name]) => restartsFor(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify({ home, relevant }));
}

/** Hash of the build and the server of a worker: another build would decide otherwise than the one that began a run. */
export function placeHash({ temporalEnv }: Pick<Config, 'temporalEnv'>): string {
  return shortHash(JSON.stringify({ temporalEnv, build: buildTimes() }));
}

/** Build times of the built parts, ms. */
function buildTimes(): number[] {
  return [ARTEFACTS.up, ARTEFACTS.workflowBundle].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
}
