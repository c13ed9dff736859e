import { CodeRecord } from '../../domain/agent/state';
import { ExecutionSpec } from '../../domain/agent/input';
import type { ChildFacts } from '../../domain/goal/child';
import type { ItemOutcome, ToolOutcome } from '../../domain/goal/outcome';
import { findPlace, shownPlace, treePath, type RootPath } from '../../domain/goal/places';
import type { StepDone } from '../../domain/goal/step';
import type { TreeHash } from '../../domain/ids';
import { baseName, joinPath, parentPath } from '../../domain/files/paths';
import { treeChanges } from '../../store';
import { wordsOf } from '../../domain/goal/words';
import { said } from '../../domain/saying';
import { TreeDraft } from '../tools/files/tree-draft';
import { runFileTool } from '../tools/files';
import type { GoalTask } from './task';
import {
  doneOf,
  prepareStep,
  stepContext,
  toldOf,
  type PreparedStep,
  type RunStepInput,
  type StepDeps,
} from './run-step';

export type ChildInput = Omit<RunStepInput, 'timeLimitMs'>;

/** Folder and fields of the input of a run that carries out a step, or the step's end where it can't begin. */
export type ChildBegun = { folder: string; fields: object; request: string } | { done: StepDone };

/** Prepares a step that a run of its own carries out. It works on the disk, so the run's tree must not differ there. */
export async function beginChild(deps: StepDeps, input: ChildInput): Promise<ChildBegun> {
  const prepared = await prepareStep(deps, input);
  if ('outcome' in prepared) return { done: await doneOf(deps, prepared.outcome, prepared.called, 0) };
  const begun = await (prepared.step.tool === 'code' ? codeRun : projectRun)(deps, input, prepared);
  if (!('problem' in begun)) return begun;
  const outcome = { items: [], text: '', problem: begun.problem };
  return { done: await doneOf(deps, outcome, prepared.args, 0) };
}

type Run = Exclude<ChildBegun, { done: StepDone }> | { problem: string };

async function projectRun(
  deps: StepDeps,
  input: ChildInput,
  { step, args, task }: PreparedStep,
): Promise<Run> {
  const { path, request, check, maxAttempts } = args as {
    path: string;
    request?: string;
    check?: string;
    maxAttempts?: number;
  };
  const place = await onDisk(deps, input, task, path, 'dir');
  if ('problem' in place) return place;
  const verification = check === undefined ? undefined : { commands: [{ command: check }] };
  const executor = step.tool === 'agent' ? 'tools' : undefined;
  const fields = { request, verification, maxAttempts, executor, dryRun: true };
  return { folder: place.real, fields, request: request ?? `repair ${path}` };
}

async function codeRun(deps: StepDeps, input: ChildInput, { args, task }: PreparedStep): Promise<Run> {
  const { spec, data, maxIterations } = args as { spec: string; data?: string; maxIterations?: number };
  const fields = { executionSpec: specOf(spec), maxIterations };
  if (data === undefined) return { folder: task.roots[0] ?? '', fields, request: spec };
  const place = await onDisk(deps, input, task, data, 'file');
  if ('problem' in place) return place;
  const dataFile = baseName(place.real);
  return { folder: parentPath(place.real) || '/', fields: { ...fields, dataFile }, request: spec };
}

/** A specification as JSON, or as a sentence. */
function specOf(text: string): ExecutionSpec {
  try {
    const parsed = ExecutionSpec.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // A sentence.
  }
  return { description: text };
}

/** The real path of something that is on disk as it is in the run's tree. */
async function onDisk(
  { trees }: StepDeps,
  { tree, onDisk: disk }: ChildInput,
  { roots, language }: Pick<GoalTask, 'roots' | 'language'>,
  path: string,
  type: 'dir' | 'file',
): Promise<(RootPath & { real: string }) | { problem: string }> {
  const place = findPlace(roots, path);
  const words = wordsOf(language).files;
  if ('problem' in place) return { problem: said(words, place.problem) };
  const [now, there] = await Promise.all([
    trees.find(tree, treePath(place)),
    trees.find(disk, treePath(place)),
  ]);
  const isFolder = now?.type === 'dir';
  if (!now || isFolder !== (type === 'dir')) return { problem: words.missing(path) };
  if (now.hash !== there?.hash) return { problem: words.unpublished(path) };
  return { ...place, real: joinPath(roots[place.root] ?? '', place.path).replace(/\/$/, '') };
}

/** Takes what the run did into the goal's tree. */
export async function endChild(
  deps: StepDeps,
  input: ChildInput,
  child: ChildFacts,
  signal: AbortSignal,
): Promise<StepDone> {
  const prepared = await prepareStep(deps, input);
  if ('outcome' in prepared) return doneOf(deps, prepared.outcome, prepared.called, 0);
  const outcome = child.ok
    ? await taken(deps, input, prepared, child, signal)
    : { items: [], text: '', problem: child.message };
  return doneOf(deps, outcome, prepared.args, 0, await toldOf(deps, input, prepared.task.roots, outcome));
}

async function taken(
  deps: StepDeps,
  input: ChildInput,
  prepared: PreparedStep,
  { change, record, message }: ChildFacts,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const words = wordsOf(prepared.task.language).files;
  if (prepared.step.tool === 'code') {
    if (record === undefined) return { items: [], text: '', problem: words.noCode };
    const { generatedCode } = CodeRecord.parse(JSON.parse(String(await deps.blobs.load(record))));
    const context = stepContext(deps, input, prepared, signal);
    const args = { path: prepared.args['out'], content: generatedCode };
    return { ...(await runFileTool(context, 'write', args as never)), text: message };
  }
  if (!change) return { items: [], text: message };
  const place = findPlace(prepared.task.roots, String(prepared.args['path']));
  if ('problem' in place) return { items: [], text: '', problem: said(words, place.problem) };
  const folder = { roots: prepared.task.roots, place };
  return { ...(await withChange(deps, input.tree, folder, change)), text: message };
}

/** The run's tree with the change of a folder. */
async function withChange(
  { trees, blobs }: StepDeps,
  tree: TreeHash,
  { roots, place }: { roots: readonly string[]; place: RootPath },
  { base, tree: changed }: NonNullable<ChildFacts['change']>,
): Promise<Pick<ToolOutcome, 'tree' | 'items'>> {
  const draft = new TreeDraft({ trees, blobs }, tree);
  const items: ItemOutcome[] = [];
  for (const { path, after } of await treeChanges(trees, base, changed)) {
    const at = joinPath(treePath(place), path);
    if (after?.type === 'dir') await draft.makeFolder(at);
    else if (after) await draft.put(at, after);
    else await draft.remove(at);
    const shown = shownPlace(roots, { ...place, path: joinPath(place.path, path) });
    if (after?.type !== 'dir') items.push({ path: shown, ok: true });
  }
  return { tree: await draft.write(), items };
}
