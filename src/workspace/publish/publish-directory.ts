import { setTimeout as delay } from 'node:timers/promises';
import { firstLine } from '../../domain/text';
import { errorCode, isDiskFull } from '../../machine/system-errors';
import { acquireOwnerLock } from '../../machine/owner-lock';
import { DirectoryBusyError, DirectoryError, DiskFullError } from '../errors';
import type { PublishJournal } from './publish-journal';
import { DirCursor, SafeDir } from '../io/safe-dir';

const LOCK_POLL_MS = 50;

/** Opens a directory for as long as `use` runs. */
export async function withRoot<T>(
  directory: string,
  use: (root: SafeDir, cursor: DirCursor) => Promise<T>,
): Promise<T> {
  const root = SafeDir.openRoot(directory);
  const cursor = new DirCursor(root);
  try {
    return await use(root, cursor);
  } finally {
    cursor.reset();
    root.close();
  }
}

/** Takes the lock of a directory; resolves to its release. Rejects with `DirectoryBusyError` after `waitMs`. */
export async function lockDirectory(
  path: string,
  directory: string,
  waitMs: number,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = await acquireOwnerLock(path, { directory });
    if (!lock.heldBy) return lock.release;
    if (performance.now() >= deadline) {
      throw new DirectoryBusyError(
        `Process ${lock.heldBy.pid} has been publishing to ${directory} for ${Math.round(waitMs / 1000)} s.`,
      );
    }
    await delay(LOCK_POLL_MS, undefined, { signal });
  }
}

/** Turns errors that the user can mend into one sentence. */
export function explain(error: unknown, directory: string): unknown {
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM')
    return new DirectoryError(`${directory} cannot be written to: permission denied. Nothing was changed.`);
  if (code === 'EROFS')
    return new DirectoryError(`${directory} is on a read-only file system. Nothing was changed.`);
  return isDiskFull(error) ? new DiskFullError(directory, error) : error;
}

/** Error for a publish that failed and could not be taken back either. */
export function halfDone(
  { directory, state }: PublishJournal,
  first: unknown,
  second: unknown,
): DirectoryError {
  const [why, whyNot] = [first, second].map((error) =>
    firstLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, ''),
  );
  // Before the commit nothing of the user's was touched.
  const left =
    state === 'staging'
      ? 'No file was changed, but temporary ones are left; they will be removed'
      : 'Some paths are changed; they will be undone';
  return new DirectoryError(
    `Publishing to ${directory} failed (${why}), and so did taking it back (${whyNot}). ${left} by the next publish to it, or when the worker starts again.`,
    { cause: first },
  );
}
