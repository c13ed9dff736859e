import { isSourceFile } from '../domain/verification/protected-paths';
import type { TreeHash } from '../domain/ids';
import type { TestConfig } from '../domain/verification/test-config';
import type { VerificationSpec } from '../domain/verification/verification';
import type { HostDirectory } from '../domain/files/workspace';
import { type BlobStore, readFileOf, type TreeFile, type TreeStore } from '../store';
import { programText } from '../machine/text/program-text';
import type { AssetSource, PackageSource, ProgramContext, ProgramFiles } from '../sandbox';

/** Modules beyond this size in all are not given to the sandbox, bytes. */
const PROGRAM_LIMIT = 32 * 1024 * 1024;
const FILE_LIMIT = 2 * 1024 * 1024;

/** Assets of a tree that the sandbox gets: size of one, bytes, and number. */
const ASSET_LIMIT = 1024 * 1024;
const MAX_ASSETS = 5_000;

/** A tree to be run in the sandbox. */
export interface LoadTask {
  tree: TreeHash;
  spec: VerificationSpec;
  /** Directory with the project's packages, if it is on this machine. */
  directory?: HostDirectory;
}

/** A program with its context, as the sandbox takes it. */
export interface LoadedProgram {
  files: ProgramFiles;
  context: ProgramContext;
}

export type LoadProgram = (task: LoadTask) => Promise<LoadedProgram>;

export interface LoaderDeps {
  trees: TreeStore;
  blobs: BlobStore;
  /** Packages of a directory; undefined where it lies on another machine. Absent: there are never any. */
  packagesOf?(directory: HostDirectory, allow: readonly string[] | undefined): PackageSource | undefined;
  /** How the project runs its tests. Absent: jest's defaults. */
  readConfig?(files: ProgramFiles, context: Pick<ProgramContext, 'packages' | 'assets'>): Promise<TestConfig>;
}

/** Reads the modules of a tree: sources and JSON files, path → text. Keeps the texts of recent blobs. */
export function createProgramLoader(deps: LoaderDeps): LoadProgram {
  const texts = new RecentTexts(PROGRAM_LIMIT * 2);
  return async ({ tree, spec, directory }) => {
    const listed = (await deps.trees.list(tree)).filter((file) => file.type === 'file');
    const files = await readModules(deps.blobs, tree, texts, listed);
    const packages = directory && deps.packagesOf?.(directory, spec.packages);
    const assets = assetsOf(deps.blobs, tree, listed);
    const config = await deps.readConfig?.(files, { packages, assets });
    return { files, context: { packages, config, assets } };
  };
}

async function readModules(
  blobs: BlobStore,
  tree: TreeHash,
  texts: RecentTexts,
  listed: readonly TreeFile[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  let total = 0;
  for (const file of listed) {
    if (!isModule(file.path) || file.size > FILE_LIMIT) continue;
    total += file.size;
    if (total > PROGRAM_LIMIT) break;
    let text = texts.get(file.hash);
    if (text === undefined) {
      text = programText(await readFileOf(blobs, tree, file));
      texts.set(file.hash, text);
    }
    files.set(file.path, text);
  }
  return files;
}

/** The other files of a tree, read when a program asks for them. */
function assetsOf(blobs: BlobStore, tree: TreeHash, listed: readonly TreeFile[]): AssetSource {
  const assets = listed
    .filter((file) => !isModule(file.path) && file.size <= ASSET_LIMIT)
    .slice(0, MAX_ASSETS);
  const byPath = new Map(assets.map((file) => [file.path, file]));
  return {
    paths: [...byPath.keys()],
    read: async (path) => {
      const file = byPath.get(path);
      if (!file) throw new Error(`no asset ${path}`);
      return readFileOf(blobs, tree, file);
    },
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
