/** Captures that only look: nothing is kept, and nothing was seen before. */
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { ImportedTree } from '../../domain/files/workspace';
import { type BlobStore, HashingStream, putWith, type StatCache } from '../../store';
import type { CaptureObserver } from './captured';
import { importDirectory } from './import';

export interface LookRequest {
  directory: string;
  /** Real paths that are never captured: Kintsugi's own data. */
  exclude: readonly string[];
  heavyFolders?: HeavyRules;
}

/** Captures a directory for the observer alone. Every file is read. Rejects with `DirectoryError` if a capture would. */
export function lookAt(
  { directory, exclude, heavyFolders }: LookRequest,
  observer: CaptureObserver,
): Promise<ImportedTree> {
  const deps = { blobs: NOTHING_KEPT, stats: NOTHING_SEEN, exclude };
  return importDirectory(deps, directory, { heavyFolders, observer });
}

/** A store that forgets all it is given. */
const NOTHING_KEPT: BlobStore = {
  put: putWith(
    () => Promise.resolve(),
    async (chunks) => {
      const hashing = new HashingStream();
      for await (const chunk of chunks) hashing.update(chunk);
      return hashing.digest();
    },
  ),
  load: () => unwanted('load'),
  stream: () => {
    throw new Error('a capture reads no blobs');
  },
  has: () => Promise.resolve(false),
  size: () => Promise.resolve(undefined),
  pin: () => Promise.resolve(false),
  release: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
};

function unwanted(name: string): Promise<never> {
  return Promise.reject(new Error(`a capture calls no ${name}`));
}

/** A cache that is empty and stays so: every folder is looked into. */
const NOTHING_SEEN: StatCache = {
  get: () => undefined,
  setMany: () => Promise.resolve(),
  epoch: () => 0,
};
