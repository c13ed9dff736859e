import {
  closeSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import type { TreeHash } from '../../domain/ids';
import { ancestorPaths, baseName, parentPath, withoutSetId } from '../../domain/files/paths';
import { type BlobStore, readingAt, type TreeEntry } from '../../store';
import { errorCode } from '../../machine/system-errors';
import { Pace } from '../../machine/pace';
import { ReplacedFiles } from './publish-aside';
import type { JournalFolderTime } from './publish-journal';
import {
  NEW_FOLDER_MODE,
  statOf,
  type PlannedChange,
  type PublishConflict,
  isTempOf,
  publishTemp,
} from './publish-plan';
import {
  copyAttributes,
  LIKENESS_BATCH,
  openFile,
  type Likeness,
  type OpenFile,
} from '../io/copy-attributes';
import { DirCursor, type SafeDir } from '../io/safe-dir';
import { setFolderTimes } from './publish-times';
import { setLinkTime, writeEntry } from '../io/write-entry';
import { pairFiles } from '../manifest/plan/pair-files';

/** Someone changed a path between the plan and its change. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError';

  /** `more`: what was found besides. */
  constructor(
    readonly conflict: PublishConflict,
    readonly more: readonly PublishConflict[] = [],
  ) {
    super(`${conflict.path}: ${conflict.reason}`);
  }
}

/** The making of planned changes in one directory: first all bytes beside their places, then one rename each. */
export class PublishWriter {
  private readonly cursor: DirCursor;
  private readonly stages: DirCursor;
  private readonly touched = new Set<string>();
  private readonly replaced: ReplacedFiles;
  /** Folders that changes make, and former folders whose place something else takes. */
  private readonly madeFolders: ReadonlySet<string>;
  private readonly takenFolders: ReadonlySet<string>;

  constructor(
    private readonly blobs: BlobStore,
    private readonly root: SafeDir,
    private readonly publish: { id: string; base: TreeHash; tree: TreeHash; state: string },
    private readonly changes: readonly PlannedChange[],
    private readonly folders: readonly JournalFolderTime[],
    /** A folder of Kintsugi's own. */
    private readonly own: string,
  ) {
    this.cursor = new DirCursor(root);
    this.stages = new DirCursor(root);
    this.replaced = new ReplacedFiles(root, publish.id);
    const paths = (chosen: readonly PlannedChange[]): Set<string> =>
      new Set(chosen.map((change) => change.path));
    this.madeFolders = paths(
      changes.filter((change) => change.after?.type === 'dir' && change.before?.type !== 'dir'),
    );
    this.takenFolders = paths(
      changes.filter(
        (change) => change.after && change.after.type !== 'dir' && change.before?.type === 'dir',
      ),
    );
  }

  /** Writes what is needed of the new state under temporary names. Changes nothing that anybody uses. */
  async stage(pace: Pace): Promise<void> {
    const moved = movedFiles(this.changes);
    const alike: Likeness[] = [];
    try {
      for (const change of this.changes) {
        if (!isStaged(change)) continue;
        const likeness = await this.stageOne(change, moved.get(change.path));
        if (likeness) alike.push(likeness);
        if (alike.length >= LIKENESS_BATCH) await copyAttributes(alike.splice(0), this.own);
        if (pace.due) await pace.rest();
      }
    } finally {
      await copyAttributes(alike, this.own);
    }
  }

  /** `from`: the change that takes the file away which comes here. */
  private async stageOne(
    change: PlannedChange & { after: TreeEntry },
    from: PlannedChange | undefined,
  ): Promise<Likeness | undefined> {
    const dir = this.enterStage(change.path);
    const was = change.found?.isFile() ? change : from;
    const model = was?.found && openFile(this.root.at(was.path), was.found);
    const owner = ownerFor(dir, model ? was : change);
    const options = { durable: true, owner, mtimeUs: change.afterUs };
    const temp = publishTemp(this.publish.id, change.index);
    // Whose file it was nobody knows where others may write too: it must not run with the rights of the folder's owner.
    const isSure = model !== undefined || process.geteuid?.() !== 0 || (dir.mode() & OTHERS_WRITE) === 0;
    const entry = isSure ? change.after : { ...change.after, mode: withoutSetId(change.after.mode) };
    let made: OpenFile | undefined;
    try {
      const written = await readingAt({ tree: this.tree, path: change.path }, () =>
        writeEntry(this.blobs, dir, temp, entry, options),
      );
      made = model && written && openFile(dir.at(temp), written);
    } finally {
      if (model && !made) closeSync(model.fd);
    }
    return model && made && { model, made };
  }

  /**
   * Makes all changes, removals last, and waits until they are on disk. Throws `ChangedMeanwhileError`. Nothing aborts
   * it: it lets others work, and goes on.
   */
  async apply(): Promise<void> {
    const pace = new Pace();
    const failure = await this.makeChanges(pace).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // Before it is taken back, which would write the former bytes over what a program wrote.
    const [written] = await this.replaced.end({ changesRoot: this.touched.has(''), pace });
    if (written) throw new ChangedMeanwhileError(written);
    if (failure) throw failure.error;
    await setFolderTimes(this.root, this.folders);
    for (const folder of this.touched) {
      this.sync(folder);
      if (pace.due) await pace.rest();
    }
  }

  private async makeChanges(pace: Pace): Promise<void> {
    const { changes } = this;
    const backwards = changes.toReversed();
    await this.eachOf(backwards, pace, (change) => this.makesRoom(change) && this.remove(change));
    await this.eachOf(changes, pace, (change) => change.after && this.put(change, change.after));
    await this.eachOf(
      backwards,
      pace,
      (change) => !change.after && !this.makesRoom(change) && this.remove(change),
    );
    await this.eachOf(backwards, pace, ({ path, after }) => {
      if (after?.type === 'dir') enterFor(path, this.cursor, path).setMode(after.mode);
    });
  }

  private async eachOf(
    changes: readonly PlannedChange[],
    pace: Pace,
    make: (change: PlannedChange) => unknown,
  ): Promise<void> {
    for (const change of changes) {
      make(change);
      if (pace.due) await pace.rest();
    }
    this.cursor.reset();
  }

  close(): void {
    this.cursor.reset();
    this.stages.reset();
  }

  /** Tree that the directory is being brought to. */
  private get tree(): TreeHash {
    return this.publish.state === 'undoing' ? this.publish.base : this.publish.tree;
  }

  /** True for paths that must go before others can take their place. */
  private makesRoom({ path, before, after }: PlannedChange): boolean {
    if (!before) return false;
    if (after) return (before.type === 'dir') !== (after.type === 'dir');
    return ancestorPaths(path).some((folder) => this.takenFolders.has(folder));
  }

  private remove(change: PlannedChange): void {
    const { path, before, found } = change;
    const dir = this.enter(path);
    const name = baseName(path);
    // A resumed publish may find that the folder which takes the place is there.
    if (!found || found.isDirectory() !== (before?.type === 'dir')) return;
    try {
      if (before?.type === 'dir') {
        rmdirSync(dir.at(name));
        return;
      }
      this.expectUnchanged(dir, path, found);
      this.replaced.keep(dir, change);
      unlinkSync(dir.at(name));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOTEMPTY' || code === 'EEXIST') throw changed(path, 'something was put into it');
      if (code === 'ENOTDIR') throw changed(path, 'something else stands in its place');
      if (code !== 'ENOENT') throw error;
    }
  }

  private put(change: PlannedChange, after: TreeEntry): void {
    const dir = this.enter(change.path);
    const name = baseName(change.path);
    if (after.type === 'dir') {
      if (!change.found?.isDirectory()) makeFolder(dir, change);
      return;
    }
    const temp = this.enterStage(change.path).at(publishTemp(this.publish.id, change.index));
    const replaces = change.found !== undefined && !this.makesRoom(change);
    if (replaces) {
      this.expectUnchanged(dir, change.path, change.found);
      this.replaced.keep(dir, change, lstatSync(temp, { bigint: true }).ino);
      renameSync(temp, dir.at(name));
    } else putNew(temp, dir, change.path, after);
    if (after.type === 'link' && change.afterUs !== undefined) setLinkTime(dir, name, change.afterUs);
  }

  private expectUnchanged(dir: SafeDir, path: string, found: PlannedChange['found']): void {
    const now = statOf(dir, baseName(path));
    if (!now) throw changed(path, 'it was deleted');
    if (found && !isSame(found, now)) throw changed(path, 'it was changed');
  }

  private enter(path: string): SafeDir {
    const folder = parentPath(path);
    this.touched.add(folder);
    return enterFor(path, this.cursor, folder);
  }

  /** The place of a temporary file: the target's folder, or the nearest one above that was there at first. */
  private enterStage(path: string): SafeDir {
    const folders = ancestorPaths(path);
    const firstMade = folders.findIndex((folder) => this.madeFolders.has(folder));
    return enterFor(path, this.stages, firstMade < 0 ? parentPath(path) : (folders[firstMade - 1] ?? ''));
  }

  private sync(folder: string): void {
    try {
      this.cursor.enter(folder).sync();
    } catch (error) {
      // It was removed by a later change; its parent is synced too.
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    }
  }
}

/** Enters a folder for the sake of a path; throws `ChangedMeanwhileError` where it is not there any more. */
function enterFor(path: string, cursor: DirCursor, folder: string): SafeDir {
  try {
    return cursor.enter(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? ''))
      throw changed(path, 'its folder was changed');
    throw error;
  }
}

/** Removes the temporary files of a publish, wherever an attempt may have put them; their numbers were perhaps others. */
export async function removeTemps(root: SafeDir, id: string, paths: readonly string[]): Promise<void> {
  const cursor = new DirCursor(root);
  const pace = new Pace();
  try {
    for (const folder of new Set(['', ...paths.flatMap(ancestorPaths)])) {
      try {
        const dir = cursor.enter(folder);
        for (const name of dir.names()) if (isTempOf(id, name)) unlinkSync(dir.at(name));
      } catch (error) {
        if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) throw error;
      }
      if (pace.due) await pace.rest();
    }
  } finally {
    cursor.reset();
  }
}

function isStaged(change: PlannedChange): change is PlannedChange & { after: TreeEntry } {
  return change.after !== undefined && change.after.type !== 'dir';
}

/** Takes a free name, and fails where it is not free any more: a rename would overwrite. */
function putNew(temp: string | Buffer, dir: SafeDir, path: string, after: TreeEntry): void {
  const target = dir.at(baseName(path));
  try {
    // Some systems follow a link when they make a hard link of it.
    if (after.type === 'link') symlinkSync(readlinkSync(temp, { encoding: 'buffer' }), target);
    else linkSync(temp, target);
    unlinkSync(temp);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw changed(path, 'it was created meanwhile');
    // Some file systems have no hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'EMLINK') throw error;
    if (statOf(dir, baseName(path))) throw changed(path, 'it was created meanwhile');
    renameSync(temp, target);
  }
}

const OTHERS_WRITE = 0o022;

/** The owner of what is replaced or moved, else of the folder: a service that runs as root must not take files over. */
function ownerFor(dir: SafeDir, change: PlannedChange | undefined): { uid: number; gid: number } {
  const model = change?.found ?? lstatSync(dir.at('.'), { bigint: true });
  return { uid: Number(model.uid), gid: Number(model.gid) };
}

function makeFolder(dir: SafeDir, change: PlannedChange): void {
  const target = dir.at(baseName(change.path));
  try {
    mkdirSync(target, NEW_FOLDER_MODE);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw changed(change.path, 'it was created meanwhile');
    throw error;
  }
  const { uid, gid } = ownerFor(dir, change);
  if (process.geteuid?.() === 0) lchownSync(target, uid, gid);
}

function changed(path: string, reason: string): ChangedMeanwhileError {
  return new ChangedMeanwhileError({ path, reason });
}

/** True if two stats are of the same file, unchanged. */
function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  );
}

/** Changes that take a file away which comes elsewhere with the same bytes, by that path. */
function movedFiles(changes: readonly PlannedChange[]): ReadonlyMap<string, PlannedChange> {
  // Empty files are all alike.
  const gone = changes.flatMap(({ path, before: entry, after }) =>
    entry?.type === 'file' && !after && entry.size > 0 ? [{ path, entry }] : [],
  );
  const come = changes.flatMap(({ path, before, after: entry }) =>
    !before && entry?.type === 'file' ? [{ path, entry }] : [],
  );
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const { pairs } = pairFiles(gone, come, (path) => path);
  return new Map(
    pairs.flatMap(({ from, to }) => {
      const change = byPath.get(from);
      return change ? [[to, change] as const] : [];
    }),
  );
}
