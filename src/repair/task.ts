import { PastRounds } from '../domain/heal/past-rounds';
import type { TriedCandidate } from '../domain/heal/proposal';
import type { BlobHash } from '../domain/ids';
import type { BlobStore } from '../store';
import type { ProposeTask } from './types';

/** The task of a blob, with every candidate that the run has tried: what a state has at hand are the newest. */
export async function readTask(blobs: BlobStore, hash: BlobHash): Promise<ProposeTask> {
  const task = (await readJson(blobs, hash)) as ProposeTask;
  const { evidence } = task;
  const earlier = await triedBefore(blobs, evidence.pastRounds);
  return { ...task, evidence: { ...evidence, tried: [...earlier, ...evidence.tried] } };
}

/** Those of the records, the oldest first. Some of the newest are at hand too. */
async function triedBefore(blobs: BlobStore, newest: BlobHash | undefined): Promise<TriedCandidate[]> {
  const tried: TriedCandidate[] = [];
  for (let hash = newest; hash !== undefined;) {
    const record = PastRounds.parse(await readJson(blobs, hash));
    tried.unshift(...record.tried);
    hash = record.previous;
  }
  return tried;
}

async function readJson(blobs: BlobStore, hash: BlobHash): Promise<unknown> {
  return JSON.parse(String(await blobs.load(hash)));
}
