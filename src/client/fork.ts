import type { z } from 'zod';
import { editsOfDiff } from '../domain/files/edit-match/edits-of-diff';
import { treesLeft, type ForkOrigin } from '../domain/run/fork';
import { chosenBy, type RepairChoice } from '../domain/heal/ambiguity';
import { HealInput } from '../domain/heal/input';
import type { HealResult } from '../domain/heal/result';
import { plural } from '../domain/text';
import type { FileEdit } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { said } from '../domain/run/said';
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
  // A promise about one change says nothing of another, and nobody waits in the morning for what a person began.
  const kept = { ...run.input, stillFailing: undefined, tellsEnd: undefined };
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
      said`The run ${run.id} has no checkpoint to begin at. Start a new run with: kintsugi heal ${run.input.directory.realpath}`,
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

/** Change of an ended run to publish after all. */
export interface PublishRequest {
  /** Letter of one of the repairs that the run suggests. */
  choice?: string;
  /** False: without the answer as a test. */
  test?: boolean;
  /** True: publishes without another question. Absent: asks, unless a choice is the answer. */
  unasked?: boolean;
}

/** The run that publishes it: it begins at the change, verifies it on the present files and asks about them. Throws a sentence where there is none. */
export function publishFork(
  result: HealResult,
  { choice, test = true, unasked = choice !== undefined }: PublishRequest,
): ForkRequest {
  const { taskId, delivery, status, baseTree, tree } = result;
  if (delivery.status === 'published')
    throw badInput(
      said`The change of ${taskId} is published already. Undo it with: kintsugi rollback ${taskId}`,
    );
  const isWhole = status === 'completed' || status === 'recovered';
  const suggested = delivery.status === 'suggested' ? delivery : undefined;
  if (!isWhole && !suggested)
    throw badInput(
      said`The run ${taskId} has no change that passes all checks, so there is nothing to publish.`,
    );
  const chosen = choiceOf(result, choice);
  const target = (test ? chosen?.test?.tree : undefined) ?? chosen?.tree ?? tree;
  if (target === baseTree)
    throw badInput(said`The run ${taskId} changed nothing, so there is nothing to publish.`);
  return {
    checkpoint: target,
    approval: { level: unasked ? 'LOW' : 'MEDIUM' },
    acceptAmbiguous: true,
    stillFailing: suggested?.stillFailing,
    dryRun: false,
    // The request is carried out already.
    request: null,
    generateTests: false,
    budget: null,
  };
}

function choiceOf({ taskId, confidence, delivery }: HealResult, named?: string): RepairChoice | undefined {
  const choices = delivery.status === 'suggested' ? delivery.choices : (confidence?.choices ?? []);
  const letters = choices.map(({ letter }) => letter);
  if (named === undefined) {
    if (delivery.status !== 'suggested' || choices.length < 2) return undefined;
    throw badInput(
      said`The run ${taskId} suggests ${choices.length} repairs: name one with --choice ${letters.join(', --choice ')}.`,
    );
  }
  if (choices.length === 0)
    throw badInput(said`The run ${taskId} has no repairs to choose from: leave --choice out.`);
  const choice = chosenBy(choices, named);
  if (!choice)
    throw badInput(said`The run ${taskId} has no choice ${named}: name one of ${letters.join(', ')}.`);
  return choice;
}
