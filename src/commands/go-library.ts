import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { shortHash } from '../machine/hash';
import { startProcess } from '../machine/processes';
import { GO_CACHE, type BuildCache } from './build-caches';
import { findTool } from './sandboxing';

/** Runs a command that builds into a cache; false where it failed. */
export type BuildIn = (cache: BuildCache, command: string, timeoutMs: number) => Promise<boolean>;

const BUILD_MS = 15 * 60_000;
const BUILT = 'built-by-kintsugi';

/**
 * Go's own library, compiled once for all projects of a version of Go. Kintsugi builds it, with no file of a project, so a
 * project's cache can begin with a copy of it.
 */
export class GoLibrary {
  private building = false;

  constructor(
    /** Folder for the libraries; other services of the same user may have it too. */
    private readonly folder: string,
    private readonly path: string,
    private readonly build: BuildIn,
  ) {}

  /** Puts the library into the cache that is to be made of a project in `work`. Where there is none yet, begins to build it. */
  async seed(work: string, cache: string): Promise<void> {
    if (existsSync(cache) || !['go.mod', 'go.work'].some((name) => existsSync(join(work, name)))) return;
    const library = await this.place();
    if (library === undefined) return;
    if (!existsSync(join(library, BUILT))) {
      void this.make(library);
      return;
    }
    await mkdir(dirname(cache), { recursive: true, mode: 0o700 });
    const copy = `${cache}.${randomUUID()}`;
    if (!(await copied(library, copy))) return;
    // Another run of the project may have been first.
    await rename(copy, cache).catch(() => rm(copy, { recursive: true, force: true }));
  }

  /** Never rejects: without the library each project builds what it needs of it. */
  private async make(library: string): Promise<void> {
    if (this.building) return;
    this.building = true;
    try {
      await mkdir(library, { recursive: true, mode: 0o700 });
      // The run that waits for its own build goes first.
      if (!(await this.build({ ...GO_CACHE, source: library }, 'nice -n 19 go build std', BUILD_MS))) return;
      await writeFile(join(library, BUILT), '');
      for (const name of await readdir(this.folder))
        if (name !== basename(library)) await rm(join(this.folder, name), { recursive: true, force: true });
    } catch {
      // Tried again by the next new project.
    } finally {
      this.building = false;
    }
  }

  private async place(): Promise<string | undefined> {
    try {
      const go = await realpath(findTool('go', this.path) ?? '');
      const version = await readFile(join(dirname(dirname(go)), 'VERSION'), 'utf8');
      return join(this.folder, shortHash(`${go}\n${version}`));
    } catch {
      return undefined;
    }
  }
}

/** By `cp`, which takes a tenth of the time of Node's own for thousands of files. */
async function copied(from: string, to: string): Promise<boolean> {
  const child = startProcess('cp', ['-r', '--', from, to], { stdio: ['ignore', 'ignore', 'ignore'] });
  const code = await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  if (code !== 0) await rm(to, { recursive: true, force: true });
  return code === 0;
}
