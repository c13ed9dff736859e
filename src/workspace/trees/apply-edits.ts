import { folderRules, leftOutReason, type FolderRules } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { TreeHash } from '../../domain/ids';
import type { AppliedEdit, EditRefusal, FileEdit } from '../../domain/files/workspace';
import { withEdited } from './compose-tree';
import type { TreeAccess } from './tree-access';
import { charsetOf } from '../../domain/files/editorconfig';
import {
  ancestorPaths,
  baseName,
  checkPath,
  joinPath,
  parentPath,
  pathWarning,
  withoutSetId,
} from '../../domain/files/paths';
import { type EntryType, readTreeFile } from '../../store';
import { asksCharset, newFile, type TextForm, textForm } from '../../machine/text/text-form';
import { EditedFiles, FoldedNames, type EditedFile, type NewFile } from './edited-files';
import { linesAt, nearestLines } from '../../domain/files/edit-text';
import type { MatchLayer, MatchOutcome, MatchProblem } from '../../domain/files/edit-match/outcome';
import { patchText } from '../../domain/files/edit-match/patch-text';
import { replaceText } from '../../domain/files/edit-match/replace-text';
import { rewrittenProgram } from '../../machine/text/program-text';
import { parseDiff } from '../../domain/files/edit-match/parse-diff';

type Standing = 'absent' | EntryType;
type Made = { applied: AppliedEdit } | { refusal: EditRefusal };

const NEW_FILE_MODE = 0o644;

/** A tree under a batch of edits: reads see the edits made so far, nothing is written. */
class EditSession {
  private readonly edited = new EditedFiles();
  private readonly folded = new Map<string, FoldedNames>();

  constructor(
    private readonly store: TreeAccess,
    private readonly tree: TreeHash,
    private readonly protect: (path: string) => string | undefined,
    private readonly rules: FolderRules,
  ) {}

  /** Every path that was edited, with what it holds now. */
  result(): ReadonlyMap<string, EditedFile> {
    return this.edited.all();
  }

  /** Makes one edit, or says why not. */
  async apply(edit: FileEdit): Promise<Made> {
    const paths = edit.action === 'move' ? [edit.from, edit.path] : [edit.path];
    for (const path of paths) {
      const refusal = await this.unusable(edit, path);
      if (refusal) return { refusal };
    }
    const unfit = unfitMode(edit);
    if (unfit) return { refusal: unfit };
    const made = await this.change(edit);
    if (made && 'reason' in made) return { refusal: made };
    const { path, action } = edit;
    const warning = action === 'create' || action === 'move' ? pathWarning(path) : undefined;
    return { applied: { path, action, ...made, ...(warning === undefined ? {} : { warning }) } };
  }

  /** Refusal of a path that may not be edited at all. Undefined: it may. */
  private async unusable(edit: FileEdit, path: string): Promise<EditRefusal | undefined> {
    const bad = checkPath(path);
    if (bad) return refuse(edit, 'bad-path', bad.message, { problem: bad.name });
    const guarded = this.protect(path) ?? (await this.heavyReason(path));
    if (guarded) return refuse(edit, 'protected', `${path} may not be edited: it ${guarded}`);
    return this.blockedBy(edit, path);
  }

  private async change(edit: FileEdit): Promise<EditRefusal | { layer?: AppliedEdit['layer'] } | undefined> {
    if (edit.action === 'create') {
      return (await this.taken(edit)) ?? this.create(edit);
    }
    const source = edit.action === 'move' ? edit.from : edit.path;
    const standing = await this.standing(source);
    if (standing === 'absent') return refuse(edit, 'missing', `there is no file ${source}`);
    if (standing !== 'file') return refuse(edit, 'not-a-file', `${source} is ${named(standing)}`);
    switch (edit.action) {
      case 'delete':
        this.edited.set(edit.path, 'deleted');
        return undefined;
      case 'move':
        return this.move(edit);
      case 'mode':
        this.edited.set(edit.path, { ...(await this.file(edit.path)), mode: edit.mode });
        return undefined;
      default:
        return this.editText(edit);
    }
  }

  private async create(edit: Extract<FileEdit, { action: 'create' }>): Promise<EditRefusal | undefined> {
    const { path, content } = edit;
    const charset = asksCharset(Buffer.alloc(0), [content]) ? await this.charset(path) : undefined;
    const made = newFile(content, charset);
    if ('problem' in made) return refuse(edit, 'malformed', `${path} ${made.problem}`);
    this.edited.set(path, { mode: NEW_FILE_MODE, bytes: made.bytes });
    return undefined;
  }

  private async editText(edit: TextEdit): Promise<EditRefusal | { layer?: AppliedEdit['layer'] }> {
    const wrong = edit.action === 'patch' ? wrongDiffPath(edit) : undefined;
    if (wrong) return wrong;
    const { mode } = await this.file(edit.path);
    const bytes = await this.read(edit.path);
    const made = editBytes(
      edit,
      bytes,
      asksCharset(bytes, textsOf(edit)) ? await this.charset(edit.path) : undefined,
    );
    if ('reason' in made) return refuse(edit, made.reason, made.message, { nearest: made.nearest });
    this.edited.set(edit.path, { mode: withoutSetId(mode), bytes: made.bytes });
    return made.layer === undefined ? {} : { layer: made.layer };
  }

  /** Encoding that `.editorconfig` declares for a path. */
  private charset(path: string): Promise<string | undefined> {
    return charsetOf(path, async (each) =>
      (await this.standing(each)) === 'file' ? (await this.read(each)).toString('utf8') : undefined,
    );
  }

  private async move(edit: Extract<FileEdit, { action: 'move' }>): Promise<EditRefusal | undefined> {
    const file = await this.file(edit.from);
    if (edit.from === edit.path) return refuse(edit, 'exists', `${edit.path} is where it is already`);
    const before = this.edited.get(edit.from);
    // What goes away is no twin of what comes: a move may change the case of a name.
    this.edited.set(edit.from, 'deleted');
    const taken = await this.taken(edit);
    if (taken) this.edited.restore(edit.from, before);
    else this.edited.set(edit.path, file);
    return taken;
  }

  /** Refusal of a new file at the edit's path. Undefined: it is free. */
  private async taken(edit: FileEdit): Promise<EditRefusal | undefined> {
    const { path } = edit;
    const standing = await this.standing(path);
    if (standing !== 'absent')
      return refuse(edit, 'exists', `${path} is there already, as ${named(standing)}`);
    for (const each of [...ancestorPaths(path), path]) {
      const twin = await this.twinOf(each);
      if (twin === undefined) continue;
      const why = `${JSON.stringify(path)} would stand beside ${twin}, whose name differs only in case or in how it is written: use that name`;
      return refuse(edit, 'bad-path', why, { problem: 'case-twin' });
    }
    return undefined;
  }

  /** Existing name beside a missing path that other file systems take for the same. Undefined: none. */
  private async twinOf(path: string): Promise<string | undefined> {
    if ((await this.standing(path)) !== 'absent') return undefined;
    const folder = parentPath(path);
    const name = baseName(path);
    for (const other of [
      ...(await this.foldedNames(folder)).alike(name),
      ...this.edited.alike(folder, name),
    ]) {
      const twin = joinPath(folder, other);
      if (other !== name && (await this.standing(twin)) !== 'absent') return twin;
    }
    return undefined;
  }

  private async foldedNames(folder: string): Promise<FoldedNames> {
    const known = this.folded.get(folder);
    if (known) return known;
    const names = new FoldedNames(await this.namesIn(folder));
    this.folded.set(folder, names);
    return names;
  }

  /** A file or a link where the path wants a folder. Nothing is edited through a link. */
  private async blockedBy(edit: FileEdit, path: string): Promise<EditRefusal | undefined> {
    for (const folder of ancestorPaths(path)) {
      const standing = await this.standing(folder);
      if (standing === 'absent') return undefined;
      if (standing !== 'dir')
        return refuse(edit, 'not-a-file', `${folder}, on the way to ${path}, is ${named(standing)}`);
    }
    return undefined;
  }

  private async standing(path: string): Promise<Standing> {
    const edited = this.edited.get(path);
    if (edited && edited !== 'deleted') return 'file';
    if (this.edited.holdsBelow(path)) return 'dir';
    if (edited === 'deleted') return 'absent';
    return (await this.store.trees.find(this.tree, path))?.type ?? 'absent';
  }

  private async file(path: string): Promise<NewFile> {
    const edited = this.edited.get(path);
    if (edited && edited !== 'deleted') return edited;
    const found = await this.store.trees.find(this.tree, path);
    if (found?.type !== 'file') throw new Error(`${path} has vanished from tree ${this.tree}`);
    return { mode: found.mode, hash: found.hash, size: found.size };
  }

  private async read(path: string): Promise<Buffer> {
    const edited = this.edited.get(path);
    if (edited && edited !== 'deleted')
      return 'bytes' in edited ? edited.bytes : this.store.blobs.load(edited.hash);
    const bytes = await readTreeFile(this.store, this.tree, path);
    if (!bytes) throw new Error(`${path} has vanished from tree ${this.tree}`);
    return bytes;
  }

  /** A folder that is not captured cannot be edited either: publishing would write over what nobody has seen. */
  private heavyReason(path: string): Promise<string | undefined> {
    return leftOutReason(parentPath(path), this.rules, (folder) => this.namesIn(folder));
  }

  private async namesIn(folder: string): Promise<Set<string>> {
    const found = folder === '' ? undefined : await this.store.trees.find(this.tree, folder);
    const tree = found?.type === 'dir' ? found.hash : folder === '' ? this.tree : undefined;
    if (tree === undefined) return new Set();
    return new Set((await this.store.trees.readDir(tree)).map((entry) => entry.name));
  }
}

type TextEdit = Extract<FileEdit, { action: 'replace' | 'patch' | 'modify' }>;

type PlacedEdit = Exclude<TextEdit, { action: 'modify' }>;

/** A file's new bytes and how the edit found its place, or the parts of a refusal. */
type EditedBytes =
  { bytes: Buffer; layer?: MatchLayer } | Pick<EditRefusal, 'reason' | 'message' | 'nearest'>;

export interface EditRules {
  /** Reason why a path may not be edited. Undefined: it may. */
  protect?: (path: string) => string | undefined;
  /** Rules of the run: what is not captured is not edited either. */
  heavyFolders?: HeavyRules;
}

/** The tree with all edits, and how each found its place; or every refusal. */
export type EditOutcome = { tree: TreeHash; applied: AppliedEdit[] } | { refusals: EditRefusal[] };

/**
 * Applies edits in order, each on the result of those before it. All or nothing: if one is refused, the outcome lists
 * every refusal, with the nearest lines, and has no tree.
 */
export async function applyEdits(
  store: TreeAccess,
  tree: TreeHash,
  edits: readonly FileEdit[],
  { protect = () => undefined, heavyFolders }: EditRules = {},
): Promise<EditOutcome> {
  const session = new EditSession(store, tree, protect, folderRules(heavyFolders));
  const refusals: EditRefusal[] = [];
  const applied: AppliedEdit[] = [];
  for (const edit of edits) {
    const made = await session.apply(edit);
    if ('refusal' in made) refusals.push(made.refusal);
    else applied.push(made.applied);
  }
  if (refusals.length > 0) return { refusals };
  return { tree: await withEdited(store, tree, session.result()), applied };
}

/** Texts that an edit may put into a file. */
function textsOf(edit: TextEdit): string[] {
  if (edit.action === 'modify') return [edit.content];
  return [edit.action === 'patch' ? edit.diff : edit.replacement];
}

function named(standing: Standing): string {
  const names = { absent: 'nothing', file: 'a file', dir: 'a folder', link: 'a link' };
  return standing === 'identity' ? 'a file whose bytes are not in the store' : names[standing];
}

/**
 * Makes an edit in a file's bytes. Whatever the edit does not touch stays as it is, text or not, in any encoding; `charset` is what
 * `.editorconfig` declares.
 */
export function editBytes(edit: TextEdit, bytes: Buffer, charset?: string): EditedBytes {
  const form = textForm(bytes, charset);
  const written = (text: string, found: { layer?: MatchLayer }): EditedBytes => {
    const made = form.write(text);
    return 'bytes' in made
      ? { ...made, ...found }
      : { reason: 'malformed', message: `${edit.path} ${made.problem}` };
  };
  if (edit.action === 'modify') {
    const program = rewrittenProgram(bytes, edit.content);
    return program ? { bytes: program } : written(edit.content, {});
  }
  const outcome = match(edit, form.text);
  if (!outcome.ok) return refused(edit, outcome.problem, form);
  return written(outcome.text, { layer: outcome.layer });
}

function match(edit: PlacedEdit, text: string): MatchOutcome {
  if (edit.action === 'patch') return patchText(text, edit.diff);
  const { search, replacement, all } = edit;
  return replaceText(text, { search, replacement, all });
}

function refused(edit: TextEdit, problem: MatchProblem, { text, isText }: TextForm): EditedBytes {
  const { reason, message, expected, lines } = problem;
  const near = lines && lines.length > 0 ? linesAt(text, lines) : expected && nearestLines(text, expected);
  return {
    reason,
    message: message.replace('the file', () => edit.path),
    ...(near !== undefined && isText ? { nearest: near } : {}),
  };
}

function refuse(
  edit: FileEdit,
  reason: EditRefusal['reason'],
  message: string,
  more: Pick<EditRefusal, 'nearest' | 'problem'> = {},
): EditRefusal {
  const { nearest, problem } = more;
  return {
    path: edit.path,
    reason,
    message,
    ...(nearest === undefined ? {} : { nearest }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Refusal of a mode that no file can have. */
function unfitMode(edit: FileEdit): EditRefusal | undefined {
  if (edit.action !== 'mode' || (Number.isInteger(edit.mode) && edit.mode >= 0 && edit.mode <= 0o777))
    return undefined;
  return refuse(
    edit,
    'malformed',
    `${edit.path} cannot have the mode ${edit.mode}: give permission bits, 0 to 0o777`,
  );
}

/** A diff that names another file than its edit is for that file. */
function wrongDiffPath(edit: Extract<FileEdit, { action: 'patch' }>): EditRefusal | undefined {
  const files = parseDiff(edit.diff);
  if (typeof files === 'string' || files.length !== 1) return undefined;
  const { oldPath, newPath, binary } = files[0] ?? {};
  if (binary) return refuse(edit, 'malformed', `the diff of ${edit.path} is of bytes, not of text`);
  if (oldPath === null || newPath === null)
    return refuse(
      edit,
      'malformed',
      `the diff of ${edit.path} creates or deletes a file: use an edit that does`,
    );
  const named = [oldPath, newPath].filter((name) => name !== undefined);
  const meant = named.length === 0 || named.some((name) => samePlace(name, edit.path));
  return meant
    ? undefined
    : refuse(edit, 'malformed', `the diff is of ${named[0] ?? ''}, not of ${edit.path}`);
}

/** Diffs name files from some folder on the way, with prefixes of any kind. */
function samePlace(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`) || path.endsWith(`/${name}`);
}
