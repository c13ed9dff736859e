import type { z } from 'zod';
import { editsOfDiff } from '../domain/files/edit-match/edits-of-diff';
import { treesLeft, type ForkOrigin } from '../domain/run/fork';
import { HealInput } from '../domain/heal/input';
import { plural } from '../domain/text';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { stepNamed, type RunStates } from './rollback';
import { usableInput } from './run-input';

/** A setting given anew; in a group only what differs. */
type Anew<T> = T extends readonly unknown[] ? T : T extends object ? Partial<T> : T;

type Input = z.input<typeof HealInput>;

/** Not given anew: facts of the machine, and rules by which the trees of the forked run were captured. */
type Kept = 'version' | 'directory' | 'heavyFolders' | 'indexed' | 'fork';

type Nullable = 'request' | 'budget';

/** What is other than in the run that is forked; all that is left out stays as it was there, and null takes it away. */
export type ForkRequest = { [K in Exclude<keyof Input, Kept | Nullable>]?: Anew<Input[K]> } & {
  /** Null: none, repair what fails. */
  request?: string | null;
  /** Limits of this run alone, of which nothing is spent yet. Null: none. */
  budget?: Anew<Input['budget']> | null;
  /** Number of the state to begin at, or the beginning of its tree's hash; by default the last one. */
  step?: string;
  /** Unified diff, made to that state before anything else. */
  patch?: string;
};

/** A run to be forked, ended or not. */
export interface ForkedRun extends RunStates {
  /** True if its last state is what it left in the directory. */
  published: boolean;
  input: HealInput;
}

/** A payload of Temporal holds 2 MiB, and the edits stand in it with everything else. */
const MOST_EDITS_KB = 512;

/** Input of the run that is forked from another. Throws a sentence where the state or the patch can't be used. */
export function forkInput(run: ForkedRun, given: ForkRequest, indexed: boolean): HealInput {
  const { step, patch, ...anew } = given;
  const origin = originOf(run, step, patch);
  return usableInput(HealInput.safeParse({ ...overlaid(run.input, anew), indexed, fork: origin }));
}

/** Settings with those that are given anew; groups are laid over each other one level deep. */
function overlaid(kept: object, anew: object): Record<string, unknown> {
  const all = new Map<string, unknown>(Object.entries(kept));
  for (const [name, value] of Object.entries(anew) as [string, unknown][]) {
    if (value === undefined) continue;
    if (value === null) all.delete(name);
    else all.set(name, isGroup(value) ? { ...(all.get(name) as object), ...defined(value) } : value);
  }
  return Object.fromEntries(all);
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function originOf(run: ForkedRun, name: string | undefined, patch: string | undefined): ForkOrigin {
  const step = name === undefined ? run.steps.at(-1) : stepNamed(run, name);
  if (!step)
    throw badInput(
      `The run ${run.id} has no state yet, or ended before it had one: start anew with kintsugi heal ${run.input.directory.realpath}.`,
    );
  return {
    of: run.id,
    step: step.number,
    start: step.snapshot.tree,
    left: treesLeft(run.steps, run.published),
    edits: patch === undefined ? [] : editsOf(patch),
  };
}

function editsOf(patch: string): FileEdit[] {
  const read = editsOfDiff(patch);
  if ('problem' in read) throw badInput(`The patch cannot be used: ${read.problem}`);
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(read.edits)) / 1024);
  if (kilobytes > MOST_EDITS_KB)
    throw badInput(
      `The patch has ${plural(read.edits.length, 'edit')} of ${kilobytes} KiB, and ${MOST_EDITS_KB} is the most: apply it to the directory, and heal that.`,
    );
  if (read.edits.length > 0) return read.edits;
  throw badInput('The patch changes nothing: give a unified diff, or leave --patch out.');
}

function defined<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
