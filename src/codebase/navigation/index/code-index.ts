/** Index of the files of one tree: facts, symbols, terms, and the graph of imports. */
import { classOfFile, type FileClass } from '../../../domain/navigation/file-class';
import { pageRank, type Edges } from '../../../domain/navigation/cycles';
import { TermReader } from '../../../domain/navigation/words';
import type { BlobHash } from '../../../domain/ids';
import type { FileFacts } from '../facts';
import { ImportResolver } from '../imports';
import type { CodeSymbol } from '../types';

export interface IndexedFile {
  readonly path: string;
  readonly hash: BlobHash;
  readonly kind: FileClass;
  readonly facts: FileFacts;
}

export interface IndexedSymbol extends CodeSymbol {
  readonly file: number;
  readonly summary?: string;
}

export interface IndexParts {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly hash: BlobHash; readonly facts: FileFacts }[];
  /** Texts of `package.json`, `tsconfig.json`, `go.mod` and `Cargo.toml` by path. */
  readonly manifests: ReadonlyMap<string, string>;
}

/** Facts of all files together; made from the facts of each, it is the same however they came about. */
export class CodeIndex {
  /** Name of the state of the files that this is the index of. */
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly IndexedFile[];
  readonly symbols: readonly IndexedSymbol[];
  readonly terms = new TermIndex();
  /** Terms of paths; the last segments count more. */
  readonly pathTerms = new TermIndex();
  /** Terms of the names of symbols: a document each, in the order of `symbols`. */
  readonly symbolTerms = new TermIndex();
  readonly resolver: ImportResolver;
  /** Imports among the files, by their numbers. */
  readonly edges: Edges;
  readonly ranks: Float64Array;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor({ name, files, manifests }: IndexParts) {
    this.name = name;
    this.files = files
      .map((file) => ({ ...file, kind: classOfFile(file.path) }))
      .sort((left, right) => (left.path < right.path ? -1 : 1));
    this.numbers = new Map(this.files.map(({ path }, number) => [path, number]));
    this.symbols = this.files.flatMap((file, number) => symbolsOf(file, number));
    const reader = new TermReader();
    for (const { path, facts } of this.files) {
      this.terms.add(facts.terms, facts.weights);
      addCounted(this.pathTerms, pathWeights(path, reader));
    }
    for (const symbol of this.symbols) addCounted(this.symbolTerms, symbolWeights(symbol, reader));
    this.resolver = new ImportResolver(this.numbers.keys(), manifests);
    this.edges = this.files.map(({ path, facts }) =>
      this.resolver
        .dependencies({ path, language: facts.language, imports: facts.imports })
        .flatMap((target) => this.numbers.get(target) ?? []),
    );
    this.ranks = pageRank(this.edges);
  }

  /** Number of a path; undefined where the tree has no such file. */
  numberOf(path: string): number | undefined {
    return this.numbers.get(path);
  }

  fileOf(path: string): IndexedFile | undefined {
    const number = this.numbers.get(path);
    return number === undefined ? undefined : this.files[number];
  }
}

/** Symbols of a file with ids, of which equal ones are numbered. */
function symbolsOf({ path, facts }: IndexedFile, file: number): IndexedSymbol[] {
  const seen = new Map<string, number>();
  return facts.symbols.map((fact) => {
    const plain = `${path}#${fact.container === '' ? '' : `${fact.container}.`}${fact.name}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { ...fact, id: count === 1 ? plain : `${plain}~${count}`, path, file };
  });
}

const NAME_SEGMENT = 4;
const LAST_FOLDER = 2;

function pathWeights(path: string, reader: TermReader): Map<string, number> {
  const weights = new Map<string, number>();
  const segments = path.replace(/\.\w{1,8}$/, '').split('/');
  segments.forEach((segment, index) => {
    const fromEnd = segments.length - 1 - index;
    const weight = fromEnd === 0 ? NAME_SEGMENT : fromEnd === 1 ? LAST_FOLDER : 1;
    for (const term of reader.terms(segment)) weights.set(term, (weights.get(term) ?? 0) + weight);
  });
  return weights;
}

const NAME_WEIGHT = 3;

function symbolWeights({ name, container, summary }: IndexedSymbol, reader: TermReader): Map<string, number> {
  const weights = new Map<string, number>();
  if (summary !== undefined) for (const term of summary.split(' ')) weights.set(term, 1);
  for (const term of reader.terms(container.slice(container.lastIndexOf('.') + 1))) weights.set(term, 1);
  for (const term of reader.terms(name)) weights.set(term, NAME_WEIGHT + (weights.get(term) ?? 0));
  return weights;
}

function addCounted(index: TermIndex, weights: ReadonlyMap<string, number>): void {
  index.add([...weights.keys()], [...weights.values()]);
}

/** Index of terms: which files have each, and BM25 over them. */

/** Damping of a term's count and of a document's length, the usual values: others were measured to find less. */
const K1 = 2;
const B = 0.75;

interface Posting {
  readonly documents: number[];
  readonly weights: number[];
}

/** A term that is looked for, with how much it counts. */
interface WantedTerm {
  readonly term: string;
  readonly share: number;
}

interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

export class TermIndex {
  private readonly postings = new Map<string, Posting>();
  private readonly lengths: number[] = [];
  private total = 0;

  /** Adds the next document; its number is how many there were. */
  add(terms: readonly string[], weights: readonly number[]): void {
    const document = this.lengths.length;
    let length = 0;
    for (const [index, term] of terms.entries()) {
      const weight = weights[index] ?? 0;
      let posting = this.postings.get(term);
      if (!posting) this.postings.set(term, (posting = { documents: [], weights: [] }));
      posting.documents.push(document);
      posting.weights.push(weight);
      length += weight;
    }
    this.lengths.push(length);
    this.total += length;
  }

  /** Rarity of a term: 0 where no document has it. */
  rarity(term: string): number {
    const count = this.postings.get(term)?.documents.length ?? 0;
    return count === 0 ? 0 : Math.log(1 + (this.lengths.length - count + 0.5) / (count + 0.5));
  }

  /** Documents by BM25, the best first. */
  search(wanted: readonly WantedTerm[]): ScoredDocument[] {
    const scores = new Map<number, number>();
    const mean = this.total / Math.max(1, this.lengths.length) || 1;
    for (const { term, share } of wanted) {
      const posting = this.postings.get(term);
      if (!posting) continue;
      const rarity = this.rarity(term) * share;
      posting.documents.forEach((document, index) => {
        const weight = posting.weights[index] ?? 0;
        const length = (this.lengths[document] ?? 0) / mean;
        const gain = (rarity * weight * (K1 + 1)) / (weight + K1 * (1 - B + B * length));
        scores.set(document, (scores.get(document) ?? 0) + gain);
      });
    }
    return [...scores]
      .map(([document, score]) => ({ document, score }))
      .sort((left, right) => right.score - left.score || left.document - right.document);
  }
}
