/** Lines that begin with a parenthesis and would continue the line before. */
import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type { Tokens } from './tokens';

/** Tokens that may end an expression, apart from names and parentheses. */
const ENDS = new Set<tt>([
  ...[
    tt.num,
    tt.bigint,
    tt.decimal,
    tt.regexp,
    tt.string,
    tt.bracketR,
    tt.braceR,
    tt.backQuote,
    tt.postIncDec,
  ],
  ...[tt.preIncDec, tt._this, tt._super, tt._null, tt._true, tt._false, tt.nonNullAssertion, tt.jsxTagEnd],
]);

/** Names that are operators where they stand between others. */
const OPERATORS = new Set([ContextualKeyword._await, ContextualKeyword._of, ContextualKeyword._as]);

/** Statements whose parentheses are no expression. */
const HEADS = new Set<tt>([tt._if, tt._while, tt._for, tt._with]);

/** True if the parenthesis that closes at `close` belongs to the head of a statement. */
function closesHead(tokens: Tokens, close: number): boolean {
  let depth = 0;
  for (let index = close; index >= 0; index--) {
    if (tokens.type(index) === tt.parenR) depth++;
    if (tokens.type(index) === tt.parenL && --depth === 0) {
      const before = tokens.type(index - 1);
      return (
        (before !== undefined && HEADS.has(before)) ||
        tokens.isContextual(index - 1, ContextualKeyword._await)
      );
    }
  }
  return false;
}

/** True if a semicolon was left out before the token, which is to begin with a parenthesis now. */
export function needsSemicolon(tokens: Tokens, index: number): boolean {
  const token = tokens.list[index];
  let before = index - 1;
  while (tokens.list[before]?.isType === true) before--;
  const last = tokens.list[before];
  if (!token || !last || !tokens.processor.code.slice(last.end, token.start).includes('\n')) return false;
  if (last.type === tt.parenR) return !closesHead(tokens, before);
  if (last.type === tt.name) return !(last.identifierRole === null && OPERATORS.has(last.contextualKeyword));
  return ENDS.has(last.type);
}
