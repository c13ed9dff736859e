import { lstatSync, lutimesSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeHash } from '../domain/ids';
import type { OpenedPaths } from '../domain/verification/verification';
import { encodeName, isPlainName } from '../machine/file-names';
import type { TreeStore } from '../store';
import { Pace } from '../machine/pace';

/** Access time of what nobody has read yet: long before any modification, so that the first read moves it. */
const UNREAD_SECONDS = 1;

/**
 * Finds the files and folders of a checkout that are read, by their access times: set to the past before a command
 * runs, looked at afterwards. For 10,000 files these system calls take 0.06 s before and 0.03 s after.
 */
export class ReadObserver {
  private constructor(
    private readonly work: string,
    private readonly entries: readonly { path: string; isFolder: boolean }[],
  ) {}

  /** Marks all of a tree that lies in `work` as unread. */
  static async watch(
    trees: TreeStore,
    tree: TreeHash,
    work: string,
    signal: AbortSignal,
  ): Promise<ReadObserver> {
    const listed = await trees.list(tree, { dirs: true });
    const entries = listed
      .filter(({ type }) => type !== 'link')
      .map(({ path, type }) => ({ path, isFolder: type === 'dir' }));
    const pace = new Pace(signal);
    for (const { path } of entries) {
      markUnread(placeOf(work, path));
      if (pace.due) await pace.rest();
    }
    markUnread(work);
    return new ReadObserver(work, entries);
  }

  /** Paths that were opened since. Removed and replaced paths count as opened: the command had them in its hands. */
  async opened(signal: AbortSignal): Promise<OpenedPaths> {
    const opened: OpenedPaths = { files: [], folders: [] };
    const pace = new Pace(signal);
    if (wasRead(this.work)) opened.folders.push('');
    for (const { path, isFolder } of this.entries) {
      if (wasRead(placeOf(this.work, path))) opened[isFolder ? 'folders' : 'files'].push(path);
      if (pace.due) await pace.rest();
    }
    return opened;
  }
}

/** True where reading moves an access time that was set to the past; file systems may be mounted without. */
export function observesReads(folder: string): boolean {
  const trial = join(folder, `reads-${process.pid}-${Date.now()}`);
  try {
    mkdirSync(join(trial, 'inner'), { recursive: true, mode: 0o700 });
    const [read, unread] = [join(trial, 'read'), join(trial, 'unread')];
    for (const file of [read, unread]) writeFileSync(file, 'x');
    const places = [read, unread, join(trial, 'inner')];
    places.forEach(markUnread);
    readFileSync(read);
    readdirSync(join(trial, 'inner'));
    return places.map(wasRead).join() === 'true,false,true';
  } catch {
    return false;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** Keeps the modification time: tools compare those. */
function markUnread(path: string | Buffer): void {
  const { mtimeMs } = lstatSync(path);
  lutimesSync(path, UNREAD_SECONDS, mtimeMs / 1_000);
}

function wasRead(path: string | Buffer): boolean {
  try {
    return lstatSync(path).atimeMs !== UNREAD_SECONDS * 1_000;
  } catch {
    return true;
  }
}

function placeOf(work: string, path: string): string | Buffer {
  return isPlainName(path) ? join(work, path) : Buffer.concat([Buffer.from(`${work}/`), encodeName(path)]);
}
