import { IdentifierRole } from 'sucrase/dist/parser/tokenizer/index';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type { Token } from 'sucrase/dist/types/parser/tokenizer/index';
import { HELPER } from '../../wrapper';
import { needsSemicolon } from './asi';
import { NAMING } from './rewrite-options';
import type { Rewriting } from './rewriting';

/** Rewrites imported names where they are used, and learns which modules are named. */
export class ImportedNames {
  constructor(private readonly work: Rewriting) {}

  /** Rewrites a name whose turn it is; false where it stays. */
  rewrite(token: Token): boolean {
    const { frame, index, processor, tokens } = this.work;
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
    const { index, processor, tokens } = this.work;
    if (tokens.type(index + 1) !== tt.dot || tokens.text(index + 2) !== 'meta') return false;
    this.work.isModule = true;
    processor.replaceToken(`${HELPER}.meta`);
    this.work.removeTo(index + 3);
    return true;
  }

  /** `require('./x')`, `jest.mock('./x')` and the like name modules. */
  private collect(text: string, token: Token): void {
    const { index, tokens } = this.work;
    const isMember = tokens.type(index - 1) === tt.dot;
    if (isMember ? !NAMING.test(text) : text !== 'require' || token.identifierRole !== IdentifierRole.Access)
      return;
    const open = tokens.behindTypes(index + 1);
    if (tokens.type(open) === tt.parenL) this.work.require(open);
  }

  /** An imported name in an expression. A call of it must not have the module for its `this`. */
  private use(value: string): void {
    const { index, processor, tokens } = this.work;
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
      this.work.removeTo(next + 1);
      this.work.root.processBalancedCode();
      processor.copyExpectedToken(tt.parenR);
    } else if (type === tt.backQuote && optional === '') {
      processor.replaceToken(`${lead}(0,${value})\``);
      this.work.removeTo(next + 1);
    } else {
      // Parentheses around a member do not hide what it is a member of.
      processor.replaceToken(
        type === tt.parenR && tokens.isCalledBehind(next) ? `${lead}(0,${value})` : value,
      );
    }
  }
}
