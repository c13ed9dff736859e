import { posix } from 'node:path';
import { isSourceFile, isTestSide } from '../../../domain/verification/protected-paths';
import type { Exhibit, Material } from '../../../coder';
import { declarationOf } from './declaration';
import { packageImports, packageTypes, type PackageImport } from './package-types';
import { isReadme, readmeParts } from './readme';
import { calledNames, exportedNames, focusOf } from './symbols';
import { documentOf, type RelatedDocument, type Wanted } from './types';

/** Files that are in question, and files that are looked through for what those call. */
const FILES_IN_QUESTION = 6;
const FILES_SEARCHED = 120;
const READMES = 10;
const DOC_SCORE = 5;

/** Facts on the code in question that documents are searched by. */
interface Question extends Wanted {
  called: string[];
  imports: PackageImport[];
}

/**
 * Documents related to a failure, the most telling first: parts of READMEs that name a file or symbol in question, doc
 * comments of called code, and types of imported packages. `dependencies`: the folder of the packages.
 */
export async function relatedDocuments(
  material: Material,
  exhibits: readonly Exhibit[],
  dependencies: string | undefined,
): Promise<RelatedDocument[]> {
  const question = await questionOf(material, exhibits);
  const shown = new Set(exhibits.map(({ path }) => path));
  const found = await Promise.all([
    readmes(material, question),
    docComments(material, question, shown),
    dependencies === undefined ? [] : packageTypes(dependencies, question.imports),
  ]);
  return found.flat().sort((a, b) => b.score - a.score || (a.source < b.source ? -1 : 1));
}

/** The documents in order until `budget` characters are used up. */
export function documentsText(documents: readonly RelatedDocument[], budget: number): string {
  const shown: string[] = [];
  let left = budget;
  for (const { source, text } of documents) {
    const block = `### ${source}\n${text}`;
    if (block.length > left) continue;
    left -= block.length;
    shown.push(block);
  }
  return shown.join('\n\n') || '(none)';
}

async function questionOf(material: Material, exhibits: readonly Exhibit[]): Promise<Question> {
  const sources = exhibits
    .filter(({ path }) => isSourceFile(path) && !isTestSide(path))
    .slice(0, FILES_IN_QUESTION);
  const called = new Set<string>();
  const symbols = new Set<string>();
  const imports: PackageImport[] = [];
  for (const { path, lines } of sources) {
    const text = (await material.text(path)) ?? '';
    for (const name of calledNames(focusOf(text, lines))) called.add(name);
    for (const name of exportedNames(text)) symbols.add(name);
    imports.push(...packageImports(text));
  }
  for (const name of called) symbols.add(name);
  return { files: sources.map(({ path }) => path), symbols, called: [...called], imports: merged(imports) };
}

function merged(imports: readonly PackageImport[]): PackageImport[] {
  const names = new Map<string, string[]>();
  for (const one of imports)
    names.set(one.specifier, [...new Set([...(names.get(one.specifier) ?? []), ...one.names])]);
  return [...names].map(([specifier, given]) => ({ specifier, names: given }));
}

async function readmes(material: Material, wanted: Wanted): Promise<RelatedDocument[]> {
  const paths = material.paths.filter(isReadme).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const parts = await Promise.all(
    paths.slice(0, READMES).map(async (path) => readmeParts(path, (await material.text(path)) ?? '', wanted)),
  );
  return parts.flat();
}

/** Doc comments of called names that files declare which are not shown anyway. */
async function docComments(
  material: Material,
  { files, called }: Question,
  shown: ReadonlySet<string>,
): Promise<RelatedDocument[]> {
  const wanted = new Set(called);
  const found: RelatedDocument[] = [];
  for (const path of await searched(material, files, shown)) {
    if (wanted.size === 0) break;
    const text = (await material.text(path)) ?? '';
    for (const name of wanted) {
      const declared = declarationOf(text, name, { whole: false });
      if (!declared || declared.comment === '') continue;
      wanted.delete(name);
      found.push(documentOf(`${path}: ${name}`, `${declared.comment}\n${declared.head}`, DOC_SCORE));
    }
  }
  return found;
}

/** Files to search: first those that the files import, then other sources, nearer ones first. */
async function searched(
  material: Material,
  files: readonly string[],
  shown: ReadonlySet<string>,
): Promise<string[]> {
  const imported = (await Promise.all(files.map((path) => material.imports(path)))).flat();
  const homes = files.map((path) => posix.dirname(path));
  const far = (path: string): number =>
    Math.min(...homes.map((home) => posix.relative(home, posix.dirname(path)).split('/').length), 99);
  const others = material.paths
    .filter((path) => isSourceFile(path) && !isTestSide(path))
    .map((path) => ({ path, far: far(path) }))
    .sort((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
  return [...new Set([...imported, ...others])].filter((path) => !shown.has(path)).slice(0, FILES_SEARCHED);
}

function depth(path: string): number {
  return path.split('/').length;
}
