import { lstatSync } from 'node:fs';
import { folderRules, heavyFolder, type FolderRules } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import { ancestorPaths, checkPath, joinPath, parentPath, baseName } from '../../domain/files/paths';
import type { TreeHash } from '../../domain/ids';
import type { EditRefusal } from '../../domain/files/workspace';
import { sizeText } from '../../domain/text';
import { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { hashBytes, type TreeFile } from '../../store';
import { readSmall } from '../io/read-file';
import { DirCursor, SafeDir } from '../io/safe-dir';
import type { EditedFile } from './edited-files';
import { withEdited } from './compose-tree';
import type { TreeAccess } from './tree-access';

/** Most files that are looked at, and most bytes of those that are taken over. */
const MOST_FILES = 20_000;
const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_FILE = 4 * 1024 * 1024;
const LISTED = 20;
/** Errors of a file or folder that has no right to be read, or has gone meanwhile. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENXIO',
]);

/** Paths of a folder that a command wrote in, to be taken over into the tree that it began with. */
export interface KeepRequest {
  tree: TreeHash;
  /** Holds the tree, as the command left it. */
  directory: string;
  /** Files and folders; nothing else is taken over. */
  paths: readonly string[];
  /** Reason why a path may not be changed. Undefined: it may. */
  protect?: (path: string, exists: boolean) => string | undefined;
  heavyFolders?: HeavyRules;
  signal?: AbortSignal;
}

/** The tree with what was kept; or every refusal. `left` are sentences about what was not taken over: 20, and one that counts the others. */
export type KeepOutcome = { tree: TreeHash; left: string[] } | { refusals: EditRefusal[] };

/** Takes the named files and folders over into a tree: all of them or none. Never reads through a link. */
export async function keepPaths(store: TreeAccess, request: KeepRequest): Promise<KeepOutcome> {
  const refusals = request.paths.flatMap((path) => {
    const bad = checkPath(path);
    return bad ? [refusal(path, 'bad-path', `${bad.message}.`)] : [];
  });
  if (refusals.length > 0) return { refusals };
  const root = SafeDir.openRoot(request.directory);
  const keeping = new Keeping(store, request, root);
  try {
    for (const path of [...new Set(request.paths)]) await keeping.take(path);
  } finally {
    keeping.close();
    root.close();
  }
  return keeping.outcome();
}

function refusal(path: string, reason: EditRefusal['reason'], message: string): EditRefusal {
  return { path, reason, message };
}

/** Files that are taken over one after the other. */
class Keeping {
  private readonly cursor: DirCursor;
  private readonly rules: FolderRules;
  private readonly pace: Pace;
  private readonly edited = new Map<string, EditedFile>();
  private readonly refusals: EditRefusal[] = [];
  private readonly left: string[] = [];
  private leftMore = 0;
  private seen = 0;
  private bytes = 0;

  constructor(
    private readonly store: TreeAccess,
    private readonly request: KeepRequest,
    root: SafeDir,
  ) {
    this.cursor = new DirCursor(root);
    this.rules = folderRules(request.heavyFolders);
    this.pace = new Pace(request.signal);
  }

  /** A path that the command's caller named. */
  async take(path: string): Promise<void> {
    const heavy = await this.heavyOnTheWay(path);
    if (heavy !== undefined) this.refusals.push(refusal(path, 'protected', `${path} ${heavy}.`));
    else await this.path(path);
  }

  async outcome(): Promise<KeepOutcome> {
    if (this.refusals.length > 0) return { refusals: this.refusals.slice(0, LISTED) };
    const tree = await withEdited(this.store, this.request.tree, this.edited);
    const more = this.leftMore > 0 ? [`… and ${this.leftMore} more were not taken over.`] : [];
    return { tree, left: [...this.left, ...more] };
  }

  close(): void {
    this.cursor.reset();
  }

  private async path(path: string): Promise<void> {
    if (this.pace.due) await this.pace.rest();
    const before = await this.store.trees.find(this.request.tree, path);
    const stands = this.standing(path);
    if (stands === 'link' || stands === 'other') return this.leave(path, before, stands);
    if (stands === 'dir') await this.folder(path, before);
    else if (stands === 'file') await this.file(path, before);
    else if (before) await this.remove(before);
  }

  private standing(path: string): 'absent' | 'file' | 'dir' | 'link' | 'other' {
    try {
      const stat = lstatSync(this.cursor.enter(parentPath(path)).at(baseName(path)), {
        throwIfNoEntry: false,
      });
      if (!stat) return 'absent';
      if (stat.isSymbolicLink()) return 'link';
      if (stat.isDirectory()) return 'dir';
      return stat.isFile() ? 'file' : 'other';
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT') return 'absent';
      if (UNREADABLE.has(code ?? '')) return 'other';
      throw error;
    }
  }

  private leave(path: string, before: TreeFile | undefined, stands: 'link' | 'other'): void {
    // A link of the tree stays what it is.
    if (stands === 'link' && before?.type === 'link') return;
    const what = stands === 'link' ? 'is a link' : 'is no regular file that can be read';
    this.tell(`${path} ${what}: it was not taken over.`);
  }

  private tell(sentence: string): void {
    if (this.left.length < LISTED) this.left.push(sentence);
    else this.leftMore += 1;
  }

  private async folder(path: string, before: TreeFile | undefined): Promise<void> {
    const names = this.names(path);
    if (!names) return this.leave(path, undefined, 'other');
    if (before && before.type !== 'dir') await this.remove(before);
    const known = before?.type === 'dir' ? await this.store.trees.readDir(before.hash) : [];
    const all = new Set([...names, ...known.map(({ name }) => name)]);
    for (const name of [...all].sort()) {
      const below = joinPath(path, name);
      const isHeavy = heavyFolder(below, names, this.rules) !== undefined;
      if (isHeavy && !known.some((entry) => entry.name === name)) continue;
      if (checkPath(below)) this.tell(`${JSON.stringify(below)} is no path that a tree may have.`);
      else await this.path(below);
      if (this.refusals.length > LISTED) return;
    }
  }

  private names(path: string): Set<string> | undefined {
    try {
      return new Set(this.cursor.enter(path).names());
    } catch {
      return undefined;
    }
  }

  private async file(path: string, before: TreeFile | undefined): Promise<void> {
    this.seen += 1;
    if (this.seen > MOST_FILES) return this.tooMuch(path, `more than ${MOST_FILES} files`);
    const read = this.read(path);
    if (!read) return this.leave(path, before, 'other');
    if (read === 'large') return this.tooMuch(path, `a file of more than ${sizeText(LARGEST_FILE)}`);
    const mode = Number(read.stat.mode) & 0o777;
    const hash = hashBytes(read.bytes);
    if (before?.type === 'file' && before.hash === hash && before.mode === mode) return;
    this.bytes += read.bytes.length;
    if (this.bytes > MOST_BYTES) return this.tooMuch(path, `more than ${sizeText(MOST_BYTES)}`);
    if (before && before.type !== 'file') await this.remove(before);
    this.change(path, before !== undefined, { mode, bytes: read.bytes });
  }

  private read(path: string): ReturnType<typeof readSmall> {
    try {
      return readSmall(this.cursor.enter(parentPath(path)), baseName(path), undefined, LARGEST_FILE);
    } catch (error) {
      if (UNREADABLE.has(errorCode(error) ?? '')) return undefined;
      throw error;
    }
  }

  private tooMuch(path: string, what: string): void {
    this.refusals.push(
      refusal(path, 'malformed', `${path}: ${what} would be taken over; name fewer or smaller files.`),
    );
  }

  /** All files of the tree at a path that has nothing of its kind any more. */
  private async remove(entry: TreeFile): Promise<void> {
    if (entry.type !== 'dir') return this.change(entry.path, true, 'deleted');
    for (const below of await this.store.trees.readDir(entry.hash))
      await this.remove({ ...below, path: joinPath(entry.path, below.name) });
  }

  private change(path: string, exists: boolean, file: EditedFile): void {
    const reason = this.request.protect?.(path, exists);
    if (reason === undefined) this.edited.set(path, file);
    else this.refusals.push(refusal(path, 'protected', `${path} ${reason} and must not be changed.`));
  }

  /** Reason why a path lies in a folder that no tree holds. */
  private async heavyOnTheWay(path: string): Promise<string | undefined> {
    for (const folder of [...ancestorPaths(path), path]) {
      const rule = heavyFolder(folder, this.names(parentPath(folder)) ?? new Set(), this.rules);
      if (!rule || this.standing(folder) !== 'dir') continue;
      // What the tree holds was captured.
      if ((await this.store.trees.find(this.request.tree, folder))?.type !== 'dir')
        return `lies in ${folder}, which is not captured (${rule.reason})`;
    }
    return undefined;
  }
}
