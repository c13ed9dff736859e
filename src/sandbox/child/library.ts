/** Libraries of stand-ins as the child keeps them: their text, and what V8 made of it once. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type ivm from 'isolated-vm';
import { LIBRARY_NAMES, libraryFile } from '../libraries';

/** One script. With V8's cached data a further isolate compiles it in a tenth of the time. */
export class Library {
  private code: string | undefined;
  private cached: ivm.ExternalCopy<ArrayBuffer> | undefined;

  constructor(
    private readonly name: string,
    private readonly file: string,
  ) {}

  compile(isolate: ivm.Isolate): ivm.Script {
    this.code ??= readFileSync(this.file, 'utf8');
    const filename = `kintsugi:${this.name}`;
    if (this.cached) return isolate.compileScriptSync(this.code, { filename, cachedData: this.cached });
    const options = { filename, produceCachedData: true } as const;
    const script: ivm.Script & { cachedData?: ivm.ExternalCopy<ArrayBuffer> } = isolate.compileScriptSync(
      this.code,
      options,
    );
    this.cached = script.cachedData;
    return script;
  }
}

/** All libraries, by name; each is read when it is first compiled. */
export function openLibraries(folder: string): ReadonlyMap<string, Library> {
  return new Map(
    LIBRARY_NAMES.map((name) => [name, new Library(name, path.join(folder, libraryFile(name)))]),
  );
}
