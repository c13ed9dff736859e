import { ancestorPaths, baseName, parentPath } from '../../domain/files/paths';
import { receive, send } from '../../machine/helpers/frames';
import type { NeedFrame, TextFiles, ToProcess } from './protocol';

/** Characters of texts that are kept. */
const KEPT_CHARS = 100_000_000;

/** Texts by hash, asked of the other side once. */
class Texts {
  private readonly known = new Map<string, string | undefined>();
  private chars = 0;

  of(tree: string, path: string, hash: string): string | undefined {
    if (this.known.has(hash)) return this.known.get(hash);
    send({ type: 'need', tree, path } satisfies NeedFrame);
    const answer = receive() as ToProcess | undefined;
    // Nobody is there any more who could use a result.
    if (answer?.type !== 'text') process.exit(0);
    this.chars += answer.text?.length ?? 0;
    if (this.chars > KEPT_CHARS) this.known.clear();
    if (this.chars > KEPT_CHARS) this.chars = answer.text?.length ?? 0;
    this.known.set(hash, answer.text);
    return answer.text;
  }
}

const texts = new Texts();

/** The files of one tree as a compiler looks at them: relative paths with `/`. */
export class TreeFiles {
  private readonly hashes: ReadonlyMap<string, string>;
  private readonly folders = new Map<string, Set<string>>();

  constructor(
    readonly tree: string,
    files: TextFiles,
  ) {
    this.hashes = new Map(files);
    this.folders.set('', new Set());
    for (const [path] of files) this.note(path);
  }

  get paths(): string[] {
    return [...this.hashes.keys()];
  }

  hash(path: string): string | undefined {
    return this.hashes.get(path);
  }

  text(path: string): string | undefined {
    const hash = this.hashes.get(path);
    return hash === undefined ? undefined : texts.of(this.tree, path, hash);
  }

  isFolder(path: string): boolean {
    return this.folders.has(path);
  }

  /** Names of the folders in a folder. */
  foldersIn(path: string): string[] {
    return [...(this.folders.get(path) ?? [])];
  }

  /** True if both trees have the same paths, whatever is in them. */
  hasPathsOf(other: TreeFiles): boolean {
    return this.hashes.size === other.hashes.size && other.paths.every((path) => this.hashes.has(path));
  }

  private note(path: string): void {
    for (const folder of ancestorPaths(path)) {
      if (this.folders.has(folder)) continue;
      this.folders.set(folder, new Set());
      this.folders.get(parentPath(folder))?.add(baseName(folder));
    }
  }
}
