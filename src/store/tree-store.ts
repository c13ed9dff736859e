import { type TextForm, textFormIn } from '../machine/text/text-form';
import type { TreeHash, BlobHash } from '../domain/ids';
import { joinPath } from '../domain/files/paths';
import { Lru } from '../machine/lru';
import { readingAt } from './errors';
import { decodeListing, encodeListing } from './tree-listing';
import type { BlobStore, TreeEntry, TreeFile, TreeStore } from './types';
import { HashedBlob } from './hash';

/** Entries kept in parsed listings: about 20 MB. */
const CACHED_ENTRIES = 100_000;

/** Trees over a blob store; recently read listings are kept parsed. */
export function createTreeStore(blobs: BlobStore): TreeStore {
  const cache = new Lru<TreeHash, readonly TreeEntry[]>(CACHED_ENTRIES);

  async function readDir(hash: TreeHash): Promise<readonly TreeEntry[]> {
    const known = cache.get(hash);
    if (known) return known;
    const entries = decodeListing(await blobs.load(hash), hash);
    cache.set(hash, entries, entries.length + 1);
    return entries;
  }

  async function writeDir(entries: readonly TreeEntry[]): Promise<TreeHash> {
    return (await blobs.put(encodeListing(entries))) as TreeHash;
  }

  async function collect(
    tree: TreeHash,
    hash: TreeHash,
    folder: string,
    dirs: boolean,
    into: TreeFile[],
  ): Promise<void> {
    for (const entry of await readingAt({ tree, path: folder }, () => readDir(hash))) {
      const path = joinPath(folder, entry.name);
      if (entry.type !== 'dir' || dirs) into.push({ ...entry, path });
      if (entry.type === 'dir') await collect(tree, entry.hash, path, dirs, into);
    }
  }

  return {
    readDir,
    writeDir,
    emptyTree: () => writeDir([]),
    list: async (tree, options = {}) => {
      const files: TreeFile[] = [];
      await collect(tree, tree, '', options.dirs ?? false, files);
      return files;
    },
    find: async (tree, path) => {
      let found: TreeEntry | undefined;
      for (const part of path.split('/')) {
        if (found && found.type !== 'dir') return undefined;
        const folder = found?.hash ?? tree;
        const entries = await readingAt({ tree, path }, () => readDir(folder));
        found = entries.find((entry) => entry.name === part);
        if (!found) return undefined;
      }
      return found && { ...found, path };
    },
  };
}

/** The bytes of a file of a tree; undefined where the path is no file. */
export async function readTreeFile(
  store: { blobs: BlobStore; trees: TreeStore },
  tree: TreeHash,
  path: string,
): Promise<Buffer | undefined> {
  const file = await store.trees.find(tree, path);
  if (file?.type !== 'file') return undefined;
  return readFileOf(store.blobs, tree, file);
}

/** A file of a tree as people and models read and edit it. */
export function textFormAt(
  store: { blobs: BlobStore; trees: TreeStore },
  tree: TreeHash,
  { path, bytes }: { path: string; bytes: Buffer },
): Promise<TextForm> {
  return textFormIn(path, bytes, (each) => readTreeFile(store, tree, each));
}

/** The bytes of a listed file; where they cannot be had, the error says which file of which tree it is. */
export function readFileOf(blobs: BlobStore, tree: TreeHash, file: TreeFile): Promise<Buffer> {
  return readingAt({ tree, path: file.path }, () => blobs.load(file.hash));
}

/** `put` of a store, by how it keeps blobs whose hash is known, and a stream. */
export function putWith(
  keep: (blobs: readonly HashedBlob[]) => Promise<void>,
  keepStream: (chunks: AsyncIterable<Uint8Array>) => Promise<BlobHash>,
): BlobStore['put'] {
  const keepAll = async (given: readonly (Uint8Array | HashedBlob)[]): Promise<BlobHash[]> => {
    const blobs = given.map((each) => (each instanceof HashedBlob ? each : new HashedBlob(each)));
    await keep(blobs);
    return blobs.map(({ hash }) => hash);
  };
  const put = async (
    given: Uint8Array | AsyncIterable<Uint8Array> | readonly (Uint8Array | HashedBlob)[],
  ): Promise<BlobHash | BlobHash[] | undefined> => {
    if (given instanceof Uint8Array) return (await keepAll([given]))[0];
    return Symbol.asyncIterator in given ? keepStream(given) : keepAll(given);
  };
  return put as BlobStore['put'];
}
