/** Packages of the project itself, found by their names where no installer has linked them, or their build is not there. */
import { posix } from 'node:path';
import { joinPath, parentPath } from '../../domain/files/paths';
import type { TreeFiles } from './tree-files';

/** Manifest of a package as far as an import has to know it. */
interface Manifest {
  folder: string;
  /** Paths that the manifest gives for the package itself, in the order in which they are tried. */
  entries: string[];
  exports: Record<string, unknown>;
}

const MOST_MANIFESTS = 2_000;
const ENTRY_FIELDS = ['source', 'types', 'typings', 'module', 'main'];
/** Folders of built files, which a project keeps apart from its sources. */
const BUILT = /(^|\/)(?:dist|lib|build|out|esm|cjs)\//;
const SCRIPT_ENDS = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs'];

export class WorkspacePackages {
  private readonly byName = new Map<string, Manifest>();

  constructor(private readonly files: TreeFiles) {
    const manifests = files.paths.filter((path) => /(^|\/)package\.json$/.test(path));
    for (const path of manifests.slice(0, MOST_MANIFESTS)) this.read(path);
  }

  /** Path of the source that an import of a package of the project means; undefined where it is none. */
  resolve(specifier: string): string | undefined {
    const parts = specifier.split('/');
    const length = specifier.startsWith('@') ? 2 : 1;
    const manifest = this.byName.get(parts.slice(0, length).join('/'));
    if (!manifest) return undefined;
    const below = parts.slice(length).join('/');
    for (const candidate of candidates(manifest, below)) {
      const found = this.source(joinPath(manifest.folder, posix.normalize(candidate)));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private read(path: string): void {
    const given = parsed(this.files.text(path));
    const name = given?.['name'];
    if (!given || typeof name !== 'string' || name === '' || this.byName.has(name)) return;
    const { exports } = given;
    const entries = ENTRY_FIELDS.flatMap((field) => (typeof given[field] === 'string' ? [given[field]] : []));
    const table =
      isTable(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
        ? exports
        : { '.': exports };
    this.byName.set(name, { folder: parentPath(path), entries, exports: table });
  }

  /** The file that a path without or with its end, built or not, was made from. */
  private source(path: string): string | undefined {
    if (path.startsWith('..')) return undefined;
    const unbuilt = [path.replace(BUILT, '$1src/'), path.replace(BUILT, '$1'), path];
    for (const one of new Set(unbuilt)) {
      const stem = one.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, '');
      const tried = [
        ...SCRIPT_ENDS.map((end) => stem + end),
        ...SCRIPT_ENDS.map((end) => joinPath(one, `index${end}`)),
      ];
      const found = tried.find((file) => this.files.hash(file) !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function candidates({ entries, exports }: Manifest, below: string): string[] {
  if (below === '') return [...targets(exports['.']), ...entries, 'src/index', 'index'];
  const exact = targets(exports[`./${below}`]);
  const patterns = Object.entries(exports).flatMap(([key, value]) => {
    const [head = '', tail] = key.split('*');
    const wanted = `./${below}`;
    if (tail === undefined || !wanted.startsWith(head) || !wanted.endsWith(tail)) return [];
    const star = wanted.slice(head.length, wanted.length - tail.length);
    return targets(value).map((target) => target.replace('*', star));
  });
  return [...exact, ...patterns, below, `src/${below}`];
}

/** Paths of a value of `exports`, whatever conditions lead to them. */
function targets(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  return Object.values(value).flatMap((one) => targets(one, depth + 1));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isTable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
