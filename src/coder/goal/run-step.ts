import { excerpt, firstLine } from '../../domain/text';
import type { ToolOutcome } from '../../domain/goal/outcome';
import type { PlanStep } from '../../domain/goal/plan';
import { placeOf, shownPlace } from '../../domain/goal/places';
import { toldPaths, type ToldPaths } from '../../domain/goal/told-paths';
import { resolveArgs, type StepDone } from '../../domain/goal/step';
import { wordsOf } from '../../domain/goal/words';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import type { GoalTool } from '../../domain/goal/tool-args';
import type { Language } from '../../domain/run/input';
import { isFileTool, runFileTool, verifyOutcome, type Contents, type FilesContext } from '../tools/files';
import { type TimeRange, readGoalTask, type GoalTask, keep, readArgs, readOutcome, readPlan } from './task';
import { touchedPaths, treeChanges, type BlobStore, SnapshotTimes, type TreeStore } from '../../store';

interface TimedTrees {
  /** The run's tree. */
  tree: TreeHash;
  /** Tree that the folders of the disk hold, and its times. */
  onDisk: TreeHash;
  times: BlobHash;
  /** ISO 8601. */
  now: string;
}

export interface RunStepInput {
  key: EffectKey;
  task: BlobHash;
  plan: BlobHash;
  index: number;
  /** Arguments in place of the plan's. */
  args?: BlobHash;
  /** The user's choice where several things fit. */
  choice?: string;
  /** The run's tree, and what the folders hold now. */
  tree: TreeHash;
  onDisk: TreeHash;
  /** Modification times of `onDisk`; absent: folders have none. */
  diskTimes?: BlobHash;
  outcomes: Readonly<Record<number, BlobHash>>;
  timeLimitMs: number;
  /** Globs of the run's policy: it is told of the paths that they speak of. */
  globs?: readonly string[];
}

/** Parts of a worker that steps work with. */
export interface StepDeps extends Omit<
  FilesContext,
  | 'roots'
  | 'tree'
  | 'contents'
  | 'now'
  | 'language'
  | 'signal'
  | 'timeRange'
  | 'knownFolders'
  | 'progress'
  | 'folderTimeMs'
> {
  /** Bytes of the files of the roots, as they are in a tree now. */
  contentsOf(roots: readonly string[], onDisk: TreeHash, signal: AbortSignal): Contents;
  /** Time range that words mean at a time. */
  timeRange: TimeRange;
}

interface StepContext {
  signal: AbortSignal;
  progress(note: string): void;
}

/** Carries out one step on the run's tree. That it fails is a value; nothing on disk changes. */
export async function runStep(deps: StepDeps, input: RunStepInput, context: StepContext): Promise<StepDone> {
  const startedMs = performance.now();
  const limit = AbortSignal.timeout(input.timeLimitMs);
  const prepared = await prepareStep(deps, input);
  const language = 'task' in prepared ? prepared.task.language : 'en';
  const outcome = await withinTime(input.timeLimitMs, limit, context.signal, language, () =>
    'outcome' in prepared
      ? Promise.resolve(prepared.outcome)
      : call(deps, input, prepared, { ...context, signal: AbortSignal.any([context.signal, limit]) }),
  );
  const durationMs = Math.round(performance.now() - startedMs);
  if ('outcome' in prepared) return doneOf(deps, outcome, prepared.called, durationMs);
  const told = await toldOf(deps, input, prepared.task.roots, outcome);
  return doneOf(deps, outcome, prepared.args, durationMs, told);
}

/** Paths of a step's change that the policy hears of. */
export async function toldOf(
  { trees }: Pick<StepDeps, 'trees'>,
  { tree: before, globs = [] }: Pick<RunStepInput, 'tree' | 'globs'>,
  roots: readonly string[],
  { tree }: ToolOutcome,
): Promise<ToldPaths | undefined> {
  if (tree === undefined || globs.length === 0) return undefined;
  const paths = await touchedPaths(trees, before, await treeChanges(trees, before, tree));
  return toldPaths(
    paths.map((path) => shownPlace(roots, placeOf(path))),
    globs,
  );
}

/** A step that is ready to be called: its task, and its arguments with the items of earlier steps. */
export interface PreparedStep {
  task: GoalTask;
  step: PlanStep;
  args: Record<string, unknown>;
}

/** Reads a step and puts the items of earlier steps into its arguments; an outcome where that can't be done. */
export async function prepareStep(
  deps: Pick<StepDeps, 'blobs'>,
  input: Omit<RunStepInput, 'key' | 'timeLimitMs'>,
): Promise<PreparedStep | { outcome: ToolOutcome; called: object }> {
  const { blobs } = deps;
  const [task, { steps }] = await Promise.all([readGoalTask(blobs, input.task), readPlan(blobs, input.plan)]);
  const step = steps[input.index];
  if (!step) throw new Error(`the plan has no step ${input.index + 1}`);
  const given = input.args === undefined ? step.args : await readArgs(blobs, input.args);
  const known = new Map<number, ToolOutcome>();
  for (const [number, hash] of Object.entries(input.outcomes))
    known.set(Number(number), await readOutcome(blobs, hash));
  const resolved = resolveArgs(given, (number) => known.get(number), {
    choice: input.choice,
    language: task.language,
  });
  if ('args' in resolved) return { task, step, args: resolved.args };
  return { outcome: { items: [], text: '', ...resolved }, called: given };
}

/** Parts and facts that a tool of a step works with. */
export function stepContext(
  deps: StepDeps,
  { tree, onDisk, diskTimes: times }: Pick<RunStepInput, 'tree' | 'onDisk' | 'diskTimes'>,
  { task }: Pick<PreparedStep, 'task'>,
  signal: AbortSignal,
): FilesContext {
  const { now, language, roots, knownFolders } = task;
  const contents = deps.contentsOf(roots, onDisk, signal);
  const timeRange = (words: string) => deps.timeRange(words, { now, language });
  const folderTimeMs = times === undefined ? undefined : folderTimes(deps, { tree, onDisk, times, now });
  return { ...deps, roots, tree, contents, now, language, signal, timeRange, knownFolders, folderTimeMs };
}

async function call(
  deps: StepDeps,
  input: RunStepInput,
  prepared: PreparedStep,
  { signal, progress }: StepContext,
): Promise<ToolOutcome> {
  const { step, args } = prepared;
  const { choice, tree: before } = input;
  const { tool } = step;
  if (tool === 'ask') return answered(args, choice);
  const context = { ...stepContext(deps, input, prepared, signal), progress };
  const outcome = await callTool(context, tool, args);
  const { ambiguous } = outcome;
  if (ambiguous && choice !== undefined && ambiguous.choices.includes(choice))
    return { ...outcome, ambiguous: undefined, items: [{ path: choice, ok: true }], text: choice };
  const { language } = prepared.task;
  if (!isFileTool(tool)) return outcome;
  const roots = context.roots;
  const contradiction = await verifyOutcome(deps, before, { roots, tool, args, outcome, language });
  return contradiction === undefined
    ? outcome
    : { items: [], text: '', problem: wordsOf(language).reasons.otherThanSaid(contradiction) };
}

/** One call of a tool with arguments that were checked when the plan was. */
function callTool(
  context: FilesContext,
  tool: GoalTool,
  args: Record<string, unknown>,
): Promise<ToolOutcome> {
  if (isFileTool(tool)) return runFileTool(context, tool, args as never);
  throw new Error(`${tool} is no tool of steps on folders`);
}

function answered(args: Record<string, unknown>, choice: string | undefined): ToolOutcome {
  if (choice !== undefined) return { items: [], text: choice };
  const { question, choices = [] } = args as { question: string; choices?: string[] };
  return { items: [], text: '', ambiguous: { question, choices } };
}

/** Outcome of a step within its time; a step that takes longer has failed. */
async function withinTime(
  limitMs: number,
  limit: AbortSignal,
  signal: AbortSignal,
  language: Language,
  act: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    return await act();
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    return { items: [], text: '', problem: wordsOf(language).reasons.tookLonger(Math.round(limitMs / 1000)) };
  }
}

const MOST_PATHS = 50;
const CALLED_CHARS = 200;
const TEXT_CHARS = 200;
const MOST_FAILED = 3;

/** Facts of an outcome that the run decides by; the whole is kept. */
export async function doneOf(
  { blobs, redact }: Pick<StepDeps, 'blobs' | 'redact'>,
  outcome: ToolOutcome,
  called: object,
  durationMs: number,
  told?: ToldPaths,
): Promise<StepDone> {
  const { items, looked = 0, tree, text, problem, ambiguous } = outcome;
  const failed = items.filter(({ ok }) => !ok);
  return {
    outcome: await keep(blobs, outcome),
    ...(tree !== undefined && { tree }),
    ...changedPaths(outcome, told),
    done: looked + items.length - failed.length,
    total: looked + items.length,
    failed: failed
      .slice(0, MOST_FAILED)
      .map(({ path, reason = 'it failed' }) => redact(`${path}: ${reason}`).slice(0, TEXT_CHARS)),
    text: firstLine(redact(text), TEXT_CHARS),
    ...(problem !== undefined && { problem: firstLine(redact(problem), 2 * TEXT_CHARS) }),
    ...(ambiguous && { ambiguous }),
    called: excerpt(redact(JSON.stringify(called)), CALLED_CHARS),
    durationMs,
  };
}

/** Paths that a step gives other contents, makes or takes away, as the policy hears of them. */
function changedPaths(
  { items, tree }: ToolOutcome,
  told: ToldPaths | undefined,
): Pick<StepDone, 'paths' | 'morePaths'> {
  if (tree === undefined) return {};
  const paths = items
    .filter(({ ok }) => ok)
    .flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]));
  const shown = paths.slice(0, MOST_PATHS);
  // Those that are told stand for all.
  const morePaths = told ? told.more : paths.length - shown.length;
  return { paths: [...new Set([...shown, ...(told?.paths ?? [])])], morePaths };
}

/**
 * Modification times of the folders of a run's tree by path, ms. A folder that the run moved whole keeps its time; one that it
 * made, or in which it made, moved or took away something, is as new as the call.
 */
export function folderTimes(
  stores: { blobs: BlobStore; trees: TreeStore },
  { tree, onDisk, times, now }: TimedTrees,
): (path: string) => Promise<number | undefined> {
  const { trees } = stores;
  const known = new SnapshotTimes(stores, { tree: onDisk, times });
  let places: Promise<ReadonlyMap<TreeHash, string>> | undefined;
  const namesIn = async (hash: TreeHash) => (await trees.readDir(hash)).map(({ name }) => name).join('/');
  const placeOnDisk = async (path: string, hash: TreeHash): Promise<string | undefined> => {
    const there = await trees.find(onDisk, path);
    if (there?.type === 'dir')
      return (await namesIn(there.hash)) === (await namesIn(hash)) ? path : undefined;
    // All empty folders are alike.
    if ((await trees.readDir(hash)).length === 0) return undefined;
    places ??= trees
      .list(onDisk, { dirs: true })
      .then(
        (all) => new Map(all.flatMap((one) => (one.type === 'dir' ? [[one.hash, one.path] as const] : []))),
      );
    return (await places).get(hash);
  };
  return async (path) => {
    const entry = await trees.find(tree, path);
    if (entry?.type !== 'dir') return undefined;
    const place = await placeOnDisk(path, entry.hash);
    if (place === undefined) return Date.parse(now);
    const mtimeUs = await known.mtimeUs(place);
    return mtimeUs === undefined ? undefined : mtimeUs / 1_000;
  };
}
