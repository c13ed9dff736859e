import type { TreeHash } from '../../src/domain/ids';
import type { BlobStore, TreeEntry, TreeStore } from '../../src/store/types';

type Stores = { blobs: BlobStore; trees: TreeStore };

/** A tree of text files: path → text. */
export async function treeOf(stores: Stores, files: Readonly<Record<string, string>>): Promise<TreeHash> {
  const folders = new Map<string, Record<string, string>>();
  const entries: TreeEntry[] = [];
  for (const [path, text] of Object.entries(files)) {
    const [name = '', ...rest] = path.split('/');
    if (rest.length > 0) folders.set(name, { ...folders.get(name), [rest.join('/')]: text });
    else {
      const hash = await stores.blobs.put(Buffer.from(text));
      entries.push({ name, type: 'file', mode: 0o644, hash, size: Buffer.byteLength(text) });
    }
  }
  for (const [name, inner] of folders) {
    entries.push({ name, type: 'dir', mode: 0o755, hash: await treeOf(stores, inner), size: 0 });
  }
  return stores.trees.writeDir(
    entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))),
  );
}

/** The text files of a tree: path → text. */
export async function textsOf(stores: Stores, tree: TreeHash): Promise<Record<string, string>> {
  const files = await stores.trees.list(tree);
  const texts = files.map(
    async ({ path, hash }) => [path, (await stores.blobs.load(hash)).toString('utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}
