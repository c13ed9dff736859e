/** Opening of an index: kept facts are used again, the others are read from the sources. */
import type { BlobHash } from '../../../domain/ids';
import { isSecretFile } from '../../../domain/files/secret-names';
import { baseName } from '../../../domain/files/paths';
import { factsKind, readFacts, type FileFacts } from '../facts';
import { MANIFEST_NAME } from '../imports';
import type { SourceFiles } from '../types';
import { CodeIndex } from './code-index';
import { decodeFacts, encodeFacts } from './facts-blob';
import type { IndexCache } from './index-cache';

/** Most files of an index; of a larger tree the first by path. */
const MOST_FILES = 50_000;
const MOST_MANIFESTS = 500;
/** Parts that a cache may have, and the share of the facts that one more may hold. */
const MOST_PARTS = 12;
const FEW = 0.1;
/** Ends of names of files that hold no text: they need not be read each time to know that. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|tar|jar|war|class|o|a|so|dylib|dll|exe|wasm|node|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|mov|avi|webm|sqlite3?|db|parquet|arrow|bin|pyc)$/i;

export interface OpenedIndex {
  readonly index: CodeIndex;
  /** Files whose facts were read from their texts. */
  readonly read: number;
}

/** Index of the files, with the facts that the cache keeps; it is told of those that are new. */
export async function openIndex(
  files: SourceFiles,
  cache?: IndexCache,
  signal?: AbortSignal,
): Promise<OpenedIndex> {
  const listed = [...files.files]
    .filter(([path]) => !BINARY.test(path) && !isSecretFile(path))
    .slice(0, MOST_FILES);
  const parts = (await cache?.read()) ?? [];
  const known = knownFacts(parts);
  const facts = new Map<string, FileFacts>();
  const missing = new Map<string, string>();
  for (const [path, hash] of listed) {
    const key = keyOf(path, hash);
    const found = known.get(key);
    if (found) facts.set(key, found);
    else missing.set(key, path);
  }
  const news = await readMissing(files, missing, signal);
  for (const [key, one] of news) facts.set(key, one);
  if (cache) await keepFacts(cache, { facts, news, known: known.size, parts: parts.length });
  const entries = listed.flatMap(([path, hash]) => {
    const found = facts.get(keyOf(path, hash));
    return found ? [{ path, hash, facts: found }] : [];
  });
  const manifests = await manifestsOf(files);
  return { index: new CodeIndex({ name: files.name, files: entries, manifests }), read: news.size };
}

function keyOf(path: string, hash: BlobHash): string {
  return `${hash} ${factsKind(path)}`;
}

/** Facts of all parts; none where one of them can't be read, so that the sources are read anew. */
function knownFacts(parts: readonly Buffer[]): Map<string, FileFacts> {
  const known = new Map<string, FileFacts>();
  for (const part of parts) {
    const facts = decodeFacts(part);
    if (!facts) return new Map();
    for (const [key, one] of facts) known.set(key, one);
  }
  return known;
}

interface Kept {
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly news: ReadonlyMap<string, FileFacts>;
  /** How many facts are kept already, and in how many parts. */
  readonly known: number;
  readonly parts: number;
}

/** Adds few news as a part; many, or a cache of which most is not used any more, are written whole. */
async function keepFacts(cache: IndexCache, { facts, news, known, parts }: Kept): Promise<void> {
  const isFew = known > 0 && parts < MOST_PARTS && news.size <= facts.size * FEW;
  if (known > 2 * facts.size || (news.size > 0 && !isFew)) await cache.write(encodeFacts(facts));
  else if (news.size > 0) await cache.append(encodeFacts(news));
}

async function readMissing(
  files: SourceFiles,
  missing: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, FileFacts>> {
  const wanted = [...missing];
  const taskAt = async (index: number): Promise<{ path: string; text: string } | undefined> => {
    const path = wanted[index]?.[1];
    const text = path === undefined ? undefined : await files.text(path);
    return path === undefined || text === undefined ? undefined : { path, text };
  };
  const found = await readFacts(wanted.length, taskAt, signal);
  return new Map(wanted.flatMap(([key], index) => (found[index] ? [[key, found[index]] as const] : [])));
}

async function manifestsOf(files: SourceFiles): Promise<Map<string, string>> {
  const paths = [...files.files.keys()].filter((path) => MANIFEST_NAME.test(baseName(path)));
  const texts = new Map<string, string>();
  for (const path of paths.slice(0, MOST_MANIFESTS)) {
    const text = await files.text(path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
