import { isUtf8 } from 'node:buffer';
import { linesAt, nearestLines } from '../../domain/edit-text';
import { heavyFolder, HEAVY_FOLDERS } from '../../domain/heavy-folders';
import type { TreeHash } from '../../domain/ids';
import { ancestorPaths, baseName, checkPath, parentPath } from '../../domain/paths';
import type { EditRefusal, FileEdit } from '../../domain/workspace';
import { readTreeFile } from '../../store/tree-store';
import type { TreeAccess } from './apply-edits';

export type RefusedEdit = EditRefusal;

/** What an edited path holds: a file, or nothing. */
export type EditedFile = { mode: number; bytes: Buffer } | 'deleted';

type Standing = 'absent' | 'file' | 'dir' | 'link';

const HEAVY_NAMES = new Set(HEAVY_FOLDERS.map((rule) => rule.name));
const NEW_FILE_MODE = 0o644;
/** Most places of an ambiguous search that are counted. */
const COUNTED = 20;

/** A tree under a batch of edits: reads see the edits made so far, nothing is written. */
export class EditSession {
  private readonly edited = new Map<string, EditedFile>();

  constructor(
    private readonly store: TreeAccess,
    private readonly tree: TreeHash,
    private readonly protect: (path: string) => string | undefined,
  ) {}

  /** Every path that was edited, with what it holds now. */
  result(): ReadonlyMap<string, EditedFile> {
    return this.edited;
  }

  /** Makes one edit; undefined where it was made, else why not. */
  async apply(edit: FileEdit): Promise<EditRefusal | undefined> {
    const bad = checkPath(edit.path);
    if (bad) return refuse(edit, 'bad-path', bad.message);
    const guarded = this.protect(edit.path) ?? (await this.heavyReason(edit.path));
    if (guarded) return refuse(edit, 'protected', `${edit.path} may not be edited: it ${guarded}`);
    return (await this.blockedBy(edit)) ?? (await this.change(edit));
  }

  private async change(edit: FileEdit): Promise<EditRefusal | undefined> {
    const standing = await this.standing(edit.path);
    if (edit.action === 'create') {
      if (standing !== 'absent')
        return refuse(edit, 'exists', `${edit.path} is there already, as ${named(standing)}`);
      this.edited.set(edit.path, { mode: NEW_FILE_MODE, bytes: Buffer.from(edit.content) });
      return undefined;
    }
    if (standing === 'absent') return refuse(edit, 'missing', `there is no file ${edit.path}`);
    if (standing !== 'file') return refuse(edit, 'not-a-file', `${edit.path} is ${named(standing)}`);
    if (edit.action === 'delete') {
      this.edited.set(edit.path, 'deleted');
      return undefined;
    }
    const { mode, bytes } = await this.read(edit.path);
    if (edit.action === 'modify') {
      this.edited.set(edit.path, { mode, bytes: Buffer.from(edit.content) });
      return undefined;
    }
    const replaced = replaceOnce(edit, bytes);
    if (!Buffer.isBuffer(replaced)) return replaced;
    this.edited.set(edit.path, { mode, bytes: replaced });
    return undefined;
  }

  /** A file or a link where the path wants a folder. Nothing is edited through a link. */
  private async blockedBy(edit: FileEdit): Promise<EditRefusal | undefined> {
    for (const folder of ancestorPaths(edit.path)) {
      const standing = await this.standing(folder);
      if (standing === 'absent') return undefined;
      if (standing !== 'dir')
        return refuse(edit, 'not-a-file', `${folder}, on the way to ${edit.path}, is ${named(standing)}`);
    }
    return undefined;
  }

  private async standing(path: string): Promise<Standing> {
    const edited = this.edited.get(path);
    if (edited && edited !== 'deleted') return 'file';
    const below = `${path}/`;
    for (const [other, state] of this.edited)
      if (state !== 'deleted' && other.startsWith(below)) return 'dir';
    if (edited === 'deleted') return 'absent';
    return (await this.store.trees.find(this.tree, path))?.type ?? 'absent';
  }

  private async read(path: string): Promise<{ mode: number; bytes: Buffer }> {
    const edited = this.edited.get(path);
    if (edited && edited !== 'deleted') return edited;
    const mode = (await this.store.trees.find(this.tree, path))?.mode ?? NEW_FILE_MODE;
    const bytes = await readTreeFile(this.store, this.tree, path);
    if (!bytes) throw new Error(`${path} has vanished from tree ${this.tree}`);
    return { mode, bytes };
  }

  /** A folder that is not captured cannot be edited either: publishing would write over what nobody has seen. */
  private async heavyReason(path: string): Promise<string | undefined> {
    for (const folder of ancestorPaths(path)) {
      if (!HEAVY_NAMES.has(baseName(folder))) continue;
      const rule = heavyFolder(baseName(folder), await this.namesIn(parentPath(folder)));
      if (rule) return `lies in ${folder}, which is not captured (${rule.reason})`;
    }
    return undefined;
  }

  private async namesIn(folder: string): Promise<Set<string>> {
    const hash = folder === '' ? this.tree : (await this.store.trees.find(this.tree, folder))?.hash;
    if (hash === undefined) return new Set();
    return new Set((await this.store.trees.readDir(hash)).map((entry) => entry.name));
  }
}

/** Works on bytes, so that whatever else the file holds stays as it is. */
function replaceOnce(edit: Extract<FileEdit, { action: 'replace' }>, bytes: Buffer): Buffer | EditRefusal {
  const search = Buffer.from(edit.search);
  const places = findAll(bytes, search);
  const [at] = places;
  if (at === undefined) {
    const nearest = isUtf8(bytes) ? nearestLines(bytes.toString('utf8'), edit.search) : undefined;
    return refuse(edit, 'no-match', `the text to replace does not stand in ${edit.path}`, nearest);
  }
  if (places.length > 1) {
    const count = places.length < COUNTED ? String(places.length) : `at least ${COUNTED}`;
    const offsets = places.map((place) => bytes.toString('utf8', 0, place).length);
    const shown = linesAt(bytes.toString('utf8'), offsets);
    return refuse(
      edit,
      'ambiguous',
      `the text to replace stands in ${edit.path} ${count} times; add lines around it`,
      shown,
    );
  }
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(edit.replacement),
    bytes.subarray(at + search.length),
  ]);
}

/** Offsets of all places, overlapping ones too. */
function findAll(bytes: Buffer, search: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(search); at >= 0 && places.length < COUNTED; at = bytes.indexOf(search, at + 1))
    places.push(at);
  return places;
}

function named(standing: Standing): string {
  return { absent: 'nothing', file: 'a file', dir: 'a folder', link: 'a link' }[standing];
}

function refuse(
  edit: FileEdit,
  reason: EditRefusal['reason'],
  message: string,
  nearest?: string,
): EditRefusal {
  return { path: edit.path, reason, message, ...(nearest === undefined ? {} : { nearest }) };
}
