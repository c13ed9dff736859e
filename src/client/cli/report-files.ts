/** Files that `report` writes: the change of a run as a patch, and the run as a trajectory. */
import { badInput } from '../../domain/kintsugi-error';
import type { Redact } from '../../domain/redact';
import type { BlobHash } from '../../domain/ids';
import { plural } from '../../domain/text';
import { kintsugiVersion } from '../../machine/version';
import { diffOf, type RunReport } from '../report/run-report';
import type { EndedRun } from '../run-result';
import { gitPatch } from './git-patch';
import { writeNamed } from './named-files';
import type { Output } from './output';
import type { StoreReader } from '../store-reader';
import { trajectoryText } from './trajectory';

/** Writes the change of a run, or the repair that it suggests, as a patch that `git apply` takes. */
export async function writePatch(
  output: Output,
  { id, ended, diff }: RunReport,
  file: string,
  store: StoreReader,
): Promise<void> {
  const hash = ended ? changeOf(id, ended) : diff?.hash;
  if (hash === undefined) throw badInput(`The run ${id} has no change to write as a patch.`);
  const { text, leftOut } = await gitPatch(await store.readDiff(hash), store.readBytes);
  await writeNamed(file, text);
  if (leftOut > 0)
    output.note(
      `${plural(leftOut, 'file')} of the change could not be read on this machine, so the patch lacks them.`,
    );
  output.print(`Written: ${file}`);
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
  output: Output,
  { id, facts, asked, events, usage }: RunReport,
  file: string,
  { store, redact }: { store: StoreReader; redact: Redact },
): Promise<void> {
  const told = { id, kind: facts.kind, version: kintsugiVersion(), asked, events, usage };
  await writeNamed(file, `${await trajectoryText(told, store.readBlob, redact)}\n`);
  output.print(`Written: ${file}`);
}
