import type { z } from 'zod';
import type { Budget } from '../domain/run/budget';
import { editsOfDiff } from '../domain/files/edit-match/edits-of-diff';
import { treesLeft, type ForkOrigin } from '../domain/run/fork';
import { HealInput } from '../domain/heal/input';
import { type ApprovalPolicy } from '../domain/run/input';
import { plural } from '../domain/text';
import type { VerificationSpec } from '../domain/verification/verification';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { checkpointNamed, type RunCheckpoints } from './rollback';
import { usableInput } from './run-input';

/** Settings that a fork can change. Not the rules for heavy folders: the trees were captured by them. */
type Settings = Omit<
  z.input<typeof HealInput>,
  | 'version'
  | 'directory'
  | 'heavyFolders'
  | 'indexed'
  | 'fork'
  | 'request'
  | 'verification'
  | 'approval'
  | 'budget'
>;

/** Changes against the forked run. Fields that are left out stay as they were there. */
export interface ForkRequest extends Settings {
  /** Number of the checkpoint to begin at, or the beginning of its tree's hash; by default the last one. */
  checkpoint?: string;
  /** Null: none, repair what fails. */
  request?: string | null;
  /** Unified diff, applied to that state first. */
  patch?: string;
  verification?: Partial<z.input<typeof VerificationSpec>>;
  approval?: Partial<z.input<typeof ApprovalPolicy>>;
  /** Budget of this run alone, with nothing spent yet. Null: none. */
  budget?: z.input<typeof Budget> | null;
}

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
  const { checkpoint, patch, request, verification, approval, budget, ...settings } = given;
  const origin = originOf(run, checkpoint, patch);
  const { input } = run;
  const parsed = HealInput.safeParse({
    ...input,
    ...defined(settings),
    request: request === undefined ? input.request : (request ?? undefined),
    verification: { ...input.verification, ...defined(verification ?? {}) },
    approval: { ...input.approval, ...defined(approval ?? {}) },
    budget: budget === null ? undefined : budget ? { ...input.budget, ...defined(budget) } : input.budget,
    indexed,
    fork: origin,
  });
  return usableInput(parsed);
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

function defined<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
