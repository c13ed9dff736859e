import { tokensOf } from './tokens';

/** Pairs of neighbouring tokens of a project's code. */
export type TokenPairs = ReadonlySet<string>;

/** Token pairs of texts. */
export function pairsOf(texts: Iterable<string>): Set<string> {
  const pairs = new Set<string>();
  for (const text of texts) for (const pair of pairsIn(text)) pairs.add(pair);
  return pairs;
}

function pairsIn(text: string): string[] {
  const tokens = tokensOf(text);
  return tokens.slice(1).map((token, index) => `${tokens[index] ?? ''} ${token}`);
}

/** Share of the new token pairs of a line that the project has elsewhere: 1 where nothing is new. */
export function likenessOf(lineBefore: string, lineAfter: string, project: TokenPairs): number {
  const before = new Set(pairsIn(lineBefore));
  const fresh = pairsIn(lineAfter).filter((pair) => !before.has(pair));
  if (fresh.length === 0) return 1;
  return fresh.filter((pair) => project.has(pair)).length / fresh.length;
}
