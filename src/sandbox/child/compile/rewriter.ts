/** Rewrites imports, exports and imported names, token by token. */
import { IdentifierRole } from 'sucrase/dist/parser/tokenizer/index';
import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type TokenProcessor from 'sucrase/dist/TokenProcessor';
import type RootTransformer from 'sucrase/dist/transformers/RootTransformer';
import type { Token } from 'sucrase/dist/types/parser/tokenizer/index';
import { TEST_MODULES } from '../../links';
import { HELPER } from '../../wrapper';
import { needsSemicolon } from './asi';
import { Lines } from './lines';
import type { ModuleFrame } from './module-frame';
import { plainName } from './tokens';
import type { ImportStatement, Tokens } from './tokens';
import { NAMING, DECLARING, nothing, type RewriteOptions } from './rewrite-options';

/** A transformer among sucrase's own: `process` is asked about each token and says whether it has dealt with it. */
export class Rewriter {
  isModule = false;
  /** It exports something, if only types. */
  hasExports = false;
  readonly requires = new Set<string>();
  private readonly processor: TokenProcessor;
  /** Names that are used for more than types; undefined: types are none of the language. */
  private used: ReadonlySet<string> | undefined;
  private declared: ReadonlySet<string> = new Set();

  constructor(
    private readonly tokens: Tokens,
    private readonly root: RootTransformer,
    private readonly frame: ModuleFrame,
    private readonly options: RewriteOptions,
    private readonly imports: ReadonlyMap<number, ImportStatement>,
  ) {
    this.processor = tokens.processor;
  }

  /** It adds nothing around the code. */
  readonly getPrefixCode = nothing;
  readonly getHoistedCode = nothing;
  readonly getSuffixCode = nothing;

  /** Learns what sucrase found out, and what the imports bring. */
  prepare(nonTypes: ReadonlySet<string> | undefined): void {
    this.used = nonTypes;
    this.declared = this.tokens.declared();
    for (const statement of this.imports.values()) this.bind(statement);
  }

  /** TypeScript leaves out imports of which nothing but types is used. */
  private bind(statement: ImportStatement): void {
    this.isModule = true;
    const { bare, names, source, typeOnly } = statement;
    const kept = names.filter(({ local }) => !this.used || this.used.has(local));
    if (typeOnly || (this.used && !bare && kept.length === 0)) return;
    for (const { local } of kept) {
      if (this.declared.has(local))
        throw this.error(`Identifier '${local}' has already been declared`, statement.first);
    }
    const specifier = plainName(source);
    this.requires.add(specifier);
    if (this.options.testSide && TEST_MODULES.has(specifier)) this.frame.importApi(source, kept);
    else this.frame.importNames(source, kept, this.tokens.list[statement.first]?.start ?? 0);
  }

  private error(message: string, index: number): SyntaxError {
    const { line, column } = new Lines(this.processor.code).at(this.tokens.list[index]?.start ?? 0);
    return new SyntaxError(`${message} (${line}:${column})`);
  }

  private claim(name: string, value: string): void {
    if (!this.frame.export(name, value)) throw this.error(`Duplicate export of '${name}'`, this.index);
  }

  process(): boolean {
    const token = this.processor.currentToken();
    switch (token.type) {
      case tt.name:
      case tt.jsxName:
        return this.name(token);
      case tt._import:
        return !token.isType && this.import();
      case tt._export:
        return !token.isType && this.export();
      case tt.bang:
        return this.bang(token);
      default:
        return false;
    }
  }

  private get index(): number {
    return this.processor.currentIndex();
  }

  /** Removes tokens up to `end`; lines stay. */
  private removeTo(end: number): void {
    while (this.index < end) this.processor.removeToken();
  }

  /** Puts `;` in place of the tokens up to `end`. */
  private drop(end: number): true {
    this.processor.replaceToken(';');
    this.removeTo(end);
    return true;
  }

  private import(): boolean {
    const { index, processor, tokens } = this;
    const statement = this.imports.get(index);
    if (statement) return this.drop(statement.end);
    if (tokens.type(index + 1) === tt.parenL) {
      this.require(index + 1);
      // `vi.mock(import('./x'))` names its module for the compiler's sake.
      const names = tokens.type(index - 1) === tt.parenL && /^(?:do)?[mM]ock$/.test(tokens.text(index - 2));
      if (names && this.options.testSide) processor.removeInitialToken();
      else processor.replaceToken(`${HELPER}.dynamic`);
      return true;
    }
    if (tokens.isContextual(index + 1, ContextualKeyword._type) && tokens.type(index + 3) === tt.eq)
      return this.drop(index + 8);
    // import x = require('./x')
    if (this.used && !this.used.has(tokens.text(index + 1))) return this.drop(tokens.statementEnd(index + 7));
    processor.replaceToken('const');
    return true;
  }

  /** A text behind the parenthesis at `open` is the name of a module. */
  private require(open: number): void {
    if (this.tokens.type(open + 1) === tt.string) this.requires.add(plainName(this.tokens.text(open + 1)));
    const isTemplate =
      this.tokens.type(open + 1) === tt.backQuote && this.tokens.type(open + 3) === tt.backQuote;
    if (isTemplate) this.requires.add(this.tokens.text(open + 2));
  }

  private export(): boolean {
    const { index, processor, tokens } = this;
    const next = tokens.type(index + 1);
    if (next === tt.eq) {
      processor.replaceToken('module.exports');
      return true;
    }
    this.isModule = true;
    this.hasExports = true;
    if (tokens.isContextual(index + 1, ContextualKeyword._type))
      return this.drop(this.endOfExport(index + 2));
    if (next === tt._default) return this.exportDefault();
    if (next === tt.braceL) return this.exportNames();
    if (next === tt.star) return this.exportAll();
    processor.removeInitialToken();
    this.exportDeclaration(index + 1);
    return true;
  }

  /** Behind `{ … }`, `*` or `* as name` at `index`, and what follows `from`. */
  private endOfExport(index: number): number {
    const { tokens } = this;
    let end = index;
    if (tokens.type(end) === tt.braceL) end = tokens.specifiers(end).close + 1;
    else end += tokens.text(end + 1) === 'as' ? 3 : 1;
    if (tokens.isContextual(end, ContextualKeyword._from)) end += 2;
    return tokens.statementEnd(end);
  }

  private exportNames(): true {
    const { frame, index, tokens } = this;
    const at = tokens.list[index]?.start ?? 0;
    const { close, names } = tokens.specifiers(index + 1);
    const values = names.filter(({ isType }) => !isType);
    if (tokens.isContextual(close + 1, ContextualKeyword._from) && tokens.type(close + 2) === tt.string) {
      const source = tokens.text(close + 2);
      // Without the names of types nothing is left to load.
      if (!this.used || values.length > 0) {
        this.requires.add(plainName(source));
        if (!frame.exportFrom(source, values, at)) throw this.error('Duplicate export', index);
      }
      return this.drop(tokens.statementEnd(close + 3));
    }
    for (const { left, right } of values)
      if (this.isValue(left)) this.claim(right, frame.bindings.get(left) ?? left);
    return this.drop(tokens.statementEnd(close + 1));
  }

  /** True if an exported name is more than that of a type. */
  private isValue(name: string): boolean {
    return !this.used || this.declared.has(name) || this.frame.imports(name);
  }

  private exportAll(): true {
    const { frame, index, tokens } = this;
    const isNamed = tokens.text(index + 2) === 'as';
    const name = isNamed ? plainName(tokens.text(index + 3)) : undefined;
    const source = index + (isNamed ? 5 : 3);
    this.requires.add(plainName(tokens.text(source)));
    const at = tokens.list[index]?.start ?? 0;
    if (!frame.exportAll(tokens.text(source), name, at))
      throw this.error(`Duplicate export of '${name}'`, index);
    return this.drop(tokens.statementEnd(source + 1));
  }

  /** `export const a = 1`, `export function f() {}` and so on: they stay, without `export`. */
  private exportDeclaration(index: number): void {
    const { tokens } = this;
    const type = tokens.type(index);
    const isEnum = type === tt._enum || tokens.type(index + 1) === tt._enum;
    if ((type === tt._const || type === tt._let || type === tt._var) && !isEnum) {
      const end = tokens.list[index - 1]?.rhsEndIndex ?? tokens.list.length;
      for (const name of tokens.declaredNames(index, end)) this.claim(name, name);
      return;
    }
    let at = index;
    for (let word = type; word === undefined || !DECLARING.has(word); word = tokens.type(++at))
      if (word === undefined) throw this.error('Unexpected token', index);
    if (tokens.type(at + 1) === tt.star) at++;
    const name = tokens.text(at + 1);
    this.claim(name, name);
  }

  /** `export default Name` of what is a type only. */
  private isDefaultType(): boolean {
    const { index, tokens } = this;
    const end = tokens.list[index]?.rhsEndIndex ?? 0;
    const isName = end - index === 3 || (end - index === 4 && tokens.type(end - 1) === tt.semi);
    const name = tokens.text(index + 2);
    if (!this.used || !isName || tokens.type(index + 2) !== tt.name || this.declared.has(name)) return false;
    return tokens.declaresType(name);
  }

  private exportDefault(): true {
    const { frame, index, processor, tokens } = this;
    if (this.isDefaultType()) return this.drop(tokens.list[index]?.rhsEndIndex ?? index + 3);
    let at = index + 2;
    if (tokens.type(at) === tt._abstract) at++;
    const isAsync = tokens.isContextual(at, ContextualKeyword._async) && tokens.type(at + 1) === tt._function;
    if (isAsync) at++;
    const keyword = tokens.type(at);
    if (keyword === tt._function && tokens.type(at + 1) === tt.star) at++;
    const isNamed = tokens.type(at + 1) === tt.name && tokens.list[at + 1]?.isType !== true;
    if (keyword === tt._function || (keyword === tt._class && isNamed)) {
      processor.removeInitialToken();
      processor.removeToken();
      if (isNamed) {
        this.claim('default', tokens.text(at + 1));
        return true;
      }
      while (this.index <= at) processor.copyToken();
      processor.appendCode(` ${this.unnamedFunction()}`);
      return true;
    }
    const made = frame.made('default');
    this.claim('default', `${HELPER}.named(${made})`);
    const end = tokens.list[index]?.rhsEndIndex ?? 0;
    processor.replaceToken(`const ${made}=`);
    processor.removeToken();
    // A class that is declared needs no semicolon; one that is a value does.
    if (keyword === tt._class) {
      while (this.index < end) this.root.processToken();
      processor.appendCode(';');
    }
    return true;
  }

  private unnamedFunction(): string {
    const name = this.frame.nameDefault();
    this.claim('default', name);
    return name;
  }

  private name(token: Token): boolean {
    const { frame, index, processor, tokens } = this;
    const text = tokens.text(index);
    if (text === 'import') return this.meta();
    this.collect(text, token);
    if (token.shadowsGlobal) return false;
    const value = frame.bindings.get(text);
    if (value === undefined) return false;
    if (token.identifierRole === IdentifierRole.ObjectShorthand) {
      processor.replaceToken(`${text}:${value}`);
      return true;
    }
    if (token.identifierRole !== IdentifierRole.Access) return false;
    if (token.type === tt.jsxName) processor.replaceToken(value);
    else if (tokens.isWritten(index)) processor.replaceToken(`${HELPER}.constant`);
    else this.use(value);
    return true;
  }

  /** `import.meta`, whose first word counts as a name. */
  private meta(): boolean {
    const { index, processor, tokens } = this;
    if (tokens.type(index + 1) !== tt.dot || tokens.text(index + 2) !== 'meta') return false;
    this.isModule = true;
    processor.replaceToken(`${HELPER}.meta`);
    this.removeTo(index + 3);
    return true;
  }

  /** `require('./x')`, `jest.mock('./x')` and the like name modules. */
  private collect(text: string, token: Token): void {
    const { index, tokens } = this;
    const isMember = tokens.type(index - 1) === tt.dot;
    if (isMember ? !NAMING.test(text) : text !== 'require' || token.identifierRole !== IdentifierRole.Access)
      return;
    const open = tokens.behindTypes(index + 1);
    if (tokens.type(open) === tt.parenL) this.require(open);
  }

  /** An imported name in an expression. A call of it must not have the module for its `this`. */
  private use(value: string): void {
    const { index, processor, tokens } = this;
    let next = tokens.behindTypes(index + 1);
    const optional = tokens.type(next) === tt.questionDot ? '?.' : '';
    if (optional !== '') next = tokens.behindTypes(next + 1);
    const type = tokens.type(next);
    const lead = needsSemicolon(tokens, index) ? ';' : '';
    if (tokens.type(index - 1) === tt._new) {
      processor.replaceToken(value);
    } else if (type === tt.parenL) {
      // V8 takes the parenthesis for the place of such a call: it is to be that of the name.
      processor.replaceToken(`${lead}(0,${value})${optional}(`);
      this.removeTo(next + 1);
      this.root.processBalancedCode();
      processor.copyExpectedToken(tt.parenR);
    } else if (type === tt.backQuote && optional === '') {
      processor.replaceToken(`${lead}(0,${value})\``);
      this.removeTo(next + 1);
    } else {
      // Parentheses around a member do not hide what it is a member of.
      processor.replaceToken(
        type === tt.parenR && tokens.isCalledBehind(next) ? `${lead}(0,${value})` : value,
      );
    }
  }

  /** `a<!--b` of a module would begin a comment in a function's body. */
  private bang(token: Token): boolean {
    const { index, processor, tokens } = this;
    const isComment =
      tokens.type(index - 1) === tt.lessThan &&
      tokens.list[index - 1]?.end === token.start &&
      processor.code.startsWith('--', token.end);
    if (isComment) processor.appendCode(' ');
    return false;
  }
}
