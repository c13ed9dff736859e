import { posix } from 'node:path';
import { isSecretFile } from '../domain/files/secret-names';
import type { TreeHash } from '../domain/ids';
import { type BlobStore, readFileOf, type TreeFile, type TreeStore } from '../store';
import { textFormIn } from '../machine/text/text-form';
import { fitted, type Showable } from '../model';

/** Files of no text that a person wrote: a model sees them only where it asks for them. */
const MADE = /\.(map|min\.js|lock|snap)$|(^|\/)package-lock\.json$/i;
const SOURCE_SUFFIXES = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];
const MAX_FILE_BYTES = 1_000_000;

/** True for a file that a program made and nobody reads. */
export function isMadeFile(path: string): boolean {
  return MADE.test(path);
}

/** A file to show, and the lines in question (from 1). */
export interface Exhibit {
  path: string;
  lines: readonly number[];
}

/** The files of a tree as a model gets to see them. */
export class Material {
  private readonly byPath: ReadonlyMap<string, TreeFile>;

  private constructor(
    private readonly blobs: BlobStore,
    private readonly tree: TreeHash,
    files: readonly TreeFile[],
  ) {
    this.byPath = new Map(files.filter(({ type }) => type === 'file').map((file) => [file.path, file]));
  }

  static async of(stores: { trees: TreeStore; blobs: BlobStore }, tree: TreeHash): Promise<Material> {
    return new Material(stores.blobs, tree, await stores.trees.list(tree));
  }

  get paths(): string[] {
    return [...this.byPath.keys()];
  }

  has(path: string): boolean {
    return this.byPath.has(path);
  }

  /** Text of a file; undefined where it is missing, large, binary, or holds secrets by its name. */
  async text(path: string): Promise<string | undefined> {
    const file = this.byPath.get(path);
    if (!file || file.size > MAX_FILE_BYTES || isSecretFile(path) || isMadeFile(path)) return undefined;
    const bytes = await readFileOf(this.blobs, this.tree, file);
    const { text, isText } = await textFormIn(path, bytes, (each) => this.bytes(each));
    return isText ? text : undefined;
  }

  private async bytes(path: string): Promise<Buffer | undefined> {
    const file = this.byPath.get(path);
    return file && readFileOf(this.blobs, this.tree, file);
  }

  /** The tree's path for one that a tool printed: the same, or the only one that ends in it or that it ends in. */
  resolve(printed: string): string | undefined {
    const path = posix.normalize(printed.replaceAll('\\', '/'));
    if (this.byPath.has(path)) return path;
    const fits = this.paths.filter((known) => path.endsWith(`/${known}`) || known.endsWith(`/${path}`));
    return fits.length === 1 ? fits[0] : undefined;
  }

  /** Files of the project that a file imports by relative paths, in the order of its text. */
  async imports(path: string): Promise<string[]> {
    const text = await this.text(path);
    if (text === undefined) return [];
    const specifiers = [...text.matchAll(/(?:from|import|require\()\s*(?:\(\s*)?['"](\.{1,2}\/[^'"]+)['"]/g)];
    const found = specifiers.flatMap(([, specifier = '']) => {
      const base = posix.join(posix.dirname(path), specifier);
      const stem = base.replace(/\.([cm]?)jsx?$/, '');
      const names = [
        ...SOURCE_SUFFIXES.map((suffix) => base + suffix),
        ...SOURCE_SUFFIXES.slice(1).map((suffix) => stem + suffix),
      ];
      return names.filter((name) => this.byPath.has(name)).slice(0, 1);
    });
    return [...new Set(found)];
  }

  /** All paths, one a line, at most `limit`. */
  structure(limit = 300): string {
    const { paths } = this;
    if (paths.length === 0) return '(the project is empty)';
    const more = paths.length - limit;
    return more > 0 ? [...paths.slice(0, limit), `… and ${more} more files`].join('\n') : paths.join('\n');
  }

  /** Contents with line numbers, in order, within `budget` characters: what matters most stays, cut down where it must be. */
  async show(exhibits: readonly Exhibit[], budget: number): Promise<string> {
    const files: Showable[] = [];
    for (const { path, lines } of exhibits) {
      const text = await this.text(path);
      if (text !== undefined) files.push({ path, text, lines, essential: lines.length > 0 });
    }
    return files.length === 0 ? '(none)' : fitted(files, budget).join('\n\n');
  }
}

/** The text whole, or its head and its tail: an output's first error and its summary both stay. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
}
