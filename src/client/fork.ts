import type { z } from 'zod';
import { editsOfDiff } from '../domain/files/edit-match/edits-of-diff';
import { treesLeft, type ForkOrigin } from '../domain/run/fork';
import { HealInput } from '../domain/heal/input';
import { plural } from '../domain/text';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { checkpointNamed, type RunCheckpoints } from './rollback';
import { usableInput } from '../run-input';

/** A setting given anew. Of a group only what differs. */
type Anew<T> = T extends readonly unknown[] ? T : T extends object ? Partial<T> : T;

type Input = z.input<typeof HealInput>;

/** Not given anew: facts of the machine, and the rules by which the trees of the forked run were captured. */
type Kept = 'version' | 'directory' | 'heavyFolders' | 'indexed' | 'fork';

type Nullable = 'request' | 'budget' | 'policy';

/** Changes against the forked run. Fields that are left out stay as they were there; null takes one away. */
export type ForkRequest = { [K in Exclude<keyof Input, Kept | Nullable>]?: Anew<Input[K]> } & {
  /** Null: none, repair what fails. */
  request?: string | null;
  /** Budget of this run alone, with nothing spent yet. Null: none. */
  budget?: Anew<Input['budget']> | null;
  /** Null: no rules of user or project. */
  policy?: Input['policy'] | null;
  /** Number of the checkpoint to begin at, or the beginning of its tree's hash; by default the last one. */
  checkpoint?: string;
  /** Unified diff, applied to that state first. */
  patch?: string;
};

/** A run to be forked, ended or not. */
export interface ForkedRun extends RunCheckpoints {
  /** True if its last state is what it left in the directory. */
  published: boolean;
  input: HealInput;
}

/** Edits are part of the run's input, and a payload of Temporal holds 2 MiB. */
const MOST_EDITS_KB = 512;

/** Input of the forked run. Throws a sentence for a state or patch that can't be used. */
export function forkInput(run: ForkedRun, given: ForkRequest, indexed: boolean): HealInput {
  const { checkpoint, patch, ...anew } = given;
  const origin = originOf(run, checkpoint, patch);
  // A promise about one change says nothing of another.
  const kept = { ...run.input, stillFailing: undefined };
  return usableInput(HealInput.safeParse({ ...overlaid(kept, anew), indexed, fork: origin }));
}

/** Settings with those that are given anew; groups are laid over each other. */
function overlaid(kept: object, anew: object): Record<string, unknown> {
  const all = new Map<string, unknown>(Object.entries(kept));
  for (const [name, value] of Object.entries(anew) as [string, unknown][]) {
    if (value === undefined) continue;
    if (value === null) all.delete(name);
    else all.set(name, isGroup(value) ? overlaid(all.get(name) ?? {}, value) : value);
  }
  return Object.fromEntries(all);
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function originOf(run: ForkedRun, name: string | undefined, patch: string | undefined): ForkOrigin {
  const checkpoint = name === undefined ? run.checkpoints.at(-1) : checkpointNamed(run, name);
  if (!checkpoint)
    throw badInput(
      `The run ${run.id} has no checkpoint to begin at: start a new run with kintsugi heal ${run.input.directory.realpath}.`,
    );
  return {
    of: run.id,
    checkpoint: checkpoint.number,
    start: checkpoint.snapshot.tree,
    left: treesLeft(run.checkpoints, run.published),
    edits: patch === undefined ? [] : editsOf(patch),
  };
}

function editsOf(patch: string): FileEdit[] {
  const read = editsOfDiff(patch);
  if ('problem' in read) throw badInput(`The patch cannot be used: ${read.problem}`);
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(read.edits)) / 1024);
  if (kilobytes > MOST_EDITS_KB)
    throw badInput(
      `The patch has ${plural(read.edits.length, 'edit')} of ${kilobytes} KiB, but at most ${MOST_EDITS_KB} KiB are possible: apply it to the directory and heal that.`,
    );
  if (read.edits.length > 0) return read.edits;
  throw badInput('The patch changes nothing: give a unified diff, or leave out --patch.');
}
