import { ancestorPaths, baseName, foldName, parentPath } from '../../domain/files/paths';
import type { BlobHash } from '../../domain/ids';

/** A file that an edit made: new bytes, or those of a blob. */
export type NewFile = { mode: number } & ({ bytes: Buffer } | { hash: BlobHash; size: number });

/** Content of an edited path: a file, or nothing. */
export type EditedFile = NewFile | 'deleted';

/** Names of one folder, by what other file systems compare them by. */
export class FoldedNames {
  private readonly names = new Map<string, Set<string>>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    const folded = foldName(name);
    this.names.set(folded, (this.names.get(folded) ?? new Set()).add(name));
  }

  /** All names that are taken for this one, itself included. */
  alike(name: string): Iterable<string> {
    return this.names.get(foldName(name)) ?? [];
  }
}

/** Results of a batch of edits so far, by path and by folder. */
export class EditedFiles {
  private readonly files = new Map<string, EditedFile>();
  /** How many files stand somewhere below a folder. */
  private readonly below = new Map<string, number>();
  private readonly names = new Map<string, FoldedNames>();

  all(): ReadonlyMap<string, EditedFile> {
    return this.files;
  }

  get(path: string): EditedFile | undefined {
    return this.files.get(path);
  }

  set(path: string, file: EditedFile): void {
    const change = Number(file !== 'deleted') - Number((this.files.get(path) ?? 'deleted') !== 'deleted');
    this.files.set(path, file);
    for (const folder of ancestorPaths(path)) {
      this.below.set(folder, (this.below.get(folder) ?? 0) + change);
      this.note(folder);
    }
    this.note(path);
  }

  /** Forgets what was set last: the path holds what it held before. */
  restore(path: string, before: EditedFile | undefined): void {
    this.set(path, before ?? 'deleted');
    if (before === undefined) this.files.delete(path);
  }

  holdsBelow(folder: string): boolean {
    return (this.below.get(folder) ?? 0) > 0;
  }

  /** Names that were used in a folder and are taken for this one; what they stand for may be gone again. */
  alike(folder: string, name: string): Iterable<string> {
    return this.names.get(folder)?.alike(name) ?? [];
  }

  private note(path: string): void {
    const folder = parentPath(path);
    const names = this.names.get(folder) ?? new FoldedNames();
    names.add(baseName(path));
    this.names.set(folder, names);
  }
}
