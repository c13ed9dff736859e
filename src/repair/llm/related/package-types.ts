import { lstat, readFile, realpath } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { declarationOf, documentOf, type RelatedDocument } from './declaration';

/** Largest file of a package that is read, bytes, and most files of one package. */
const FILE_LIMIT = 1_000_000;
const MOST_FILES = 12;
const MOST_PACKAGES = 6;
const MOST_NAMES = 6;
const SCORE = 5;

export interface PackageImport {
  specifier: string;
  names: string[];
}

interface Clause {
  what: string;
  specifier: string;
}

const REQUIRED = /(?:const|let|var)\s+([\w$]+|\{[^{}]*\})\s*=\s*require\(\s*['"]([^'".][^'"]*)['"]\s*\)/g;
/** Beginning of an import, and its end: a specifier or a semicolon. */
const IMPORT_OR_END = /^[ \t]*import\s|['";]/gm;
const SPECIFIER = /['"]([^'".\n][^'"\n]*)['"]/y;

/** Pattern for `import … from '…'`. It looks at each character once. */
function importClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let begun: number | undefined;
  for (const { 0: found, index } of text.matchAll(IMPORT_OR_END)) {
    if (found.endsWith("'") || found.endsWith('"')) {
      SPECIFIER.lastIndex = index;
      const what = begun === undefined ? undefined : clauseIn(text.slice(begun, index));
      const specifier = what === undefined ? undefined : SPECIFIER.exec(text)?.[1];
      if (what !== undefined && specifier !== undefined) clauses.push({ what, specifier });
    }
    begun = found.endsWith('"') || found.endsWith("'") || found === ';' ? undefined : index + found.length;
  }
  return clauses;
}

/** Import clause of a text. Undefined: the text does not end in `from`. */
function clauseIn(text: string): string | undefined {
  const words = text.trim();
  return /\s$/.test(text) && /\sfrom$/.test(words)
    ? words
        .slice(0, -'from'.length)
        .trim()
        .replace(/^type\s+/, '')
    : undefined;
}

/** Imports of packages, Node's own aside, with the names that are used. */
export function packageImports(text: string): PackageImport[] {
  const found = new Map<string, Set<string>>();
  const required = text.matchAll(REQUIRED);
  for (const { what, specifier } of [
    ...importClauses(text),
    ...[...required].map(([, what = '', specifier = '']) => ({ what, specifier })),
  ]) {
    if (isBuiltin(specifier) || specifier.startsWith('/') || specifier.startsWith('#')) continue;
    const names = found.get(specifier) ?? new Set<string>();
    for (const name of namesIn(what, text)) names.add(name);
    found.set(specifier, names);
  }
  return [...found].map(([specifier, names]) => ({ specifier, names: [...names] }));
}

const MEMBER = /(?<![\w$.])([\w$]+)\.([A-Za-z_$][\w$]*)/g;

function namesIn(what: string, text: string): string[] {
  const braced = /\{([^{}]*)\}/.exec(what)?.[1] ?? '';
  const single = braced
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .flatMap((part) => /^([\w$]+)(?=\s+as\s|\s*:|$)/.exec(part)?.[1] ?? [])
    .filter((name) => name !== 'default');
  // `import z from 'zod'` and `import * as z`: what is used of it.
  const whole = what
    .replace(/\{[^{}]*\}/, '')
    .replace(/\*\s+as\s+/, '')
    .replaceAll(',', '')
    .trim();
  if (!/^[\w$]+$/.test(whole)) return single;
  const members = [...text.matchAll(MEMBER)].filter(([, holder]) => holder === whole);
  return [...single, whole, ...members.flatMap(([, , member]) => member ?? [])];
}

/** Declarations of what is imported, from the type files of the packages installed in `root`. */
export async function packageTypes(
  root: string,
  imports: readonly PackageImport[],
): Promise<RelatedDocument[]> {
  const reader = await Reader.of(root);
  const found = await Promise.all(
    imports.slice(0, MOST_PACKAGES).map(({ specifier, names }) => typesOf(reader, specifier, names)),
  );
  return found.flat();
}

async function typesOf(
  reader: Reader,
  specifier: string,
  names: readonly string[],
): Promise<RelatedDocument[]> {
  const entry = await entryOf(reader, specifier);
  if (entry === undefined) return [];
  const wanted = new Set(names.slice(0, MOST_NAMES));
  const documents: RelatedDocument[] = [];
  const queue = [entry];
  for (let read = 0; read < queue.length && read < MOST_FILES && wanted.size > 0; read += 1) {
    const file = queue[read] ?? '';
    const text = await reader.read(file);
    if (text === undefined) continue;
    for (const name of wanted) {
      const found = declarationOf(text, name, { whole: true });
      if (!found) continue;
      wanted.delete(name);
      const shown = [found.comment, found.head].filter(Boolean).join('\n');
      documents.push(documentOf(`types of ${specifier}: ${name}`, shown, SCORE));
    }
    queue.push(...passedOn(text, file, wanted).filter((next) => !queue.includes(next)));
  }
  return documents;
}

/** Files that a declaration file passes on: those that are said to hold a wanted name first. */
function passedOn(text: string, file: string, wanted: ReadonlySet<string>): string[] {
  const links = text.matchAll(
    /export\s+(?:type\s+)?(\*(?:\s+as\s+[\w$]+)?|\{[^{}]*\})\s*from\s*['"](\.[^'"]+)['"]/g,
  );
  const found = [...links].map(([, what = '', to = '']) => ({
    to,
    named: what.startsWith('{') && [...wanted].some((name) => what.includes(name)),
    all: what.startsWith('*'),
  }));
  return [...found.filter(({ named }) => named), ...found.filter(({ all }) => all)].map(({ to }) =>
    declarationFile(posix.join(posix.dirname(file), to)),
  );
}

function declarationFile(path: string): string {
  if (/\.d\.[cm]?ts$/.test(path)) return path;
  const [, stem = path, kind = ''] = /^(.*)\.([cm]?)js$/.exec(path) ?? [];
  return stem === path ? `${path}.d.ts` : `${stem}.d.${kind}ts`;
}

/** Type file of a package's entry, or of its types in `@types`. */
async function entryOf(reader: Reader, specifier: string): Promise<string | undefined> {
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const rest = parts.slice(name.split('/').length).join('/');
  for (const holder of [name, `@types/${name.replace(/^@/, '').replace('/', '__')}`]) {
    const folder = `node_modules/${holder}`;
    const manifest = await reader.json(`${folder}/package.json`);
    if (!manifest) continue;
    for (const path of entryPaths(manifest, rest)) {
      const file = declarationFile(posix.join(folder, path));
      if (file.startsWith(`${folder}/`) && (await reader.read(file)) !== undefined) return file;
    }
  }
  return undefined;
}

function entryPaths(manifest: Record<string, unknown>, rest: string): string[] {
  const exported = exportOf(manifest['exports'], rest === '' ? '.' : `./${rest}`);
  const own =
    rest === ''
      ? [manifest['types'], manifest['typings'], manifest['main'], 'index']
      : [rest, `${rest}/index`];
  return [...exported, ...own].filter((path): path is string => typeof path === 'string' && path !== '');
}

/** Paths that an exports map gives for a subpath, types first. */
function exportOf(map: unknown, subpath: string): string[] {
  if (typeof map === 'string') return subpath === '.' ? [map] : [];
  if (typeof map !== 'object' || map === null) return [];
  const entries = map as Record<string, unknown>;
  const target =
    subpath in entries ? entries[subpath] : subpath === '.' && !('.' in entries) ? entries : undefined;
  return targets(target);
}

function targets(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  if (typeof target !== 'object' || target === null) return [];
  const conditions = target as Record<string, unknown>;
  return ['types', 'import', 'require', 'node', 'default'].flatMap((condition) =>
    targets(conditions[condition]),
  );
}

/** Reads files below a folder, and none outside, wherever links point. */
class Reader {
  private constructor(private readonly root: string) {}

  static async of(root: string): Promise<Reader> {
    return new Reader(await realpath(root).catch(() => root));
  }

  async read(path: string): Promise<string | undefined> {
    try {
      const file = await realpath(join(this.root, path));
      if (!file.startsWith(`${this.root}${sep}`)) return undefined;
      const { size } = await lstat(file);
      return size > FILE_LIMIT ? undefined : await readFile(file, 'utf8');
    } catch {
      return undefined;
    }
  }

  async json(path: string): Promise<Record<string, unknown> | undefined> {
    try {
      const value: unknown = JSON.parse((await this.read(path)) ?? '');
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
    } catch {
      return undefined;
    }
  }
}
