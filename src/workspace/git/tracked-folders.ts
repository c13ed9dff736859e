import { Git } from './run-git';

const TIMEOUT_MS = 10_000;

/** Folders to look for in a directory. */
export interface TrackedRequest {
  names: readonly string[];
  /** Names of folders that are not looked into. */
  outside: readonly string[];
  /** Most folders that are told. */
  most: number;
  /** Search path. */
  path: string;
}

/** Folders of these names whose files git tracks, by their paths in the directory, the outermost first. None without git or a repository. */
export async function trackedFolders(directory: string, request: TrackedRequest): Promise<string[]> {
  const { names, most, path } = request;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const git = new Git({ cwd: directory, path, signal, timeoutMs: TIMEOUT_MS });
  const wanted = names.map((name) => `:(glob)**/${name}/**`);
  const files = await git.paths(['ls-files', '-z', '--', ...wanted]).catch(() => []);
  const found = new Set(files.flatMap((file) => foldersOf(file, request)));
  const depth = (folder: string): number => folder.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, most);
}

/** Each folder on the way to a file that has one of the names; none for a file that only keeps its folder, such as `.gitkeep`. */
function foldersOf(file: string, { names, outside }: Pick<TrackedRequest, 'names' | 'outside'>): string[] {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  if (name.startsWith('.') || parts.some((part) => outside.includes(part))) return [];
  return parts.flatMap((part, at) => (names.includes(part) ? [parts.slice(0, at + 1).join('/')] : []));
}
