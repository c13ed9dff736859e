import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { placeOf, realPlace } from '../../domain/goal/places';
import { baseName, parentPath } from '../../domain/files/paths';
import type { TreeHash } from '../../domain/ids';
import { sizeText } from '../../domain/text';
import { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { identityOf, type TreeEntry } from '../../store';
import { DirCursor, READ_FLAGS, SafeDir } from '../io/safe-dir';
import type { IdentityPaths } from './identity-paths';

const CHUNK = 1024 * 1024;

/** Reason why the bytes of an identity can't be had, with one sentence for people. */
export interface OriginalProblem {
  problem: 'changed' | 'gone' | 'unreadable' | 'too-large' | 'not-a-file';
  message: string;
}

/** Error of a stream of an original: nothing that was read before is to be used. */
export class OriginalError extends Error implements OriginalProblem {
  override name = 'OriginalError';

  constructor(
    readonly problem: OriginalProblem['problem'],
    message: string,
  ) {
    super(message);
  }
}

export interface OriginalsRequest {
  /** Real paths of the roots. */
  roots: readonly string[];
  /** Tree that the disk is in now. */
  base: TreeHash;
}

/** An entry of a tree of which only the identity counts. */
export type OriginalEntry = Pick<TreeEntry, 'hash' | 'size'>;

/** Files on disk by their identities. Bytes are given only while the file is the one that the identity names. */
export class Originals {
  constructor(
    private readonly paths: IdentityPaths,
    private readonly request: OriginalsRequest,
  ) {}

  /** Real path of an entry; undefined where the base does not have it. */
  async pathOf(entry: OriginalEntry): Promise<string | undefined> {
    const [path] = await this.inTree(entry);
    return path === undefined ? undefined : realPlace(this.request.roots, path);
  }

  /** The whole bytes, at most `limit` of them, or why they can't be had. */
  async read(
    entry: OriginalEntry,
    { limit, signal }: { limit: number; signal?: AbortSignal },
  ): Promise<Buffer | OriginalProblem> {
    if (entry.size > limit)
      return {
        problem: 'too-large',
        message: `It has ${sizeText(entry.size)}; up to ${sizeText(limit)} are read.`,
      };
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of this.stream(entry, signal)) chunks.push(chunk);
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    } catch (error) {
      if (error instanceof OriginalError) return { problem: error.problem, message: error.message };
      throw error;
    }
  }

  /** The bytes in chunks. Throws `OriginalError`, if need be after the last one: use nothing of it before. */
  async *stream(entry: OriginalEntry, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const pace = new Pace(signal);
    const fd = await this.open(entry);
    try {
      let left = entry.size;
      while (left > 0) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK, left));
        const filled = readSync(fd, chunk, 0, chunk.length, null);
        if (filled === 0) break;
        left -= filled;
        if (pace.due) await pace.rest();
        yield chunk.subarray(0, filled);
      }
      if (left > 0 || !isStill(entry, fd)) throw changed();
    } catch (error) {
      throw explained(error);
    } finally {
      closeSync(fd);
    }
  }

  /** Why an entry can't be copied, for good; undefined where it can, or where it is not what it was when it was listed. */
  async copyProblem(entry: OriginalEntry): Promise<OriginalProblem['problem'] | undefined> {
    try {
      closeSync(await this.open(entry));
      return undefined;
    } catch (error) {
      if (!(error instanceof OriginalError)) throw error;
      return error.problem === 'unreadable' || error.problem === 'not-a-file' ? error.problem : undefined;
    }
  }

  private async inTree(entry: OriginalEntry): Promise<readonly string[]> {
    return (await this.paths.of(this.request.base)).get(entry.hash) ?? [];
  }

  /** Descriptor of the file, which is the one that the entry names. */
  private async open(entry: OriginalEntry): Promise<number> {
    let problem: OriginalError | undefined;
    for (const path of await this.inTree(entry)) {
      try {
        return this.openAt(path, entry);
      } catch (error) {
        const explanation = explained(error);
        if (!(explanation instanceof OriginalError)) throw error;
        problem ??= explanation;
      }
    }
    throw problem ?? new OriginalError('gone', 'It is in none of the folders any more.');
  }

  private openAt(inTree: string, entry: OriginalEntry): number {
    const { root, path } = placeOf(inTree);
    const top = SafeDir.openRoot(this.request.roots[root] ?? '');
    const cursor = new DirCursor(top);
    try {
      const name = cursor.enter(parentPath(path)).at(baseName(path));
      // Before it is opened: a device may do something then.
      const found = lstatSync(name, { bigint: true });
      if (identityOf(found) !== entry.hash) throw changed();
      if (!found.isFile()) throw new OriginalError('not-a-file', 'It is no file that can be read.');
      const fd = openSync(name, READ_FLAGS);
      if (isStill(entry, fd)) return fd;
      closeSync(fd);
      throw changed();
    } finally {
      cursor.reset();
      top.close();
    }
  }
}

function isStill(entry: OriginalEntry, fd: number): boolean {
  const stat = fstatSync(fd, { bigint: true });
  return stat.isFile() && identityOf(stat) === entry.hash && Number(stat.size) === entry.size;
}

function changed(): OriginalError {
  return new OriginalError('changed', 'It was changed since the folders were listed.');
}

/** The problem that an error of the system means; any other error as it is. */
function explained(error: unknown): unknown {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return new OriginalError('gone', 'It was moved or deleted since the folders were listed.');
    case 'EACCES':
    case 'EPERM':
      return new OriginalError('unreadable', 'It cannot be read: permission denied.');
    case 'EIO':
    case 'ESTALE':
    case 'ENOTCONN':
      return new OriginalError('unreadable', 'It cannot be read: its disk reports an error.');
    case 'ENXIO':
    case 'EISDIR':
      return new OriginalError('not-a-file', 'It is no file that can be read.');
    default:
      return error;
  }
}
