import { mkdirSync, lstatSync } from 'node:fs';
import type { TreeHash } from '../../domain/ids';
import { placeOf, shownPlace } from '../../domain/goal/places';
import { LISTED_PATHS, type PathConflict, type FileChange } from '../../domain/files/workspace';
import { firstLine } from '../../domain/text';
import { Pace } from '../../machine/pace';
import { treeChanges, type TreeEntry, type TreeChange } from '../../store';
import { DirectoryError } from '../errors';
import { ChangeGroups } from '../publish/change-groups';
import { FinishedPublishes, type Finished } from '../publish/finished';
import { ChangedMeanwhileError } from '../publish/publish-apply';
import { explain } from '../publish/publish-directory';
import { JournalFolder } from '../publish/publish-journal';
import { finishEarlier } from '../publish/publish-recover';
import { publishId } from '../publish/publish-plan';
import { composeTree } from '../trees/compose-tree';
import { realRoots } from './capture-manifest';
import { devicesOnDisk, withDevices } from './devices';
import { Disk } from './disk';
import { copyAttributes, LIKENESS_BATCH, type Likeness } from '../io/copy-attributes';
import { KeptPlaces } from './kept/kept-places';
import { Volumes } from './kept/volumes';
import type { ManifestPublishDeps, ManifestPublishOutcome, ManifestPublishRequest } from './publish-request';
import { preparePublish, type Prepared, identifiedOnDisk, timesOnDisk } from './prepare-publish';
import { finishManifests, lockRoots, takeBackManifest } from './recover-manifests';
import { arrange, type Arranged, RestoredTimes } from './steps/arrange';
import { ManifestJournals, type ManifestJournal, type Step } from './steps/journal';
import { runSteps } from './steps/run-steps';
import { likenessOf, stage, type Staged } from './steps/staged';
import { baseName, ancestorPaths } from '../../domain/files/paths';
import { opaque } from './list-folder';
import { findRenames } from '../trees/find-renames';
import type { TreeAccess } from '../trees/tree-access';
import { findFolderMoves } from './plan/folder-moves';

/**
 * Brings roots from `base` to `tree`: the whole difference or nothing. A file that gets another path is renamed; what
 * is deleted or overwritten is put aside by a rename, and comes back by one where a later publish wants it. A path that
 * is neither as in `base` nor as in `tree` is a conflict. Rejects with `DirectoryError`, `DiskFullError`, and
 * `DirectoryBusyError` if another publish does not end.
 */
export async function publishManifest(
  deps: ManifestPublishDeps,
  request: ManifestPublishRequest,
): Promise<ManifestPublishOutcome> {
  return shortened(await publishWhole(deps, request));
}

async function publishWhole(
  deps: ManifestPublishDeps,
  request: ManifestPublishRequest,
): Promise<ManifestPublishOutcome> {
  const roots = await realRoots(request.roots);
  if (request.dryRun)
    return onDisk(deps, roots, (disk) =>
      withoutConflicts(deps, request, disk, (given) => new ManifestPublish(deps, given, disk).dryRun()),
    );
  const waitMs = deps.lockWaitMs ?? 30_000;
  const release = await lockRoots(deps, roots, waitMs, request.signal);
  try {
    const journals = new JournalFolder(deps.journals);
    for (const root of roots) await finishEarlier(deps, journals, root);
    await finishManifests(deps, roots, waitMs);
    const done = await new FinishedPublishes(deps.journals).find(idOf(roots, request), request);
    if (done) return await onDisk(deps, roots, (disk) => answered(deps, request, disk, done));
    return await onDisk(deps, roots, (disk) =>
      withoutConflicts(deps, request, disk, (given) => new ManifestPublish(deps, given, disk).run()),
    );
  } finally {
    await release();
  }
}

function idOf(roots: readonly string[], { key }: ManifestPublishRequest): string {
  return publishId(roots.join('\n'), key);
}

/** Publishes; in part, where that is asked for: without what is in conflict and what belongs together with it, until nothing is. */
async function withoutConflicts(
  deps: ManifestPublishDeps,
  request: ManifestPublishRequest,
  disk: Disk,
  publish: (request: ManifestPublishRequest) => Promise<ManifestPublishOutcome>,
): Promise<ManifestPublishOutcome> {
  const whole = await onPresentDevices(deps, request, disk, publish);
  if (whole.status !== 'conflict' || !request.partial) return whole;
  const { base } = request;
  const changes = await treeChanges(deps.trees, base, request.tree);
  const groups = await ChangeGroups.of(deps, { base, tree: request.tree }, changes, (path) =>
    shownPlace(request.roots, placeOf(path)),
  );
  const left = new Map<string, string>();
  let tried = changes.length;
  for (let { conflicts } = whole; ;) {
    groups.leaveOut(conflicts, left);
    const kept = changes.filter(({ path }) => !left.has(path));
    // A conflict of what is no change of its own, such as the original of a copy, can't be left out.
    if (kept.length === 0 || kept.length === tried) return { status: 'conflict', conflicts };
    tried = kept.length;
    const tree = await composeTree(deps, base, new Map(kept.map(({ path, after }) => [path, after])));
    disk.reset();
    const outcome = await onPresentDevices(deps, { ...request, tree }, disk, publish);
    if (outcome.status !== 'conflict')
      return {
        ...outcome,
        left: [...left].map(([path, reason]) => ({ path, reason })).slice(0, LISTED_PATHS),
        leftCount: left.size,
      };
    ({ conflicts } = outcome);
  }
}

/** Publishes; where files are in conflict only since the machine numbers its devices anew, once more by the new numbers. */
async function onPresentDevices(
  deps: ManifestPublishDeps,
  request: ManifestPublishRequest,
  disk: Disk,
  publish: (request: ManifestPublishRequest) => Promise<ManifestPublishOutcome>,
): Promise<ManifestPublishOutcome> {
  const outcome = await publish(request);
  if (outcome.status !== 'conflict') return outcome;
  const { base, tree, restored } = request;
  const numbers = await devicesOnDisk(deps.paths, disk, [base, tree]);
  if (numbers.size === 0) return outcome;
  const now = (one: TreeHash) => withDevices(deps, one, numbers);
  const times = restored && { ...restored, tree: await now(restored.tree) };
  return publish({ ...request, base: await now(base), tree: await now(tree), restored: times });
}

async function onDisk<T>(
  { exclude, kept }: ManifestPublishDeps,
  roots: readonly string[],
  act: (disk: Disk) => Promise<T>,
): Promise<T> {
  const disk = new Disk(roots, [...exclude, ...new KeptPlaces(kept).all()]);
  try {
    return await act(disk);
  } finally {
    disk.close();
  }
}

/** One publish under the locks of its roots. */
class ManifestPublish {
  private readonly journals: ManifestJournals;
  private readonly places: KeptPlaces;
  private readonly volumes = new Volumes();
  private readonly pace: Pace;

  constructor(
    private readonly deps: ManifestPublishDeps,
    private readonly request: ManifestPublishRequest,
    private readonly disk: Disk,
  ) {
    this.journals = new ManifestJournals(deps.journals);
    this.places = new KeptPlaces(deps.kept);
    this.pace = new Pace(request.signal);
  }

  async dryRun(): Promise<ManifestPublishOutcome> {
    const prepared = await this.prepare();
    if (prepared.conflicts.length > 0) return conflict(prepared.conflicts);
    const { base, tree } = this.request;
    return { status: 'published', tree, files: await changedFiles(this.deps, base, tree) };
  }

  async run(): Promise<ManifestPublishOutcome> {
    const prepared = await this.prepare();
    if (prepared.conflicts.length > 0) return conflict(prepared.conflicts);
    const { deps, disk, request } = this;
    const { tree } = request;
    let result = await identifiedOnDisk({ ...deps, disk, pace: new Pace() }, tree, prepared.unsure);
    if (!prepared.isDone) {
      const written = await this.write(prepared, result);
      if ('conflicts' in written) return conflict(written.conflicts);
      ({ result } = written);
    }
    return answered(deps, request, disk, { tree, result });
  }

  private prepare(): Promise<Prepared> {
    const { deps, disk, pace, places, volumes } = this;
    return preparePublish({ ...deps, disk, pace, places, volumes }, this.request);
  }

  /** `known`: the tree with the identities of what an earlier attempt has brought. Resolves to the one with all. */
  private async write(
    prepared: Prepared,
    known: TreeHash,
  ): Promise<{ result: TreeHash } | { conflicts: PathConflict[] }> {
    const { deps, disk, pace, places, volumes, request } = this;
    const { base, tree, key, restored } = request;
    const id = idOf(disk.roots, request);
    let journal: ManifestJournal | undefined;
    try {
      const times = new RestoredTimes(deps, tree, restored);
      const arranging = { trees: deps.trees, disk, pace, places, volumes, times, key, id };
      const arranged = await arrange(arranging, prepared.checked, prepared.fetched);
      const { folders } = arranged;
      const roots = [...disk.roots];
      journal = {
        version: 1,
        id,
        state: 'staging',
        key,
        roots,
        base,
        tree,
        places: arranged.places,
        steps: [],
        folders,
      };
      await this.journals.write(journal);
      for (const place of arranged.places) mkdirSync(place, { recursive: true, mode: 0o700 });
      const steps = await this.stageAll(arranged);
      const result = await composeTree(deps, known, stagedEntries(arranged.staged));
      const committed: ManifestJournal = { ...journal, state: 'committed', steps, result };
      await this.journals.write(committed);
      journal = committed;
      await runSteps(disk, committed);
      await this.journals.finish(committed);
      return { result };
    } catch (error) {
      if (journal) await this.takeBack(journal, error);
      if (error instanceof ChangedMeanwhileError) return { conflicts: [error.conflict, ...error.more] };
      throw explain(error, disk.roots.join(', '));
    }
  }

  private async stageAll(arranged: Arranged): Promise<Step[]> {
    const { request, pace } = this;
    const { journals } = this.deps;
    const alike: Likeness[] = [];
    const arrivals: Step[] = [];
    let count = 0;
    for (const arrival of arranged.arrivals) {
      if ('do' in arrival) {
        arrivals.push(arrival);
        continue;
      }
      count += 1;
      if (pace.due) {
        request.progress?.(`${count} of ${arranged.staged.length} files`);
        await pace.rest();
      }
      request.signal?.throwIfAborted();
      const inode = await stage(this.deps.blobs, this.disk, arrival);
      const likeness = likenessOf(this.disk, arrival, inode);
      if (likeness) alike.push(likeness);
      if (alike.length >= LIKENESS_BATCH) await copyAttributes(alike.splice(0), journals);
      arrivals.push({ do: 'put', held: `${arrival.folder}/${arrival.name}`, path: arrival.path, inode });
    }
    await copyAttributes(alike, journals);
    return [...arranged.takes, ...arrivals, ...arranged.modes];
  }

  private async takeBack(journal: ManifestJournal, error: unknown): Promise<void> {
    try {
      await takeBackManifest(this.journals, this.disk, journal);
    } catch (second) {
      throw halfDone(journal, error, second);
    }
  }
}

function conflict(conflicts: PathConflict[]): ManifestPublishOutcome {
  return { status: 'conflict', conflicts };
}

/** As many conflicts as an outcome tells. */
function shortened(outcome: ManifestPublishOutcome): ManifestPublishOutcome {
  if (outcome.status !== 'conflict') return outcome;
  return { ...outcome, conflicts: outcome.conflicts.slice(0, LISTED_PATHS) };
}

/** Error for a publish that failed and could not be taken back either. */
function halfDone({ roots }: ManifestJournal, first: unknown, second: unknown): DirectoryError {
  const [why, whyNot] = [first, second].map((error) =>
    firstLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, ''),
  );
  return new DirectoryError(
    `Publishing to ${roots.join(', ')} failed (${why}), and so did taking it back (${whyNot}). It will be undone by the next publish, or when the worker starts again.`,
    { cause: first },
  );
}

/** Outcome of a publish that is done, be it now or by an attempt whose answer was lost. */
async function answered(
  deps: ManifestPublishDeps,
  { base, baseTimes, tree: wanted }: ManifestPublishRequest,
  disk: Disk,
  { tree: brought, result: tree }: Pick<Finished, 'tree' | 'result'>,
): Promise<ManifestPublishOutcome> {
  const made = new Map<string, TreeEntry>();
  for (const { path, before } of await treeChanges(deps.trees, brought, tree))
    if (before) made.set(path, before);
  await deps.origins.note(deps.trees, disk.roots, made, tree);
  const known = baseTimes === undefined ? undefined : { tree: base, times: baseTimes };
  const times = await timesOnDisk({ ...deps, disk, pace: new Pace() }, tree, known);
  const files = await changedFiles(deps, base, tree);
  const left = (await treeChanges(deps.trees, brought, wanted)).map(({ path }) => ({ path, reason: LEFT }));
  const part = left.length === 0 ? {} : { left: left.slice(0, LISTED_PATHS), leftCount: left.length };
  return { status: 'published', tree, times, files, ...part };
}

const LEFT = 'it was left as it is';

/** New files by the identities that they keep from now on, whoever changes them later. */
function stagedEntries(staged: readonly Staged[]): Map<string, TreeEntry> {
  return new Map(
    staged.map(({ path, entry, folder, name }) => {
      if (entry.type === 'link') return [path, entry];
      return [path, opaque(baseName(path), lstatSync(`${folder}/${name}`, { bigint: true })).entry];
    }),
  );
}

/** The first 50 paths that differ between two manifests. A file that was moved is one change, and so is a whole folder. */
async function changedFiles(store: TreeAccess, base: TreeHash, tree: TreeHash): Promise<FileChange[]> {
  const moves = await findFolderMoves(store.trees, base, tree);
  const isIn = (path: string, folders: ReadonlyMap<string, string>): boolean =>
    folders.has(path) || ancestorPaths(path).some((above) => folders.has(above));
  const changes = (await treeChanges(store.trees, base, tree)).filter(
    ({ path, before, after }) => !(before && isIn(path, moves.from)) && !(after && isIn(path, moves.to)),
  );
  const renames = await findRenames(store, { base, tree }, changes);
  const moved = new Set([...renames.values()].map(({ from }) => from));
  const files = [...moves.from].map(([from, to]) => changeOf(to, 'renamed', from));
  for (const { path, before, after } of changes) {
    if (moved.has(path) || isFolderMode(before, after)) continue;
    const from = renames.get(path)?.from;
    const change = !before ? 'added' : !after ? 'deleted' : 'modified';
    files.push(changeOf(path, from === undefined ? change : 'renamed', from));
  }
  return files.slice(0, LISTED_PATHS);
}

/** Permissions of a folder are no change of a file. */
function isFolderMode(before: TreeChange['before'], after: TreeChange['after']): boolean {
  return before?.type === 'dir' && after?.type === 'dir';
}

function changeOf(path: string, change: FileChange['change'], from?: string): FileChange {
  return { path, change, addedLines: 0, removedLines: 0, ...(from !== undefined && { renamedFrom: from }) };
}
