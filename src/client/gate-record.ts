/** The last verdicts of the gates of this machine: a folder that is as it was then is answered without the service. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderRules } from '../domain/files/heavy-folders';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { GateVerdict } from '../domain/gate/verdict';
import { replaceFile } from '../machine/atomic-file';
import { shortHash } from '../machine/hash';
import { folderPrint } from '../workspace/io';

/** Folder that a gate judges, and the rules by which it is captured. */
export interface Judged {
  directory: string;
  heavyFolders?: HeavyRules;
}

/** Print of the files of a folder; undefined where one can't be read. */
export async function printOf({ directory, heavyFolders }: Judged): Promise<string | undefined> {
  return folderPrint(directory, { rules: folderRules(heavyFolders) }).catch(() => undefined);
}

/** A verdict on a folder whose print was the same before the files were captured and after they were judged. */
export interface GateRecord extends Judged {
  print: string;
  atMs: number;
  /** Id of the first execution of the gate: a later gate may have the same name. */
  run: string;
  verdict: GateVerdict;
}

/** Age at which a record no longer answers: nothing here shows that its gate was ended elsewhere or for being idle. */
const LONGEST_MS = 10 * 60_000;

const fileOf = (records: string, id: string): string => join(records, `${id}.json`);

/** Keeps a verdict, and removes the records that are too old to answer. */
export async function keepVerdict(
  records: string,
  id: string,
  record: Omit<GateRecord, 'atMs'>,
): Promise<void> {
  await mkdir(records, { recursive: true, mode: 0o700 });
  const atMs = Date.now();
  for (const name of await readdir(records)) {
    const path = join(records, name);
    // Another check may remove it first.
    const keptMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => atMs,
    );
    if (atMs - keptMs > LONGEST_MS) await rm(path, { force: true, recursive: true });
  }
  await replaceFile(fileOf(records, id), JSON.stringify({ ...record, atMs }));
}

/** A gate that ends, or begins anew, has no verdict. */
export async function forgetVerdict(records: string, id: string): Promise<void> {
  await rm(fileOf(records, id), { force: true });
}

/** Last verdict of a gate; undefined where it has none, or the files are others. */
export async function recordedVerdict(records: string, id: string): Promise<GateVerdict | undefined> {
  // One that is damaged is none: the gate itself answers then.
  const record = await readFile(fileOf(records, id), 'utf8')
    .then((text) => JSON.parse(text) as GateRecord)
    .catch(() => undefined);
  if (!record) return undefined;
  const { print, verdict, atMs, ...judged } = record;
  if (Date.now() - atMs > LONGEST_MS || (await printOf(judged)) !== print) return undefined;
  return { ...verdict, isRecorded: true };
}

/** A name as a part of an id: letters of any script stay, as a server takes them all. */
export function plainName(name: string): string {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  const cut = [...plain].slice(0, 40).join('');
  return /[\p{L}\p{N}]/u.test(cut) ? cut : 'project';
}

/** Id of the gate on a folder, by its real path, or of one with a name of its own. */
export function gateId(realpath: string, name?: string): string {
  if (name !== undefined) return `gate-${plainName(name)}`;
  return `gate-${plainName(basename(realpath))}-${shortHash(realpath).slice(0, 8)}`;
}
