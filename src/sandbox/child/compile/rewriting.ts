import type TokenProcessor from 'sucrase/dist/TokenProcessor';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type RootTransformer from 'sucrase/dist/transformers/RootTransformer';
import { Lines } from './lines';
import type { ModuleFrame } from './module-frame';
import type { RewriteOptions } from './rewrite-options';
import { plainName } from './tokens';
import type { Tokens } from './tokens';

/** A source while it is rewritten: its tokens, the place in them, and what it was found to say. */
export class Rewriting {
  /** It says what only a module may say. */
  isModule = false;
  /** It exports something, if only types. */
  hasExports = false;
  /** Specifiers of modules that it names literally. */
  readonly requires = new Set<string>();
  readonly processor: TokenProcessor;
  /** Names that are used for more than types; undefined: types are none of the language. */
  used: ReadonlySet<string> | undefined;
  /** Names that it declares at its top, apart from imports. */
  declared: ReadonlySet<string> = new Set();

  constructor(
    readonly tokens: Tokens,
    readonly root: RootTransformer,
    readonly frame: ModuleFrame,
    readonly options: RewriteOptions,
  ) {
    this.processor = tokens.processor;
  }

  /** Index of the token whose turn it is. */
  get index(): number {
    return this.processor.currentIndex();
  }

  /** Removes tokens up to `end`; lines stay. */
  removeTo(end: number): void {
    while (this.index < end) this.processor.removeToken();
  }

  /** Puts `;` in place of the tokens up to `end`. */
  drop(end: number): true {
    this.processor.replaceToken(';');
    this.removeTo(end);
    return true;
  }

  /** A text behind the parenthesis at `open` is the name of a module. */
  require(open: number): void {
    if (this.tokens.type(open + 1) === tt.string) this.requires.add(plainName(this.tokens.text(open + 1)));
    const isTemplate =
      this.tokens.type(open + 1) === tt.backQuote && this.tokens.type(open + 3) === tt.backQuote;
    if (isTemplate) this.requires.add(this.tokens.text(open + 2));
  }

  /** An error at the token of an index. */
  error(message: string, index: number): SyntaxError {
    const { line, column } = new Lines(this.processor.code).at(this.tokens.list[index]?.start ?? 0);
    return new SyntaxError(`${message} (${line}:${column})`);
  }
}
