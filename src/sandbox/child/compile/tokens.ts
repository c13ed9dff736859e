/** Reads sucrase's tokens: what is where in a source, before anything is changed. */
import { IdentifierRole } from 'sucrase/dist/parser/tokenizer/index';
import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type TokenProcessor from 'sucrase/dist/TokenProcessor';
import type { Token } from 'sucrase/dist/types/parser/tokenizer/index';
import type { Scope } from 'sucrase/dist/types/parser/tokenizer/state';

/** One name of an import. `imported` is `*` for all that the module exports. */
export interface ImportedName {
  imported: string;
  local: string;
}

/** An import statement: its tokens, and what it says. */
export interface ImportStatement {
  /** Index of its first token, and of the one behind it. */
  first: number;
  end: number;
  /** The specifier as it is written, in its quotes. */
  source: string;
  names: ImportedName[];
  /** It says `import type`. */
  typeOnly: boolean;
  /** It has neither names nor braces: only the module's effects are wanted. */
  bare: boolean;
}

/** A name as it is, or a text in quotes. */
export function plainName(text: string): string {
  if (!/^['"]/.test(text)) return text;
  const inner = text.slice(1, -1);
  return inner.includes('\\')
    ? String(JSON.parse(`"${inner.replace(/\\'/g, "'").replace(/"/g, '\\"')}"`))
    : inner;
}

/** True if a name is declared here for the whole module, and not by an import. */
function isDeclaration({ identifierRole }: Token): boolean {
  return (
    identifierRole === IdentifierRole.TopLevelDeclaration ||
    identifierRole === IdentifierRole.ObjectShorthandTopLevelDeclaration
  );
}

/** Words before parameters that are properties. */
const MODIFIERS = new Set<tt>([tt._public, tt._private, tt._protected, tt._readonly, tt._override]);

/** For each token the first one of the innermost function around it; -1 outside of all. */
function startsOfFunctions(scopes: readonly Scope[], length: number): Int32Array {
  const functions = scopes
    .filter(({ endTokenIndex, isFunctionScope }) => isFunctionScope && endTokenIndex < length)
    .sort(
      (left, right) =>
        left.startTokenIndex - right.startTokenIndex || right.endTokenIndex - left.endTokenIndex,
    );
  const starts = new Int32Array(length).fill(-1);
  const open: Scope[] = [];
  let next = 0;
  for (let index = 0; index < length; index++) {
    while ((open.at(-1)?.endTokenIndex ?? Infinity) <= index) open.pop();
    for (let scope = functions[next]; scope?.startTokenIndex === index; scope = functions[++next])
      open.push(scope);
    starts[index] = open.at(-1)?.startTokenIndex ?? -1;
  }
  return starts;
}

/** Tokens with the questions that are asked of them. */
export class Tokens {
  readonly list: readonly Token[];

  constructor(readonly processor: TokenProcessor) {
    this.list = processor.tokens;
  }

  type(index: number): tt | undefined {
    return this.list[index]?.type;
  }

  text(index: number): string {
    const token = this.list[index];
    return token ? this.processor.code.slice(token.start, token.end) : '';
  }

  isContextual(index: number, keyword: ContextualKeyword): boolean {
    const token = this.list[index];
    return token?.type === tt.name && token.contextualKeyword === keyword;
  }

  /** Behind what is left out with types. */
  behindTypes(index: number): number {
    let at = index;
    while (this.list[at]?.isType === true || this.type(at) === tt.nonNullAssertion) at++;
    return at;
  }

  /** True if a name is assigned to. */
  isWritten(index: number): boolean {
    const before = this.type(index - 1);
    const after = this.type(index + 1);
    return (
      after === tt.eq ||
      after === tt.assign ||
      after === tt.preIncDec ||
      after === tt.postIncDec ||
      before === tt.preIncDec
    );
  }

  /** True if what a parenthesis closes is called. */
  isCalledBehind(close: number): boolean {
    let at = close;
    while (this.type(at) === tt.parenR) at++;
    return this.type(at) === tt.parenL || this.type(at) === tt.backQuote;
  }

  /** Behind attributes (`with { … }`) and a semicolon. */
  statementEnd(index: number): number {
    let end = index;
    const attributes =
      this.type(end) === tt._with ||
      (this.isContextual(end, ContextualKeyword._assert) && this.type(end + 1) === tt.braceL);
    if (attributes) {
      while (end < this.list.length && this.type(end) !== tt.braceR) end++;
      end++;
    }
    return this.type(end) === tt.semi ? end + 1 : end;
  }

  /** The closing brace of `{ a, b as c }` that begins at `open`, and its names. */
  specifiers(open: number): { close: number; names: { left: string; right: string; isType: boolean }[] } {
    const names: { left: string; right: string; isType: boolean }[] = [];
    let index = open + 1;
    while (index < this.list.length && this.type(index) !== tt.braceR) {
      const first = index;
      while (this.type(index) !== tt.comma && this.type(index) !== tt.braceR && index < this.list.length)
        index++;
      const count = index - first;
      // `a`, `type a`, `a as b`, `type a as b`.
      const isType = count === 2 || count === 4;
      names.push({ left: plainName(this.text(first)), right: plainName(this.text(index - 1)), isType });
      if (this.type(index) === tt.comma) index++;
    }
    return { close: index, names };
  }

  /** The import statement that begins here; undefined for `import()`, `import.meta` and `import x =`. */
  importStatement(first: number): ImportStatement | undefined {
    const next = this.type(first + 1);
    const isEquals =
      this.type(first + 2) === tt.eq || (this.type(first + 3) === tt.eq && this.type(first + 2) === tt.name);
    if (next === tt.parenL || next === tt.dot || isEquals) return undefined;
    let index = first + 1;
    const typeOnly =
      this.isContextual(index, ContextualKeyword._type) &&
      this.type(index + 1) !== tt.comma &&
      !(this.isContextual(index + 1, ContextualKeyword._from) && this.type(index + 2) === tt.string);
    if (typeOnly) index++;
    const bare = this.type(index) === tt.string;
    const names: ImportedName[] = [];
    for (; index < this.list.length && this.type(index) !== tt.string; index++) {
      if (this.type(index) === tt.star) {
        names.push({ imported: '*', local: this.text(index + 2) });
        index += 2;
      } else if (this.type(index) === tt.braceL) {
        const { close, names: specified } = this.specifiers(index);
        for (const { left, right, isType } of specified)
          if (!isType) names.push({ imported: left, local: right });
        index = close;
      } else if (index === first + (typeOnly ? 2 : 1) && this.type(index) === tt.name) {
        names.push({ imported: 'default', local: this.text(index) });
      }
    }
    return { first, end: this.statementEnd(index + 1), source: this.text(index), names, typeOnly, bare };
  }

  /** Names that the module declares at its top, apart from imports and types. */
  declared(): Set<string> {
    const names = new Set<string>();
    this.list.forEach((token, index) => {
      if (token.type === tt.name && !token.isType && isDeclaration(token)) names.add(this.text(index));
    });
    return names;
  }

  /** True if a type of this name is declared at the top. */
  declaresType(name: string): boolean {
    return this.list.some(
      (token, index) => token.isType && isDeclaration(token) && this.text(index) === name,
    );
  }

  /** Names that an exported `const`, `let` or `var` declares; its keyword is at `index`. */
  declaredNames(index: number, end: number): string[] {
    const names: string[] = [];
    for (let at = index + 1; at < end; at++) {
      const token = this.list[at] as Token;
      if (token.type === tt.eq && token.rhsEndIndex !== null) at = token.rhsEndIndex - 1;
      else if (token.type === tt.name && !token.isType && isDeclaration(token)) names.push(this.text(at));
    }
    return names;
  }

  /**
   * True if a member of `this` that a constructor's parameter may set is read outside of all methods. A guess, since
   * there is no syntax tree.
   */
  mayReadParameters(scopes: readonly Scope[]): boolean {
    const names = new Set(
      this.list.flatMap((token, index) => (MODIFIERS.has(token.type) ? [this.text(index + 1)] : [])),
    );
    const starts = startsOfFunctions(scopes, this.list.length);
    let lastClass = -1;
    return this.list.some((token, index) => {
      if (token.type === tt._class) lastClass = index;
      const reads =
        token.type === tt._this && this.type(index + 1) === tt.dot && names.has(this.text(index + 2));
      return reads && lastClass > (starts[index] ?? -1);
    });
  }

  /** True if an operator `await` stands outside of all functions. */
  waitsAtTop(scopes: readonly Scope[]): boolean {
    const starts = startsOfFunctions(scopes, this.list.length);
    return this.list.some(
      (token, index) =>
        token.type === tt.name &&
        token.contextualKeyword === ContextualKeyword._await &&
        token.identifierRole === null &&
        !token.isType &&
        this.type(index - 1) !== tt.dot &&
        this.type(index - 1) !== tt.questionDot &&
        starts[index] === -1,
    );
  }
}
