/** Rewrites imports, exports and imported names, token by token. */
import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type { Token } from 'sucrase/dist/types/parser/tokenizer/index';
import { TEST_MODULES } from '../../links';
import { HELPER } from '../../wrapper';
import { ExportStatements } from './export-statements';
import { ImportedNames } from './imported-names';
import { nothing } from './rewrite-options';
import type { Rewriting } from './rewriting';
import { plainName } from './tokens';
import type { ImportStatement } from './tokens';

/** A transformer among sucrase's own: `process` is asked about each token and says whether it has dealt with it. */
export class Rewriter {
  private readonly exports: ExportStatements;
  private readonly names: ImportedNames;

  constructor(
    private readonly work: Rewriting,
    private readonly imports: ReadonlyMap<number, ImportStatement>,
  ) {
    this.exports = new ExportStatements(work);
    this.names = new ImportedNames(work);
  }

  /** It adds nothing around the code. */
  readonly getPrefixCode = nothing;
  readonly getHoistedCode = nothing;
  readonly getSuffixCode = nothing;

  /** Learns what sucrase found out, and what the imports bring. */
  prepare(nonTypes: ReadonlySet<string> | undefined): void {
    this.work.used = nonTypes;
    this.work.declared = this.work.tokens.declared();
    for (const statement of this.imports.values()) this.bind(statement);
  }

  /** TypeScript leaves out imports of which nothing but types is used. */
  private bind(statement: ImportStatement): void {
    const { work } = this;
    const { declared, frame, tokens, used } = work;
    work.isModule = true;
    const { bare, names, source, typeOnly } = statement;
    const kept = names.filter(({ local }) => !used || used.has(local));
    if (typeOnly || (used && !bare && kept.length === 0)) return;
    for (const { local } of kept) {
      if (declared.has(local))
        throw work.error(`Identifier '${local}' has already been declared`, statement.first);
    }
    const specifier = plainName(source);
    work.requires.add(specifier);
    if (work.options.testSide && TEST_MODULES.has(specifier)) frame.importApi(source, kept);
    else frame.importNames(source, kept, tokens.list[statement.first]?.start ?? 0);
  }

  process(): boolean {
    const token = this.work.processor.currentToken();
    switch (token.type) {
      case tt.name:
      case tt.jsxName:
        return this.names.rewrite(token);
      case tt._import:
        return !token.isType && this.import();
      case tt._export:
        return !token.isType && this.exports.rewrite();
      case tt.bang:
        return this.bang(token);
      default:
        return false;
    }
  }

  private import(): boolean {
    const { work } = this;
    const { index, processor, tokens, used } = work;
    const statement = this.imports.get(index);
    if (statement) return work.drop(statement.end);
    if (tokens.type(index + 1) === tt.parenL) {
      work.require(index + 1);
      // `vi.mock(import('./x'))` names its module for the compiler's sake.
      const names = tokens.type(index - 1) === tt.parenL && /^(?:do)?[mM]ock$/.test(tokens.text(index - 2));
      if (names && work.options.testSide) processor.removeInitialToken();
      else processor.replaceToken(`${HELPER}.dynamic`);
      return true;
    }
    if (tokens.isContextual(index + 1, ContextualKeyword._type) && tokens.type(index + 3) === tt.eq)
      return work.drop(index + 8);
    // import x = require('./x')
    if (used && !used.has(tokens.text(index + 1))) return work.drop(tokens.statementEnd(index + 7));
    processor.replaceToken('const');
    return true;
  }

  /** `a<!--b` of a module would begin a comment in a function's body. */
  private bang(token: Token): boolean {
    const { index, processor, tokens } = this.work;
    const isComment =
      tokens.type(index - 1) === tt.lessThan &&
      tokens.list[index - 1]?.end === token.start &&
      processor.code.startsWith('--', token.end);
    if (isComment) processor.appendCode(' ');
    return false;
  }
}
