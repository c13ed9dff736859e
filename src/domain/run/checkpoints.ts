import { said, type Said } from './said';
import { z } from 'zod';
import { Amount } from './budget';
import { BlobHash, TreeHash } from '../ids';
import { excerpt } from '../text';
import type { NewEvent, RunEvent } from './events';

/** A tree with the modification times it was captured with. */
export const SnapshotRef = z.object({ tree: TreeHash, times: BlobHash.optional() });
export type SnapshotRef = z.infer<typeof SnapshotRef>;

/** A state of the files in a run, numbered from 0, the state before the run. */
export const Checkpoint = z.object({
  number: z.number().int(),
  snapshot: SnapshotRef,
  /** How the files came to be so. */
  reason: z.string(),
  /** ISO 8601, workflow time. */
  at: z.string(),
  /** Spent on models until then, where the run has a budget. */
  spent: Amount.optional(),
  /** Name that the machine has given it: one with a mark is kept also where the files are those of the last. */
  mark: z.number().int().optional(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A checkpoint as a machine makes it; the host numbers and dates it. */
export type NewCheckpoint = Pick<Checkpoint, 'snapshot' | 'reason' | 'mark'>;

/** Checkpoints that a run has at hand: the state before it and the newest others. */
export const MOST_CHECKPOINTS = 64;
const REASON_CHARS = 200;

/** The checkpoints with another one; a state that is the last one already is not kept twice. */
export function withCheckpoint(
  known: readonly Checkpoint[],
  { snapshot, reason, mark }: NewCheckpoint,
  facts: Pick<Checkpoint, 'at' | 'spent'>,
): readonly Checkpoint[] {
  const last = known.at(-1);
  if (last?.snapshot.tree === snapshot.tree && mark === undefined) return known;
  const number = last === undefined ? 0 : last.number + 1;
  const all = [
    ...known,
    {
      number,
      snapshot,
      reason: excerpt(reason, REASON_CHARS),
      ...facts,
      ...(mark !== undefined && { mark }),
    },
  ];
  const [first, ...others] = all;
  return first && all.length > MOST_CHECKPOINTS ? [first, ...others.slice(1 - MOST_CHECKPOINTS)] : all;
}

/** The checkpoint of a number; undefined where there is none, or it is no longer at hand. */
export function checkpointOf(known: readonly Checkpoint[], number: number): Checkpoint | undefined {
  return known.find((one) => one.number === number);
}

/** The checkpoint that a number or the first digits of a tree's hash name; undefined where none or several fit. */
export function findCheckpoint(known: readonly Checkpoint[], name: string): Checkpoint | undefined {
  if (/^\d{1,4}$/.test(name)) return checkpointOf(known, Number(name));
  const fitting = known.filter(({ snapshot }) => snapshot.tree.startsWith(name));
  // A run may come to the same tree again.
  const trees = new Set(fitting.map(({ snapshot }) => snapshot.tree));
  return name.length >= 6 && trees.size === 1 ? fitting.at(-1) : undefined;
}

export function noCheckpoint(id: string, known: readonly Checkpoint[], name: string): Said {
  return said`The run ${id} has no checkpoint "${name}": take ${numbersOf(known)}, as "kintsugi checkpoints ${id}" lists them.`;
}

/** `a number from 0 to 7`, or `0 or a number from 40 to 102`. */
export function numbersOf(known: readonly Checkpoint[]): Said {
  const last = known.at(-1)?.number ?? 0;
  const second = known[1]?.number ?? 1;
  return second > 1 ? said`0 or a number from ${second} to ${last}` : said`a number from 0 to ${last}`;
}

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
