import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import { BlobFiles } from './blob-files';
import { createLmdbBlobStore } from './lmdb-blob-store';
import { checkRef, refKey } from './refs';
import { createTreeStore } from './tree-store';
import type { RefStore, StatCache, Store } from './types';

const BINARY = { keyEncoding: 'binary', encoding: 'binary' } as const;

/**
 * Opens the store in a folder of this machine, never on a network file system. Several processes may have it
 * open at once. Folder and files are for their owner only, since blobs hold sources and model replies.
 */
export async function openStore(folder: string): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const files = await BlobFiles.open(join(folder, 'blobs'));
  const root = openDatabase(join(folder, 'lmdb'));
  await Promise.all(['data.mdb', 'lock.mdb'].map((name) => chmod(join(folder, 'lmdb', name), 0o600)));
  const blobs = createLmdbBlobStore(root.openDB<Buffer, Buffer>('blobs', BINARY), files);
  return {
    blobs,
    refs: createLmdbRefStore(root.openDB<string, Buffer>('refs', { ...BINARY, encoding: 'string' })),
    stats: createLmdbStatCache(root.openDB<Buffer, Buffer>('folders', BINARY)),
    trees: createTreeStore(blobs),
    close: () => root.close(),
  };
}

function openDatabase(path: string): RootDatabase {
  return open({
    path,
    // With a write map a full disk is SIGBUS, which ends the process; without one it is an error.
    useWritemap: false,
    // Otherwise a commit shows before it is on disk, and a blob that is found need not be durable. Not slower:
    // 10,000 blobs of 6.6 kB in groups of 1,000 take 125 ms with it and 129 ms without.
    overlappingSync: false,
    maxReaders: 512,
  });
}

function createLmdbRefStore(refs: Database<string, Buffer>): RefStore {
  return {
    putOnce: async (key, value) => {
      checkRef(key, value);
      const name = refKey(key);
      await refs.ifNoExists(name, () => {
        void refs.put(name, value);
      });
      await refs.flushed;
      return refs.get(name) ?? value;
    },
    get: (key) => Promise.resolve().then(() => refs.get(refKey(key))),
    list: (run) => {
      const prefix = refKey({ run, step: '' });
      const end = refKey({ run, step: '' });
      // NUL ends the run's name, so the names of other runs stand before it or after this.
      end[end.length - 1] = 1;
      const rows = refs.getRange({ start: prefix, end }).map(({ key, value }) => ({
        step: Buffer.from(key).toString('utf8', prefix.length),
        value,
      }));
      return Promise.resolve([...rows]);
    },
  };
}

/** Key of the epoch: keys of folders are longer. */
const EPOCH = Buffer.from('epoch');

function createLmdbStatCache(stats: Database<Buffer, Buffer>): StatCache {
  const epoch = (): number => Number(stats.get(EPOCH)?.toString() ?? 0);
  return {
    get: (key) => stats.get(key),
    setMany: async (folders) => {
      await Promise.all(folders.map(({ key, record }) => stats.put(key, record)));
    },
    epoch,
    nextEpoch: async () => {
      await stats.transaction(() => void stats.put(EPOCH, Buffer.from(String(epoch() + 1))));
    },
  };
}
