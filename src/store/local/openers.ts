import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { underOwnerLock } from '../../machine/owner-lock';
import { isAlive, ownIdentity, ProcessIdentity } from '../../machine/process-identity';
import { StoreDamagedError } from '../errors';

/** A database that another process looks through may be large. */
const LOCK_DEADLINE_MS = 30 * 60_000;

/**
 * Processes that have a store open, as files of a folder in it: what a process that ended without closing left tells that the
 * database has to be looked through, and what one that runs tells that it may not be put aside.
 */
export class Openers {
  private readonly mark: string;
  private readonly marks: string;
  /** Print of the database, taken when the last process that had it open closed it. */
  private readonly closed: string;

  /** `database`: its file. */
  constructor(
    private readonly folder: string,
    private readonly database: string,
  ) {
    this.marks = join(folder, 'open');
    this.closed = join(folder, 'closed.json');
    this.mark = join(this.marks, `${randomUUID()}.json`);
  }

  /** Lets one process at a time open the store. */
  oneAtATime<T>(act: () => Promise<T>): Promise<T> {
    const refuse = (pid: number): Error =>
      new StoreDamagedError(
        `Process ${pid} has been opening the store ${this.folder} for 30 minutes: end it and start again.`,
      );
    const wait = { role: 'open', waitMs: LOCK_DEADLINE_MS, refuse };
    return underOwnerLock(join(this.folder, 'open.lock'), wait, act);
  }

  /** Pids of the living ones. */
  async living(): Promise<number[]> {
    return (await this.all()).flatMap(({ owner }) => (owner && isAlive(owner) ? [owner.pid] : []));
  }

  /** True if the store was opened before. */
  async wasThere(): Promise<boolean> {
    return existsSync(this.closed) || (await this.all()).length > 0;
  }

  /** True if nobody can have changed the database since the last of them closed it. */
  async isAsClosed(): Promise<boolean> {
    const kept = await readFile(this.closed, 'utf8').catch(() => undefined);
    return kept !== undefined && kept === (await this.print());
  }

  /**
   * Says that this process has it open. Those that ended without closing are forgotten only where the database was found
   * whole since.
   */
  async enter({ foundWhole }: { foundWhole: boolean }): Promise<void> {
    await mkdir(this.marks, { recursive: true, mode: 0o700 });
    if (foundWhole) for (const { path } of await this.all()) await rm(path, { force: true });
    await writeFile(this.mark, JSON.stringify(ownIdentity()), { mode: 0o600 });
  }

  /**
   * Says that this process has closed it, and what it was like if it was the last. With a doubt it says nothing of that, nor
   * where another process ended without closing: then the next one looks through all of it.
   */
  async leave({ inDoubt }: { inDoubt: boolean }): Promise<void> {
    await rm(this.mark, { force: true });
    if (inDoubt || (await this.all()).length > 0) return;
    const print = await this.print();
    // Without it, as on a full disk, the next one looks through all of it too.
    if (print !== undefined) await writeFile(this.closed, print, { mode: 0o600 }).catch(() => undefined);
  }

  private async all(): Promise<{ path: string; owner: ProcessIdentity | undefined }[]> {
    const names = existsSync(this.marks) ? await readdir(this.marks) : [];
    return Promise.all(
      names.map(async (name) => {
        const path = join(this.marks, name);
        const parsed = ProcessIdentity.safeParse(await readJson(path));
        return { path, owner: parsed.success ? parsed.data : undefined };
      }),
    );
  }

  /** Print of the database's file; undefined where it is not all of the database, or there is none. */
  private async print(): Promise<string | undefined> {
    // What is in the log beside it is not in the file.
    if (existsSync(`${this.database}-wal`)) return undefined;
    const found = await stat(this.database, { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
  }
}

/** Undefined for a file that is gone or not whole. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
