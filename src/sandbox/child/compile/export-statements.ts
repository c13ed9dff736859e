import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import { HELPER } from '../../wrapper';
import { DECLARING } from './rewrite-options';
import type { Rewriting } from './rewriting';
import { plainName } from './tokens';

/** Rewrites export statements. */
export class ExportStatements {
  constructor(private readonly work: Rewriting) {}

  /** Rewrites the statement whose first token has its turn. */
  rewrite(): boolean {
    const { index, processor, tokens } = this.work;
    const next = tokens.type(index + 1);
    if (next === tt.eq) {
      processor.replaceToken('module.exports');
      return true;
    }
    this.work.isModule = true;
    this.work.hasExports = true;
    if (tokens.isContextual(index + 1, ContextualKeyword._type))
      return this.work.drop(this.endOfExport(index + 2));
    if (next === tt._default) return this.exportDefault();
    if (next === tt.braceL) return this.exportNames();
    if (next === tt.star) return this.exportAll();
    processor.removeInitialToken();
    this.exportDeclaration(index + 1);
    return true;
  }

  /** Behind `{ … }`, `*` or `* as name` at `index`, and what follows `from`. */
  private endOfExport(index: number): number {
    const { tokens } = this.work;
    let end = index;
    if (tokens.type(end) === tt.braceL) end = tokens.specifiers(end).close + 1;
    else end += tokens.text(end + 1) === 'as' ? 3 : 1;
    if (tokens.isContextual(end, ContextualKeyword._from)) end += 2;
    return tokens.statementEnd(end);
  }

  private exportNames(): true {
    const { frame, index, tokens } = this.work;
    const at = tokens.list[index]?.start ?? 0;
    const { close, names } = tokens.specifiers(index + 1);
    const values = names.filter(({ isType }) => !isType);
    if (tokens.isContextual(close + 1, ContextualKeyword._from) && tokens.type(close + 2) === tt.string) {
      const source = tokens.text(close + 2);
      // Without the names of types nothing is left to load.
      if (!this.work.used || values.length > 0) {
        this.work.requires.add(plainName(source));
        if (!frame.exportFrom(source, values, at)) throw this.work.error('Duplicate export', index);
      }
      return this.work.drop(tokens.statementEnd(close + 3));
    }
    for (const { left, right } of values)
      if (this.isValue(left)) this.claim(right, frame.bindings.get(left) ?? left);
    return this.work.drop(tokens.statementEnd(close + 1));
  }

  /** True if an exported name is more than that of a type. */
  private isValue(name: string): boolean {
    const { declared, frame, used } = this.work;
    return !used || declared.has(name) || frame.imports(name);
  }

  private exportAll(): true {
    const { frame, index, tokens } = this.work;
    const isNamed = tokens.text(index + 2) === 'as';
    const name = isNamed ? plainName(tokens.text(index + 3)) : undefined;
    const source = index + (isNamed ? 5 : 3);
    this.work.requires.add(plainName(tokens.text(source)));
    const at = tokens.list[index]?.start ?? 0;
    if (!frame.exportAll(tokens.text(source), name, at))
      throw this.work.error(`Duplicate export of '${name}'`, index);
    return this.work.drop(tokens.statementEnd(source + 1));
  }

  /** `export const a = 1`, `export function f() {}` and so on: they stay, without `export`. */
  private exportDeclaration(index: number): void {
    const { tokens } = this.work;
    const type = tokens.type(index);
    const isEnum = type === tt._enum || tokens.type(index + 1) === tt._enum;
    if ((type === tt._const || type === tt._let || type === tt._var) && !isEnum) {
      const end = tokens.list[index - 1]?.rhsEndIndex ?? tokens.list.length;
      for (const name of tokens.declaredNames(index, end)) this.claim(name, name);
      return;
    }
    let at = index;
    for (let word = type; word === undefined || !DECLARING.has(word); word = tokens.type(++at))
      if (word === undefined) throw this.work.error('Unexpected token', index);
    if (tokens.type(at + 1) === tt.star) at++;
    const name = tokens.text(at + 1);
    this.claim(name, name);
  }

  /** `export default Name` of what is a type only. */
  private isDefaultType(): boolean {
    const { declared, index, tokens, used } = this.work;
    const end = tokens.list[index]?.rhsEndIndex ?? 0;
    const isName = end - index === 3 || (end - index === 4 && tokens.type(end - 1) === tt.semi);
    const name = tokens.text(index + 2);
    if (!used || !isName || tokens.type(index + 2) !== tt.name || declared.has(name)) return false;
    return tokens.declaresType(name);
  }

  private exportDefault(): true {
    const { frame, index, processor, tokens } = this.work;
    if (this.isDefaultType()) return this.work.drop(tokens.list[index]?.rhsEndIndex ?? index + 3);
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
      while (this.work.index <= at) processor.copyToken();
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
      while (this.work.index < end) this.work.root.processToken();
      processor.appendCode(';');
    }
    return true;
  }

  private unnamedFunction(): string {
    const name = this.work.frame.nameDefault();
    this.claim('default', name);
    return name;
  }

  private claim(name: string, value: string): void {
    const { frame, index } = this.work;
    if (!frame.export(name, value)) throw this.work.error(`Duplicate export of '${name}'`, index);
  }
}
