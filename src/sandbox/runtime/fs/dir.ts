/** `fs.opendir`: entries of a folder, one after the other. */
import { nameClasses } from '../node/brand';
import { nodeError } from '../node/errors';
import { validateFunction } from '../node/validate';
import { Dirent } from './stats';
import type { FileSystem } from './system';

type Callback = (error: Error | null, entry?: Dirent | null) => void;

function closed(): Error {
  return nodeError(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
}

export class Dir {
  readonly path: string;
  readonly #entries: Dirent[];
  #open = true;

  constructor(system: FileSystem, path: string, recursive: boolean) {
    this.path = path;
    const entries = recursive ? [...system.walk(path)] : system.readdir(path, 'opendir');
    this.#entries = entries.map(([name, node]) => {
      const slash = name.lastIndexOf('/');
      const parent = slash < 0 ? path : `${path}/${name.slice(0, slash)}`;
      return new Dirent(name.slice(slash + 1), parent, node.kind);
    });
  }

  readSync(): Dirent | null {
    if (!this.#open) throw closed();
    return this.#entries.shift() ?? null;
  }

  closeSync(): void {
    if (!this.#open) throw closed();
    this.#open = false;
  }

  read(callback?: unknown): Promise<Dirent | null> | undefined {
    return this.#later(() => this.readSync(), callback);
  }

  close(callback?: unknown): Promise<void> | undefined {
    return this.#later(() => this.closeSync(), callback);
  }

  #later<T>(work: () => T, callback: unknown): Promise<T> | undefined {
    const promise = new Promise<T>((resolve, reject) => {
      sandboxHost.defer(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
    if (callback === undefined) return promise;
    validateFunction(callback, 'callback');
    const done = callback as Callback;
    promise.then(
      (value) => sandboxHost.nextTick(() => done(null, value as Dirent), []),
      (error: Error) => sandboxHost.nextTick(() => done(error), []),
    );
    return undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Dirent> {
    try {
      for (let entry = await this.read(); entry; entry = await this.read()) yield entry;
    } finally {
      if (this.#open) this.closeSync();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#open) this.closeSync();
  }
}

nameClasses({ Dir });
