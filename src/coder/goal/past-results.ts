import { z } from 'zod';
import { StepResult } from '../../domain/goal/step';
import { BlobHash } from '../../domain/ids';
import type { BlobStore } from '../../store';

const Chunk = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  results: z.array(StepResult),
});

/** All tries of the steps of a run, oldest first. */
export async function allResults(
  blobs: Pick<BlobStore, 'load'>,
  { results, pastResults }: { results: readonly StepResult[]; pastResults?: BlobHash },
): Promise<StepResult[]> {
  const chunks: (readonly StepResult[])[] = [results];
  for (let next = pastResults; next !== undefined;) {
    const chunk = Chunk.parse(JSON.parse(String(await blobs.load(next))));
    chunks.push(chunk.results);
    next = chunk.previous;
  }
  return chunks.reverse().flat();
}
