import { tokensOf } from './tokens';

/** Tokens that a line has at least to have a twin; shorter ones are alike by chance. */
const LEAST_TOKENS = 10;
/** Share of equal tokens, place by place, from which a line is a twin. */
const LIKE = 0.7;

const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==' },
  ...{ '<': '>=', '>=': '<', '>': '<=', '<=': '>' },
};

/** Lines of a text that are as the given one but for some names or literals. Such lines were written as a pair. */
export function twinsOf(line: string, text: string): string[] {
  const tokens = tokensOf(line);
  // Most lines are too short, and all others need not be read for them.
  if (tokens.length < LEAST_TOKENS) return [];
  return text.split('\n').filter((other) => {
    const others = other === line ? [] : tokensOf(other);
    return isLike(tokens, others) && others.some((token, at) => token !== tokens[at]);
  });
}

/** True for tokens that are the same for the most part, place by place, and not by chance. */
export function isLike(tokens: readonly string[], others: readonly string[]): boolean {
  if (tokens.length < LEAST_TOKENS || others.length !== tokens.length) return false;
  return others.filter((token, at) => token === tokens[at]).length >= LIKE * tokens.length;
}

/** Place of the one comparison that an edit turns into its opposite; -1 if the edit is another. */
export function turnedAt(before: readonly string[], after: readonly string[]): number {
  const changed = before.flatMap((token, at) => (token === after[at] ? [] : [at]));
  const [at = -1] = changed;
  const isTurned = OPPOSITES[before[at] ?? ''] === after[at];
  return changed.length === 1 && before.length === after.length && isTurned ? at : -1;
}
