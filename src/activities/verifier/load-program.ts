import { isSourceFile } from '../../domain/protected-paths';
import type { TreeHash } from '../../domain/ids';
import type { BlobStore, TreeStore } from '../../store/types';
import type { ProgramFiles } from '../sandbox/types';

/** Modules beyond this size in all are not given to the sandbox, bytes. */
const PROGRAM_LIMIT = 32 * 1024 * 1024;
const FILE_LIMIT = 2 * 1024 * 1024;

export type LoadProgram = (tree: TreeHash) => Promise<ProgramFiles>;

/** Reads the modules of a tree: sources and JSON files, path → text. Keeps the texts of recent blobs. */
export function createProgramLoader(trees: TreeStore, blobs: BlobStore): LoadProgram {
  const texts = new RecentTexts(PROGRAM_LIMIT * 2);
  return async (tree) => {
    const listed = await trees.list(tree);
    const modules = listed.filter(
      (file) => file.type === 'file' && isModule(file.path) && file.size <= FILE_LIMIT,
    );
    const files = new Map<string, string>();
    let total = 0;
    for (const file of modules) {
      total += file.size;
      if (total > PROGRAM_LIMIT) break;
      let text = texts.get(file.hash);
      if (text === undefined) {
        text = (await blobs.get(file.hash)).toString('utf8');
        texts.set(file.hash, text);
      }
      files.set(file.path, text);
    }
    return files;
  };
}

function isModule(path: string): boolean {
  return isSourceFile(path) || path.endsWith('.json');
}

/** Texts by hash, the least recently used dropped above `limit` characters. */
class RecentTexts {
  private readonly entries = new Map<string, string>();
  private size = 0;

  constructor(private readonly limit: number) {}

  get(hash: string): string | undefined {
    const text = this.entries.get(hash);
    if (text === undefined) return undefined;
    this.entries.delete(hash);
    this.entries.set(hash, text);
    return text;
  }

  set(hash: string, text: string): void {
    this.entries.set(hash, text);
    this.size += text.length;
    for (const [oldest, old] of this.entries) {
      if (this.size <= this.limit) break;
      this.entries.delete(oldest);
      this.size -= old.length;
    }
  }
}
