import { isSourceFile, isTestSide } from '../../../domain/verification/protected-paths';
import type { Exhibit, Material } from '../../../coder';
import { indexedDocuments, isRelatedSource, type Indexed } from './indexed';
import { packageImports, packageTypes, type PackageImport } from './package-types';
import { isReadme, readmeParts } from './readme';
import { calledNames, exportedNames, focusOf } from './symbols';
import type { RelatedDocument, Wanted } from './types';

const FILES_IN_QUESTION = 6;
const READMES = 10;

/** Facts on the code in question that documents are searched by. */
interface Question extends Wanted {
  called: string[];
  imports: PackageImport[];
}

/** Where related documents come from, besides the files of the project. */
export interface Sources extends Indexed {
  /** Folder of the installed packages, if it is on this machine. */
  dependencies?: string;
}

/**
 * Documents related to a failure, the most telling first: parts of READMEs that name a file or symbol in question, doc
 * comments of called code, code that the index of the project finds for what failed, and types of imported packages.
 */
export async function relatedDocuments(
  material: Material,
  exhibits: readonly Exhibit[],
  { dependencies, ...indexed }: Sources = {},
): Promise<RelatedDocument[]> {
  const question = await questionOf(material, exhibits);
  const shown = new Set(exhibits.map(({ path }) => path));
  const found = await Promise.all([
    readmes(material, question),
    indexedDocuments(material, question, shown, indexed),
    dependencies === undefined ? [] : packageTypes(dependencies, question.imports),
  ]);
  return found.flat().sort((a, b) => b.score - a.score || (a.source < b.source ? -1 : 1));
}

/** True if the project has sources besides the files that a model is shown: else an index tells nothing new. */
export function hasMoreSources(material: Material, exhibits: readonly Exhibit[]): boolean {
  const shown = new Set(exhibits.map(({ path }) => path));
  return material.paths.some((path) => !shown.has(path) && isRelatedSource(path));
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

function depth(path: string): number {
  return path.split('/').length;
}
