import { joinPath, withoutSetId } from '../../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../../domain/ids';
import { said } from '../../../domain/saying';
import { sizeText } from '../../../domain/text';
import type { TreeEntry } from '../../../store';
import { TreeDraft } from './tree-draft';
import { shownPath } from '../directory/context';
import type { FilesContext } from './context';
import { fileWords } from './words';

/** Most that a command's private copy of a folder may hold. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 20_000;
/** Bytes that are put into the store at once. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Histories of projects: no command gets to see or change one. */
const HISTORIES: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);

/** An entry of a folder, with its path in that folder. */
export interface LoadedEntry {
  path: string;
  entry: TreeEntry;
}

/** A folder whose files have their bytes in the store. Paths are those in the folder. */
export interface LoadedFolder {
  tree: TreeHash;
  /** Files of the disk that were read, by path; `hash` is the blob of their bytes. */
  read: ReadonlyMap<string, { entry: TreeEntry; hash: BlobHash }>;
  /** Entries that are not in it: histories, and what could not be read. */
  kept: readonly LoadedEntry[];
  /** Why some could not be read, a sentence each. */
  problems: readonly string[];
}

export async function loadFolder(
  context: FilesContext,
  folder: TreeHash,
  name: string,
): Promise<LoadedFolder | { problem: string }> {
  const files: LoadedEntry[] = [];
  const kept: LoadedEntry[] = [];
  let count = 0;
  let bytes = 0;
  const down = async (hash: TreeHash, path: string): Promise<void> => {
    context.signal.throwIfAborted();
    for (const entry of await context.trees.readDir(hash)) {
      const below = joinPath(path, entry.name);
      if (entry.type === 'dir' && HISTORIES.has(entry.name)) kept.push({ path: below, entry });
      else if (entry.type === 'dir') await down(entry.hash, below);
      else {
        if (entry.type === 'identity') files.push({ path: below, entry });
        count += 1;
        bytes += entry.size;
      }
    }
  };
  await down(folder, '');
  if (count > MOST_FILES || bytes > MOST_BYTES)
    return {
      problem: fileWords(context).tooMuch(
        shownPath(name),
        count,
        sizeText(bytes),
        MOST_FILES,
        sizeText(MOST_BYTES),
      ),
    };
  return new Load(context, folder, kept).run(files);
}

class Load {
  private readonly draft: TreeDraft;
  private readonly read = new Map<string, { entry: TreeEntry; hash: BlobHash }>();
  private readonly problems: string[] = [];
  private batch: { file: LoadedEntry; bytes: Buffer }[] = [];
  private batchBytes = 0;

  constructor(
    private readonly context: FilesContext,
    folder: TreeHash,
    private readonly kept: LoadedEntry[],
  ) {
    this.draft = new TreeDraft(context, folder);
  }

  async run(files: readonly LoadedEntry[]): Promise<LoadedFolder> {
    for (const { path } of this.kept) await this.draft.remove(path);
    for (const file of files) await this.one(file);
    await this.store();
    const { read, kept, problems } = this;
    return { tree: await this.draft.write(), read, kept, problems };
  }

  private async one(file: LoadedEntry): Promise<void> {
    this.context.signal.throwIfAborted();
    const bytes = await this.context.contents.read(file.entry, MOST_BYTES);
    if (!Buffer.isBuffer(bytes)) {
      this.kept.push(file);
      this.problems.push(said(fileWords(this.context), bytes.problem));
      return this.draft.remove(file.path);
    }
    this.batch.push({ file, bytes });
    this.batchBytes += bytes.length;
    if (this.batchBytes > BATCH_BYTES) await this.store();
  }

  private async store(): Promise<void> {
    const hashes = await this.context.blobs.put(this.batch.map(({ bytes }) => bytes));
    for (const [index, { file, bytes }] of this.batch.entries()) {
      const hash = hashes[index];
      if (hash === undefined) throw new Error('the store gave fewer hashes than it got blobs');
      const { entry, path } = file;
      this.read.set(path, { entry, hash });
      await this.draft.put(path, { type: 'file', mode: entry.mode, size: bytes.length, hash });
    }
    this.batch = [];
    this.batchBytes = 0;
  }
}

/**
 * The folder as a command left it, with what it did not touch as it was: files that it left alone or only moved are files of the
 * disk again, and what it was not shown is back in its place.
 */
export async function restoredFolder(
  context: FilesContext,
  { read, kept }: LoadedFolder,
  after: TreeHash,
): Promise<TreeHash> {
  const draft = new TreeDraft(context, after);
  const files = (await context.trees.list(after)).filter(({ type }) => type === 'file');
  const moved: typeof files = [];
  const free = new Map(read);
  for (const file of files) {
    const known = read.get(file.path);
    if (known?.hash !== file.hash || known.entry.mode !== file.mode) moved.push(file);
    else {
      await draft.put(file.path, known.entry);
      free.delete(file.path);
    }
  }
  const gone = new Map<string, TreeEntry[]>();
  for (const { entry, hash } of free.values()) {
    const key = `${hash} ${entry.mode}`;
    const alike = gone.get(key) ?? [];
    alike.push(entry);
    gone.set(key, alike);
  }
  for (const file of moved) {
    // Empty files are all alike: only their identity could tell which one has moved.
    const known = file.size === 0 ? undefined : gone.get(`${file.hash} ${file.mode}`)?.pop();
    if (known) await draft.put(file.path, known);
    // What the command wrote must not run with the rights of its owner.
    else if (withoutSetId(file.mode) !== file.mode)
      await draft.put(file.path, { ...file, mode: withoutSetId(file.mode) });
  }
  for (const { path, entry } of kept) await putBack(draft, path, entry);
  return draft.write();
}

async function putBack(draft: TreeDraft, path: string, entry: TreeEntry): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  await draft.makeFolder(folder);
  // A file of the command's in the place of the folder keeps its place under another name.
  if ((await draft.find(folder))?.type === 'dir' && !(await draft.find(path))) await draft.put(path, entry);
}
