/** Files that `report` writes: the change of a run as a patch, and the run as a trajectory. */
import { writeFile } from 'node:fs/promises';
import { badInput, EXIT, infrastructure, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import type { BlobHash } from '../../domain/ids';
import { plural } from '../../domain/text';
import { kintsugiVersion } from '../../machine/version';
import { eventsAfter, storedEvents } from '../event-log';
import type { HealHandle } from '../run-handle';
import type { EndedRun } from '../run-result';
import type { Context } from './context';
import { gitPatch } from './git-patch';
import { diffOf } from './show-commands';
import type { StoreReader } from './store-reader';
import { trajectoryText } from './trajectory';

/** Writes the change of a run, or the repair that it suggests, as a patch that `git apply` takes. */
export async function writePatch(
  { output }: Context,
  run: HealHandle,
  file: string,
  store: StoreReader,
): Promise<ExitCode> {
  const { execution } = await run.described();
  const hash =
    execution === 'COMPLETED' ? changeOf(run.id, await run.ended()) : (await run.status()).diff?.hash;
  if (hash === undefined) throw badInput(`The run ${run.id} has no change to write as a patch.`);
  const { text, leftOut } = await gitPatch(await store.readDiff(hash), store.readBytes);
  await written(file, text);
  if (leftOut > 0)
    output.note(
      `${plural(leftOut, 'file')} of the change could not be read on this machine, so the patch lacks them.`,
    );
  output.print(`Written: ${file}`);
  return EXIT.healed;
}

function changeOf(id: string, ended: EndedRun): BlobHash | undefined {
  if (ended.kind !== 'heal' || ended.result.delivery.status !== 'suggested') return diffOf(ended)?.hash;
  const [first, ...others] = ended.result.delivery.choices;
  if (others.length === 0) return first?.diff;
  throw badInput(
    `The run ${id} suggests ${others.length + 1} repairs, and a patch has one: choose with kintsugi approve ${id}.`,
  );
}

/** Writes a run as a trajectory, ended or not. */
export async function writeTrajectory(
  { output, config }: Context,
  run: HealHandle,
  file: string,
  store: StoreReader,
): Promise<ExitCode> {
  const { kind, execution, directory } = await run.described();
  const ended = execution === 'COMPLETED' ? await run.ended() : undefined;
  const result = ended?.result as Partial<Pick<HealResultParts, 'events' | 'usage' | 'record'>> | undefined;
  const events = ended
    ? await storedEvents(result?.events, 0, store.readBlob)
    : await eventsAfter(run, 0, store.readBlob);
  const asked =
    result?.record?.messages?.find(({ role }) => role === 'user')?.content ??
    events[0]?.text ??
    `${kind} of ${directory ?? 'a folder'}`;
  const told = { id: run.id, kind, version: kintsugiVersion(), asked, events, usage: result?.usage };
  await written(file, `${await trajectoryText(told, store.readBlob, redactor(config.secrets))}\n`);
  output.print(`Written: ${file}`);
  return EXIT.healed;
}

/** Parts of results that a trajectory is made of, where a kind of run has them. */
interface HealResultParts {
  events: BlobHash;
  usage: Extract<EndedRun, { kind: 'heal' }>['result']['usage'];
  record: { messages?: { role: string; content: string }[] };
}

async function written(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw infrastructure(`${file} could not be written: ${reason}.`);
  }
}
