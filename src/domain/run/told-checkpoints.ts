import { BlobHash, TreeHash } from '../ids';
import type { Checkpoint } from './checkpoints';
import type { NewEvent, RunEvent } from './events';

/** The first event that tells of a tree also tells the number of the checkpoint that is made with it. */
export function withNumber(events: readonly NewEvent[], number: number | undefined): readonly NewEvent[] {
  const at = number === undefined ? -1 : events.findIndex(({ fields }) => fields?.['tree'] !== undefined);
  return events.map((event, index) =>
    index === at && number !== undefined
      ? { ...event, fields: { ...event.fields, checkpoint: number } }
      : event,
  );
}

/** True if a run has had checkpoints that are no longer at hand. */
export function isCut(known: readonly Checkpoint[]): boolean {
  return (known[1]?.number ?? 1) > 1;
}

/** The checkpoints at hand with those before them that events of the run tell of. */
export function withTold(known: readonly Checkpoint[], events: readonly RunEvent[]): Checkpoint[] {
  const numbers = new Set(known.map(({ number }) => number));
  const told = events.flatMap(checkpointIn).filter(({ number }) => !numbers.has(number));
  return [...known, ...told].sort((a, b) => a.number - b.number);
}

function checkpointIn({ fields, text, at }: RunEvent): Checkpoint[] {
  const { checkpoint: number, tree, times } = fields;
  const parsed = TreeHash.safeParse(tree);
  if (typeof number !== 'number' || !parsed.success) return [];
  const known = BlobHash.safeParse(times);
  const snapshot = { tree: parsed.data, ...(known.success && { times: known.data }) };
  return [{ number, snapshot, reason: text, at }];
}
