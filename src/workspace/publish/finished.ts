import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { TreeHash } from '../../domain/ids';
import { replaceFile } from '../../machine/atomic-file';
import { errorCode } from '../../machine/system-errors';

/** Longest time after which an attempt may still ask how an earlier one ended, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** A publish that was made: from which tree, which one was brought to the disk, and the one that stands for it there. */
const Finished = z.object({ base: TreeHash, tree: TreeHash, result: TreeHash });
export type Finished = z.infer<typeof Finished>;

/**
 * Publishes that were made, by their ids. An attempt whose answer was lost asks here first: since then people may have gone on, and
 * what they did is no conflict with what is long done.
 */
export class FinishedPublishes {
  private readonly folder: string;

  /** `journals`: folder of the journals, whose sibling theirs is. */
  constructor(journals: string) {
    this.folder = join(dirname(journals), 'finished');
  }

  async note(id: string, finished: Finished): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.path(id), JSON.stringify(finished));
  }

  /** The publish of this id from this base to this tree, or with `partial` to a part of it. */
  async find(
    id: string,
    { base, tree, partial = false }: Pick<Finished, 'base' | 'tree'> & { partial?: boolean },
  ): Promise<Finished | undefined> {
    try {
      const { data } = Finished.safeParse(JSON.parse(await readFile(this.path(id), 'utf8')));
      return data?.base === base && (data.tree === tree || partial) ? data : undefined;
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Forgets those that nobody asks about any more. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }

  private path(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
