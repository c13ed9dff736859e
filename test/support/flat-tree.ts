import type { BlobHash, TreeHash } from '../../src/domain/ids';
import type { Store } from '../../src/store/types';
import { asBlob } from './hashes';
import { closeTree, pathsIn, isFolder, openTree, type MutableFolder } from './mutable-tree';

/** Hash of an identity that is told by a letter. */
export function identityHash(letter: string): BlobHash {
  return asBlob(letter.charCodeAt(0).toString(16).padStart(2, '0').repeat(32));
}

/**
 * Makes a tree of `path: content`: a capital letter is an identity, `/` an empty folder, anything else the text of a
 * file.
 */
export async function flatTree(
  store: Pick<Store, 'blobs' | 'trees'>,
  paths: Record<string, string>,
): Promise<TreeHash> {
  const root: MutableFolder = { mode: 0o755, entries: new Map() };
  for (const [path, content] of Object.entries(paths)) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const next = folder.entries.get(part) ?? { mode: 0o755, entries: new Map() };
      folder.entries.set(part, next);
      if (isFolder(next)) folder = next;
    }
    const identity = /^[A-Z]$/.test(content);
    const hash = identity ? identityHash(content) : await store.blobs.put(Buffer.from(content));
    const type = identity ? ('identity' as const) : ('file' as const);
    folder.entries.set(
      name,
      content === '/'
        ? { mode: 0o755, entries: new Map() }
        : { type, mode: 0o644, hash, size: content.length },
    );
  }
  return closeTree(store.trees, root);
}

/** The inverse of `flatTree`: folders that hold something are left out. */
export async function flatten(
  store: Pick<Store, 'blobs' | 'trees'>,
  tree: BlobHash,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const [path, node] of pathsIn(await openTree(store.trees, tree))) {
    if (isFolder(node)) {
      if (node.entries.size === 0) paths[path] = '/';
    } else if (node.type === 'identity')
      paths[path] = String.fromCharCode(Number.parseInt(node.hash.slice(0, 2), 16));
    else paths[path] = String(await store.blobs.load(node.hash));
  }
  return paths;
}
