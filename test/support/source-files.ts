import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IndexCache } from '../../src/codebase/navigation/index/index';
import type { SourceFiles } from '../../src/codebase/navigation/types';
import type { BlobHash } from '../../src/domain/ids';
import { asBlob } from './hashes';

/** Source files in memory; which of them were asked for stands in `asked`. */
export function sourceFiles(texts: Readonly<Record<string, string>>): SourceFiles & { asked: string[] } {
  const asked: string[] = [];
  return {
    name: hash(JSON.stringify(texts)),
    files: new Map(Object.entries(texts).map(([path, text]) => [path, hash(text)])),
    text: (path) => {
      asked.push(path);
      return Promise.resolve(texts[path]);
    },
    asked,
  };
}

/** Cache of an index in memory. */
export class MemoryCache implements IndexCache {
  parts: Buffer[] = [];

  read(): Promise<readonly Buffer[]> {
    return Promise.resolve([...this.parts]);
  }

  write(bytes: Buffer): Promise<void> {
    this.parts = [bytes];
    return Promise.resolve();
  }

  append(bytes: Buffer): Promise<void> {
    this.parts.push(bytes);
    return Promise.resolve();
  }
}

/** Files of texts: path → text. */
export function sourcesOf(texts: Readonly<Record<string, string>>): SourceFiles {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, hash(text)]));
  const name = hash(JSON.stringify([...files]));
  return { name, files, text: (path) => Promise.resolve(new Map(Object.entries(texts)).get(path)) };
}

/** Files of a folder, without installed packages. */
export function sourcesIn(folder: string): SourceFiles {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').includes('node_modules'));
  return sourcesOf(Object.fromEntries(found.map((path) => [path, readFileSync(join(folder, path), 'utf8')])));
}

function hash(text: string): BlobHash {
  return asBlob(createHash('sha256').update(text).digest('hex'));
}
