/** Patterns that can be slow on no text, by their form alone. */
import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';

/** Turns of a quantifier that count as few. */
const FEW = 8;

/** The syntax tree of a pattern. */
export function parsedPattern(source: string, flags: string): AST.Pattern {
  const sets = flags.includes('v');
  return new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u') && !sets,
    unicodeSets: sets,
  });
}

/**
 * True where the work at each place of a text has a small bound: every quantifier takes a few turns at most, none stands
 * in another, no more than two stand in the pattern, and nothing refers back.
 */
export function isBounded({ source, flags }: { source: string; flags: string }): boolean {
  let [turning, open, isBoundedSoFar] = [0, 0, true];
  visitRegExpAST(parsedPattern(source, flags), {
    onQuantifierEnter: ({ max }) => {
      if (max <= 1) return;
      open += 1;
      turning += 1;
      if (max > FEW || open > 1 || turning > 2) isBoundedSoFar = false;
    },
    onQuantifierLeave: ({ max }) => {
      if (max > 1) open -= 1;
    },
    onBackreferenceEnter: () => {
      isBoundedSoFar = false;
    },
  });
  return isBoundedSoFar;
}
