/** Files by the meaning of what they declare, as an embedder sees it. */
import type { CodeIndex } from '../index/index';
import type { Embedder } from './types';

/** Files that are compared: the first of the other ways. */
const COMPARED = 60;
const MOST_SYMBOLS = 40;
const DESCRIBED_CHARS = 2_000;

/** Paths of `found`, those nearest to the question first. */
export async function byMeaning(
  index: CodeIndex,
  question: string,
  found: readonly string[],
  embedder: Embedder,
): Promise<string[]> {
  const paths = found.slice(0, COMPARED);
  if (paths.length === 0) return [];
  const [asked, ...vectors] = await embedder.embed([
    question,
    ...paths.map((path) => described(index, path)),
  ]);
  if (!asked) return [];
  return paths
    .map((path, at) => ({ path, near: cosine(asked, vectors[at]) }))
    .sort((left, right) => right.near - left.near || (left.path < right.path ? -1 : 1))
    .map(({ path }) => path);
}

function described(index: CodeIndex, path: string): string {
  const symbols = index.fileOf(path)?.facts.symbols.slice(0, MOST_SYMBOLS) ?? [];
  return [path, ...symbols.map(({ signature }) => signature)].join('\n').slice(0, DESCRIBED_CHARS);
}

function cosine(left: Float32Array, right: Float32Array | undefined): number {
  let product = 0;
  let leftSquare = 0;
  let rightSquare = 0;
  left.forEach((value, at) => {
    const other = right?.[at] ?? 0;
    product += value * other;
    leftSquare += value * value;
    rightSquare += other * other;
  });
  return product / (Math.sqrt(leftSquare * rightSquare) || 1);
}
