import { z } from 'zod';
import { BlobHash, type TreeHash } from '../domain/ids';
import { Usage } from '../domain/run/budget';
import { hashText } from '../domain/text';
import type { Config } from '../config';
import { readLiveText } from '../machine/live-texts';
import { homePaths } from '../machine/paths';
import { BlobMissingError, isReplyRef, openStore, readTreeFile, type TreeFile } from '../store';
import type { ReadBlob } from './event-log';

/** Reference of a reply, as far as it is read here. */
const KeptReply = z.object({ blob: BlobHash, model: z.string(), usage: Usage });

/** A call of a model that brought a reply. */
export interface ModelCall extends z.infer<typeof KeptReply> {
  /** Effect of the run that it was made for: `round-1/propose-llm`. */
  readonly effect: string;
}

/** Readers of the store that commands show runs with. */
export interface StoreReader {
  /** Text of a diff blob; where the store does not have it, a line that says so. */
  readDiff(hash: BlobHash): Promise<string>;
  readBlob: ReadBlob;
  /** Bytes of a blob by its hash; undefined where the store does not have it. */
  readBytes(hash: string): Promise<Buffer | undefined>;
  /** Text that a model is saying to a run, or that its check prints, by the id of its first execution. Undefined: none is, or not on this machine. */
  readLive(firstRunId: string): Promise<string | undefined>;
  /** Bytes of a file of a tree. Undefined: the tree has no such file, or the store does not have it. */
  readFile(tree: TreeHash, path: string): Promise<Buffer | undefined>;
  /** Calls of models that a run made, by the id of its first execution. */
  callsOf(execution: string): Promise<ModelCall[]>;
  /** Folders, files and links of a tree, sorted by path. Undefined: the store does not have it. */
  listTree(tree: TreeHash): Promise<readonly TreeFile[] | undefined>;
  /** Hash of a file of a tree. Undefined: likewise. */
  hashOf(tree: TreeHash, path: string): Promise<BlobHash | undefined>;
}

/** Opens the store while `use` runs. */
export async function withStore<T>(config: Config, use: (store: StoreReader) => Promise<T>): Promise<T> {
  const store = await openStore(homePaths(config.home).store, { shared: config.s3 });
  const readBlob: ReadBlob = async (hash) => (await there(store.blobs.load(hash)))?.toString('utf8');
  try {
    return await use({
      readDiff: async (hash) => (await readBlob(hash)) ?? lost(hash),
      readBlob,
      readBytes: (hash) => there(store.blobs.load(BlobHash.parse(hash))),
      readLive: async (run) => (await readLiveText(homePaths(config.home).live, run))?.text,
      readFile: (tree, path) => there(readTreeFile(store, tree, path)),
      callsOf: async (execution) =>
        (await store.refs.list(execution))
          .filter(({ effect }) => isReplyRef(effect))
          .map(({ effect, value }) => ({
            ...KeptReply.parse(JSON.parse(value)),
            effect: effect.slice(0, effect.lastIndexOf('/model/')),
          })),
      listTree: (tree) => there(store.trees.list(tree, { dirs: true })),
      hashOf: async (tree, path) => {
        const found = await there(store.trees.find(tree, path));
        return found?.type === 'file' ? found.hash : undefined;
      },
    });
  } finally {
    await store.close();
  }
}

/** Undefined where the store does not have what is read. */
async function there<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    return undefined;
  }
}

function lost(hash: string): string {
  return `(the text of the change ${hashText(hash)} is on another machine, or was removed by kintsugi store gc)`;
}
