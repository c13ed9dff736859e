import { isSourceFile, isTestSide } from '../../../domain/verification/protected-paths';
import type { Exhibit, Material } from '../../../coder';
import { indexedDocuments, isRelatedSource, type Indexed } from './indexed';
import { packageImports, packageTypes, type PackageImport } from './package-types';
import { type RelatedDocument, type Wanted, documentOf } from './declaration';
import { posix } from 'node:path';
import { hasWord } from '../../../domain/words';

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

const CALLED = /(?<![\w$.])(?:new\s+)?([A-Za-z_$][\w$]*)(?:\.[\w$]+)*\s*(?:<[\w\s,.[\]|]*>)?\(/g;
const DEFINED =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm;
const AROUND = 10;
const WHOLE = 80;

const KEYWORDS = new Set(
  'if for while switch catch return typeof await function super import require void delete new in of throw describe it test expect beforeEach afterEach'.split(
    ' ',
  ),
);

/** The lines in question with their surroundings; of a short text, or without lines, all. */
export function focusOf(text: string, lines: readonly number[]): string {
  const all = text.split('\n');
  if (lines.length === 0 || all.length <= WHOLE) return text;
  return all.filter((_, index) => lines.some((line) => Math.abs(line - index - 1) <= AROUND)).join('\n');
}

/** Names that a text calls or makes; of `a.b()` the first. */
export function calledNames(text: string): string[] {
  const names = [...text.matchAll(CALLED)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}

export function exportedNames(text: string): string[] {
  return [...new Set([...text.matchAll(DEFINED)].flatMap(([, name]) => name ?? []))];
}

const README = /(^|\/)(README|CONTRIBUTING)(\.[\w-]+)?\.(md|mdx|markdown|txt)$|(^|\/)README$/i;
/** Shorter names are words of the language. */
const TELLING = 4;

/** True if a file explains the project. */
export function isReadme(path: string): boolean {
  return README.test(path);
}

/** The sections of a README that name a file in question or a symbol of it. */
export function readmeParts(path: string, text: string, wanted: Wanted): RelatedDocument[] {
  return sections(text).flatMap(({ title, body }) => {
    const score = scoreOf(`${title}\n${body}`, path, wanted);
    return score === 0 ? [] : [documentOf(`${path}${title === '' ? '' : `, "${title}"`}`, body, score)];
  });
}

function scoreOf(text: string, path: string, { files, symbols }: Wanted): number {
  const named = files.findIndex((file) => text.includes(file) || namesModule(text, file));
  const found = [...symbols].filter((name) => name.length >= TELLING && hasWord(text, name));
  if (named < 0 && found.length === 0) return 0;
  const near = files.some((file) => file.startsWith(`${posix.dirname(path)}/`)) ? 1 : 0;
  return (named < 0 ? 0 : Math.max(6 - named, 3)) + Math.min(found.length, 3) * 2 + near;
}

/** `cart.ts` or `./cart` for `src/cart.ts`, but not any sentence with a cart in it. */
function namesModule(text: string, file: string): boolean {
  const base = posix.basename(file);
  const stem = base.replace(/\.[^.]+$/, '');
  return hasWord(text, base) || text.includes(`/${stem}\``) || text.includes(`\`${stem}\``);
}

/** A heading's text, without the `#` that may close it. */
function titleOf(text: string): string {
  return text.replace(/(?<!#)#+$/, '').trim();
}

/** A Markdown text by its headings; a `#` in a fenced block is none. */
function sections(text: string): { title: string; body: string }[] {
  const found = [{ title: '', lines: [] as string[] }];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,6}\s/.exec(line)?.[0];
    if (heading !== undefined) found.push({ title: titleOf(line.slice(heading.length)), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found
    .map(({ title, lines }) => ({ title, body: lines.join('\n').trim() }))
    .filter(({ body }) => body !== '');
}
